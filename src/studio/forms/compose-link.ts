import type { Documents } from '#engine';
import { getWholeUi, type OutlineField, type OutlineType } from '#engine/editing/index.ts';
import { campaignParameters } from '#engine/model/campaign.ts';

/** The parts of a link that opens a page with answers. Empty answers are left out. */
export interface AnswersLink {
  /** The origin of the page: `https://forms.example`. */
  readonly origin: string;
  readonly path: string;
  readonly type: Pick<OutlineType, 'id'>;
  /** The answers by field. */
  readonly answers: Readonly<Record<string, string>>;
  /** The campaign by the names of `campaignParameters`. */
  readonly campaign: Readonly<Record<string, string>>;
}

/** Returns the fields of a type that a link can fill, in their order. */
export function listLinkedFields(documents: Documents, type: OutlineType): readonly OutlineField[] {
  return type.fields.filter(({ name }) => getWholeUi(documents, type.folder, name)['ui:prefill'] === true);
}

/**
 * Returns the address of a page with answers. It names the enquiry type only with an answer, because only fields that
 * allow it can select one.
 */
export function composeLink({ origin, path, type, answers, campaign }: AnswersLink): string {
  const url = new URL(path, origin);
  const given = Object.entries(answers).filter(([, value]) => value.trim() !== '');
  if (given.length > 0) url.searchParams.set('enquiry_type', type.id);
  for (const [name, value] of given) url.searchParams.set(name, value.trim());
  for (const [part, parameter] of Object.entries(campaignParameters)) {
    const value = campaign[part]?.trim();
    if (value) url.searchParams.set(parameter, value);
  }
  return url.href;
}
