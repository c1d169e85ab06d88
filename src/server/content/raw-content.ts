import type { EnquiryType, Id, Office } from '#engine';
import type { ContactFormContent, LandingData, Placement, Social } from '../../contact/section-data.ts';
import type { Event, FrameWords, Page } from './content.ts';

/** The content files as their schemas let them through: optional keys may be absent or null. */
export interface RawContent {
  readonly 'sites.json': readonly RawSite[];
  readonly 'offices.json': readonly Office[];
  readonly 'enquiry-types.json': readonly EnquiryType[];
  readonly 'yacht-models.json': readonly { readonly name: string }[];
  readonly 'events.json': readonly Event[];
  readonly 'pages.json': readonly RawPage[];
  /** The file may be missing. */
  readonly 'frame.json'?: RawFrame | undefined;
}

/** An entry of `sites.json`. */
export interface RawSite {
  readonly id: Id;
  readonly domain: string;
  readonly isInternational?: boolean | null;
  readonly exclude_from_international?: boolean | null;
  readonly socials?: readonly Social[] | null;
  readonly email?: string | null;
  readonly locale?: string | null;
  readonly name?: string | null;
  readonly wordmark?: string | null;
  readonly strapline?: string | null;
  readonly address?: string | null;
  readonly phone?: string | null;
  readonly theme?: string | null;
}

/** An entry of `pages.json`. */
export interface RawPage {
  readonly path: string;
  readonly site: Id;
  readonly title: string;
  readonly placement: Placement;
  readonly locale?: string | null;
  readonly contactForm?: ContactFormContent | null;
  readonly landingData?: LandingData | null;
  readonly hasFormTitle?: boolean | null;
  readonly hasFormCopy?: boolean | null;
  readonly hasSocialIcons?: boolean | null;
  readonly showInCenter?: boolean | null;
  readonly centerHeader?: boolean | null;
  readonly selectedOffice?: Id | null;
  readonly eventTitle?: string | null;
  readonly enquiryTypes?: readonly Id[] | null;
  readonly offices?: readonly Id[] | null;
  readonly lead?: string | null;
  readonly body?: string | null;
  readonly note?: string | null;
  readonly hero?: { readonly image: string; readonly alt?: string | null } | null;
}

/** `frame.json`. */
export interface RawFrame {
  readonly indexImage?: string | null;
  readonly words?: Readonly<Record<string, Nullable<FrameWords>>> | null;
}

type Nullable<Shape> = { readonly [Key in keyof Shape]?: Shape[Key] | null | undefined };

/** A key whose value is a filled text, else nothing: null and blank texts count as absent. `{...filled('email', site.email)}` */
export function filled<Key extends string>(
  key: Key,
  value: string | null | undefined,
): { readonly [Name in Key]?: string } {
  return value?.trim() ? ({ [key]: value.trim() } as { readonly [Name in Key]: string }) : {};
}

/** An object's filled texts: null and blank ones are left out. */
export function filledTexts<Shape extends object>(texts: Nullable<Shape> | null | undefined): Partial<Shape> {
  const entries = Object.entries(texts ?? {}).filter(
    ([, text]) => typeof text === 'string' && text.trim() !== '',
  );
  return Object.fromEntries(entries) as Partial<Shape>;
}

/** The flags of a page, each with its default (docs/contract.md, "Site content"). */
export function flagsOf(
  page: RawPage,
): Pick<Page, 'hasFormTitle' | 'hasFormCopy' | 'hasSocialIcons' | 'showInCenter' | 'centerHeader'> {
  return {
    hasFormTitle: page.hasFormTitle ?? true,
    hasFormCopy: page.hasFormCopy ?? true,
    hasSocialIcons: page.hasSocialIcons ?? false,
    showInCenter: page.showInCenter ?? false,
    centerHeader: page.centerHeader ?? false,
  };
}
