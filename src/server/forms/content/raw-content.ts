import type { EnquiryType, Id, Lists } from '#engine';
import type { ContentSources } from '../../../api/content-sources.ts';
import type { PresetSite, RawPresetContent, RawPresetSite } from '../../preset/content.ts';
import type { PresetPage, RawPresetPage } from '../../preset/pages.ts';
import type {
  ContentDestination,
  ContentRecipient,
  ContentSite,
  FrameWords,
  Page,
  PrivacyPolicy,
} from './content.ts';

/** The content files as their schemas allow them: optional keys may be absent or null. */
export interface RawContent extends RawPresetContent {
  readonly 'sites.json': readonly RawSite[];
  readonly 'enquiry-types.json': readonly EnquiryType[];
  readonly 'lists.json'?: Lists | undefined;
  readonly 'recipients.json'?: readonly ContentRecipient[] | undefined;
  readonly 'destinations.json'?: readonly ContentDestination[] | undefined;
  readonly 'pages.json': readonly RawPage[];
  readonly 'frame.json'?: RawFrame | undefined;
  readonly 'sources.json'?: ContentSources | undefined;
}

/**
 * The last good copies of lists that come from addresses, by the keys of their sources. A list of which there
 * is none is used as it was before.
 */
export type ContentCopies = Readonly<Record<string, readonly unknown[]>>;

/** The content files of the folder, with the last good copies of lists that come from addresses. */
export interface ContentBase extends RawContent {
  readonly copies?: ContentCopies;
}

export interface RawSite
  extends Nullable<Omit<ContentSite, 'id' | 'domain' | 'isCounted' | 'hasClickId' | keyof PresetSite>>,
    RawPresetSite {
  readonly id: Id;
  readonly domain: string;
  readonly figures?: boolean | null;
  readonly gclid?: boolean | null;
}

/** An entry of `pages.json`, which refers to other entries by id. */
export interface RawPage
  extends Pick<Page, RequiredKeys>,
    Nullable<Omit<Page, RequiredKeys | 'site' | 'enquiryTypes' | keyof PresetPage>>,
    RawPresetPage {
  readonly site: Id;
  readonly enquiryTypes?: readonly Id[] | null;
}

type RequiredKeys = 'path' | 'placement';

export interface RawFrame {
  readonly indexImage?: string | null;
  readonly words?: Readonly<Record<string, Nullable<FrameWords>>> | null;
  readonly privacyPolicy?: Readonly<Record<string, PrivacyPolicy>> | null;
}

type Nullable<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | null | undefined };

/** Returns a text without white space around it; undefined for null and blank texts. */
export function toFilledText(text: string | null | undefined): string | undefined {
  return text?.trim() || undefined;
}

/** Returns only the properties with a text that is not blank. The texts are not trimmed. */
export function pickFilledTexts<Shape extends object>(
  texts: Nullable<Shape> | null | undefined,
): Partial<Shape> {
  const entries = Object.entries(texts ?? {}).filter(
    ([, text]) => typeof text === 'string' && text.trim() !== '',
  );
  return Object.fromEntries(entries) as Partial<Shape>;
}

/** Returns the flags of a page, each with its default (docs/contract.md, "Site content"). */
export function getPageFlags(
  page: RawPage,
): Pick<
  Page,
  'hasFormTitle' | 'hasFormCopy' | 'hasSocialIcons' | 'showInCenter' | 'centerHeader' | 'inSteps'
> {
  return {
    hasFormTitle: page.hasFormTitle ?? true,
    hasFormCopy: page.hasFormCopy ?? true,
    hasSocialIcons: page.hasSocialIcons ?? false,
    showInCenter: page.showInCenter ?? false,
    centerHeader: page.centerHeader ?? false,
    inSteps: page.inSteps ?? false,
  };
}
