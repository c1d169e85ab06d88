import {
  type Form,
  isSameId,
  type Plan,
  type Problem,
  type Site,
  situationOf,
  toVariables,
  typeField,
  uploadFields,
} from '#engine';
import type { JudgePlan } from '#engine/check/index.ts';
import { fillIn } from '#engine/check/situations/fill-in.ts';
import type { SiteContent } from '#engine/consequences/index.ts';
import { resolve } from '#engine/resolve/resolve.ts';

/** What travels, by argument. */
export type Variables = Readonly<Record<string, unknown>>;

/** An enquiry of one type that can be sent, made of the example of its form. */
export interface TestEnquiry {
  /** The type's key: `service`. */
  readonly type: string;
  readonly plan: Plan;
  readonly variables: Variables;
  /** What a server that judges as Slipway does would say of other values. */
  readonly judge: (changes: Variables) => readonly Problem[];
}

/** What enquiries are made of. */
export interface EnquirySources {
  readonly form: Form;
  readonly judge: JudgePlan;
  readonly content: SiteContent;
  readonly site: Site;
  /** The back end's own, as it has answered them. */
  readonly titles: readonly string[];
  readonly locale: string;
  /** ISO date. */
  readonly today: string;
}

/** Stands in every text that has room for it. */
export const mark = 'Test of slipway conform, please ignore';

/** An enquiry of each type that a page of the site offers and that can be sent, in the order of the form. */
export function testEnquiries(sources: EnquirySources): readonly TestEnquiry[] {
  return sources.form.types.flatMap((type) => {
    for (const { plan } of fillIn({
      form: { ...sources.form, types: [type] },
      situation: openPage(sources),
      fixed: { [typeField]: type.id },
    })) {
      const enquiry = marked(plan, sources);
      if (plan.isSectionShown && plan.type && enquiry) return [enquiry];
    }
    return [];
  });
}

/** An inline page of the site, before anything is entered. */
function openPage({ content, site, titles, locale, today }: EnquirySources) {
  const offices = content.offices.filter((office) => isSameId(office.site?.id ?? '', site.id));
  const { enquiryTypes, yachtModels, lists } = content;
  return situationOf({
    ...{ site, offices, allOffices: content.offices, enquiryTypes, yachtModels, lists },
    eventTitles: { state: 'ready', titles },
    ...{ locale, today, entered: {} },
  });
}

/** Says in every text what it is, as far as the text still does; undefined where the example cannot be sent on this page. */
function marked(plan: Plan, sources: EnquirySources): TestEnquiry | undefined {
  if (plan.type === undefined) return undefined;
  const { form, judge } = sources;
  const judged = (values: Variables) => {
    const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    return judge(resolve(form, { ...openPage(sources), entered }));
  };
  let values: Variables = plan.values;
  if (judged(values).length > 0) return undefined;
  for (const field of plan.fields) {
    const isText =
      field.definition.kind === 'string' && field.options === undefined && field.value !== undefined;
    const tried = { ...values, [field.name]: mark };
    if (isText && judged(tried).length === 0) values = tried;
  }
  const there = resolve(form, { ...openPage(sources), entered: values });
  return {
    type: plan.type.key,
    plan: there,
    variables: toVariables(form, there),
    judge: (changes) => judged({ ...values, ...changes }),
  };
}

/** The field that photos are sent in by this type; undefined: it takes none. */
export function uploadFieldOf({ plan }: TestEnquiry) {
  return uploadFields(plan)[0];
}
