import {
  createSentenceRenderer,
  type NamedContent,
  type SentenceRenderer,
} from '#engine/rules/sentences/index.ts';
import type { Content } from '../../forms/content/content.ts';
import { type PresetContent, toPresetNames } from '../../preset/content.ts';
import type { LoadedDraft } from './loaded-draft.ts';

/**
 * Creates the renderer of sentences about a draft in a language. Undefined if there is no form or content to
 * take names from.
 */
export function createDraftSentenceRenderer(
  { namesForm, content, documents }: LoadedDraft,
  locale: string,
): SentenceRenderer | undefined {
  if (namesForm === undefined || content === undefined) return undefined;
  return createSentenceRenderer({ form: namesForm, documents, content: toNamedContent(content), locale });
}

/**
 * Returns only what sentences need of content: ids and names, and what the preset adds to them. A
 * site without a name has its domain as name, a recipient its id.
 */
export function toNamedContent(content: NameableContent): NamedContent {
  const { sites, enquiryTypes, recipients, destinations } = content;
  return {
    sites: sites.map(({ id, name, domain }) => ({ id, name: name ?? domain })),
    ...toPresetNames(content),
    enquiryTypes: enquiryTypes.map(({ id, name, names }) => ({ id, name, names: names ?? null })),
    recipients: recipients.map(({ id }) => ({ id, name: String(id) })),
    destinations: destinations.map(({ id }) => id),
  };
}

type NameableContent = Pick<
  Content,
  'sites' | 'enquiryTypes' | 'recipients' | 'destinations' | keyof PresetContent
>;
