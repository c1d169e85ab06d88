import type { Form, FormType } from '../model/types.ts';
import {
  createPageSituation,
  isTypeSelectable,
  listEmbeddedPages,
  type SiteContent,
} from '../preset/pages.ts';
import { resolve } from '../resolve/resolve.ts';
import { omitTexts } from '../texts/omit-texts.ts';

/**
 * Returns the enquiry types that no visitor can choose: no page of the content offers them, and no embedded
 * page either. Retired types are excluded. Empty if the content has neither pages nor sites.
 * @param today An ISO date.
 */
export function findUnofferedTypes(form: Form, content: SiteContent, today: string): readonly FormType[] {
  const bare = omitTexts(form);
  const pages = [...content.pages, ...content.sites.flatMap((site) => listEmbeddedPages(site, content))];
  const plans = pages.map((page) => resolve(bare, createPageSituation(bare, { page, content, today }, {})));
  return form.types.filter(
    ({ id, isRetired }) =>
      isRetired !== true &&
      plans.length > 0 &&
      !plans.some((plan) => plan.isSectionShown && isTypeSelectable(plan, id)),
  );
}

/** Returns a message for editors that nobody can send the type, with the possible remedies. */
export function describeUnofferedType({ key }: Pick<FormType, 'key'>): string {
  return `no page of the content offers "${key}", so nobody can send it; list it in enquiryTypes.json or on a page, change the rules that exclude it, or archive it ("retired")`;
}
