import {
  type Form,
  listUploadFields,
  type Plan,
  type Problem,
  type Site,
  toSituation,
  toVariables,
  typeField,
} from '#engine';
import type { JudgePlan } from '#engine/check/index.ts';
import { generateFilledPages } from '#engine/check/situations/fill-in.ts';
import type { SiteContent } from '#engine/compare/index.ts';
import { resolve } from '#engine/resolve/resolve.ts';
import { type FetchedContent, getSiteInputs } from '../preset/content.ts';

/** The variables of the GraphQL operation, by argument. */
export type Variables = Readonly<Record<string, unknown>>;

/** An enquiry of one type that can be sent, built from the example of its form. */
export interface TestEnquiry {
  readonly type: string;
  readonly plan: Plan;
  readonly variables: Variables;
  /** Returns the problems that Slipway's own server would find with these changes to the enquiry's values. */
  readonly judge: (changes: Variables) => readonly Problem[];
}

export interface EnquirySources {
  readonly form: Form;
  readonly judge: JudgePlan;
  readonly content: SiteContent;
  readonly site: Site;
  /** The content that the back end returned. */
  readonly fetched: FetchedContent;
  readonly locale: string;
  /** An ISO date. */
  readonly today: string;
}

/** The text of every field that accepts it, so that people recognise a test. */
export const testText = 'Test of slipway conform, please ignore';

/**
 * Builds an enquiry for each type of the form, in its order. Types that the site does not offer, or that
 * cannot be sent with an example, are left out.
 */
export function buildTestEnquiries(sources: EnquirySources): readonly TestEnquiry[] {
  return sources.form.types.flatMap((type) => {
    for (const { plan } of generateFilledPages({
      form: { ...sources.form, types: [type] },
      situation: createPageSituation(sources),
      fixed: { [typeField]: type.id },
    })) {
      const enquiry = buildTestEnquiry(plan, sources);
      if (plan.isSectionShown && plan.type && enquiry) return [enquiry];
    }
    return [];
  });
}

/** Returns the situation of a page of the site with nothing entered. */
function createPageSituation({ content, site, fetched, locale, today }: EnquirySources) {
  const { enquiryTypes, lists } = content;
  return toSituation({
    ...getSiteInputs({ content, site, fetched }),
    site,
    enquiryTypes,
    lists,
    locale,
    today,
    entered: {},
  });
}

/**
 * Builds an enquiry from an example answer and puts the test text into every text field that accepts it.
 * Undefined if the plan has no type or the example cannot be sent on this page.
 * @param plan The plan in which the example is entered.
 */
function buildTestEnquiry(plan: Plan, sources: EnquirySources): TestEnquiry | undefined {
  if (plan.type === undefined) return undefined;
  const { form, judge } = sources;
  /** Returns the problems of the form with only these values entered. Null counts as not entered. */
  const findProblems = (values: Variables) => {
    const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    return judge(resolve(form, { ...createPageSituation(sources), entered }));
  };
  let values: Variables = plan.values;
  if (findProblems(values).length > 0) return undefined;
  for (const field of plan.fields) {
    const isText =
      field.definition.kind === 'string' && field.options === undefined && field.value !== undefined;
    const tried = { ...values, [field.name]: testText };
    if (isText && findProblems(tried).length === 0) values = tried;
  }
  const filledPlan = resolve(form, { ...createPageSituation(sources), entered: values });
  return {
    type: plan.type.key,
    plan: filledPlan,
    variables: toVariables(form, filledPlan),
    judge: (changes) => findProblems({ ...values, ...changes }),
  };
}

/** Returns the first visible field for files. Undefined if there is none. */
export function findUploadField({ plan }: TestEnquiry) {
  return listUploadFields(plan)[0];
}
