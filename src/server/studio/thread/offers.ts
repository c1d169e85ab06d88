import { type FormType, isSameId, resolve, typeField, type Values } from '#engine';
import type { LeftOutType, PageOffers } from '../../../api/studio.ts';
import { findPageTitle } from '../../forms/content/type-names.ts';
import {
  findOfferedTypes,
  findPageTypes,
  type PageVisit,
  toUtcDay,
  toVisitSituation,
} from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import type { LoadedDraft } from './loaded-draft.ts';

/**
 * Returns each page of the content with the keys of the enquiry types that it offers today (UTC), empty if it
 * offers none, and why it leaves out the others. Undefined if the draft does not compile or has no content
 * yet.
 */
export function listPageOffers(
  { ready, content }: LoadedDraft,
  now: number,
): readonly PageOffers[] | undefined {
  if (ready === undefined || content === undefined) return undefined;
  const { form } = ready;
  return content.pages.map((page) => {
    const visit = { page, content, locale: form.settings.fallbackLocale, today: toUtcDay(now) };
    const offered = findOfferedTypes(form, visit);
    return {
      path: page.path,
      title: findPageTitle(page, { form, content }, visit.locale),
      site: String(page.site.id),
      types: offered.map(({ key }) => key),
      leftOut: explainLeftOutTypes(form, { visit, offered }),
      unseen: Object.fromEntries(offered.map((type) => [type.key, findUnseenFields(form, { visit, type })])),
    };
  });
}

/** Returns the fields of a type that a page hides whatever is answered, with the rules that hide each. */
function findUnseenFields(
  form: CompiledForm['form'],
  { visit, type }: { readonly visit: PageVisit; readonly type: FormType },
): Readonly<Record<string, readonly string[]>> {
  const { fields } = resolve(form, toVisitSituation(form, visit, { [typeField]: type.id }));
  const hidden = fields.filter(
    ({ name, visibility }) => visibility === 'hidden' && !canAnswersShow(form, type, name),
  );
  return Object.fromEntries(hidden.map(({ name, because }) => [name, because.visibility]));
}

/** Returns true if answers may decide that a field is shown, by a rule or by the schema of its type. */
function canAnswersShow({ rules }: CompiledForm['form'], { schema }: FormType, name: string): boolean {
  const isConditional = ['if', 'allOf', 'anyOf', 'oneOf', 'dependentSchemas'].some((key) => key in schema);
  return (
    isConditional ||
    rules.some(
      ({ when, then }) =>
        [then.show, then.hide].some((names) => names?.includes(name)) &&
        JSON.stringify(when ?? null).includes('"values.'),
    )
  );
}

/** Returns why a page leaves out the types of the form that are not `offered`. */
function explainLeftOutTypes(
  form: CompiledForm['form'],
  { visit, offered }: { readonly visit: PageVisit; readonly offered: readonly FormType[] },
): readonly LeftOutType[] {
  const left = form.types.filter((type) => !offered.includes(type));
  if (left.length === 0) return [];
  /** Returns the plan of the page with these entered values. */
  const resolvePlan = (entered: Values) => resolve(form, toVisitSituation(form, visit, entered));
  const { because, fields, type: opening } = resolvePlan({});
  const listed = findPageTypes(form, visit);
  const choice = fields.find(({ name }) => name === typeField);
  return left.map(({ id, key, isRetired }) => {
    if (isRetired) return { type: key, why: 'archived', rules: [] };
    // A type may be called `constructor`.
    if (Object.hasOwn(because.excludedTypes, key))
      return { type: key, why: 'rule', rules: because.excludedTypes[key] ?? [] };
    if (!listed.some((one) => isSameId(one.id, id))) return { type: key, why: 'content', rules: [] };
    const plan = resolvePlan({ [typeField]: id });
    if (plan.type?.key === key || opening === undefined)
      return { type: key, why: 'not-shown', rules: plan.because.section };
    return { type: key, why: 'fixed', rules: choice?.because.visibility ?? [] };
  });
}
