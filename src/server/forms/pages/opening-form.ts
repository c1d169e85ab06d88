import {
  awaitsOptions,
  createResolveForAnswers,
  type EnquiryType,
  type Form,
  type FormType,
  findText,
  hiddenReason,
  isSameId,
  type JsonSchema,
  type Lists,
  type Plan,
  resolve,
  toClientForm,
  toSituation,
  typeField,
  type Values,
} from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { closedTextKey, fullTextKey } from '#engine/model/names.ts';
import { needsSchema } from '#widgets/nested/needs-nested-fields.ts';
import type { FormView, PostAnswer, SectionData } from '../../../contact/section-data.ts';
import { createNamedCache } from '../../platform/named-cache.ts';
import { addLaterInputs, createPresetSection, getOpeningInputs, loadingInputs } from '../../preset/pages.ts';
import type { Content, Page } from '../content/content.ts';
import { findPageTitle } from '../content/type-names.ts';
import { findPageTypes, getValueLocale, type PageVisit, toVisitSituation } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { toModuleAddress } from '../documents/module-address.ts';
import { createTextFilter } from './text-filter.ts';

const endpoints = {
  graphql: '/graphql',
  contactUpload: '/api/contact-upload',
  contactResume: '/api/contact-resume',
};

export interface OpeningForm {
  readonly view: FormView;
  /** The plan, the same as the page computes from the data. */
  readonly plan: Plan;
  /**
   * The plan with no answer but the enquiry type: parts that no answer decides are identical objects in both.
   * Absent if that type is not offered.
   */
  readonly blank?: Plan;
  readonly omissions: Omissions;
}

/**
 * The enquiry types of a page that the form does not have, and the reason why the page shows no form. Both
 * are those before any answer, and are meant for the log.
 */
export interface Omissions extends Pick<Plan, 'unknownTypes'> {
  /** Absent if the form is shown. */
  readonly hiddenReason?: string;
}

/**
 * Returns the minimal data that a page needs to render its form and to hydrate it: the offered types, and the
 * lists that the forms ask for. Everything independent of the answers is computed once per form, page,
 * language and day.
 * @param validatorRuntime The address that the modules with the validators import.
 * @param answer The values of a posted form and the result of the post. They replace `prefill`, the values of a
 * link.
 */
export function createOpeningForm(
  ready: CompiledForm,
  visit: PageVisit,
  {
    validatorRuntime,
    answer,
    prefill,
  }: {
    readonly validatorRuntime: string;
    readonly answer?: PostAnswer | undefined;
    readonly prefill?: Values | undefined;
  },
): OpeningForm {
  const { form } = ready;
  const { page, isOpened } = visit;
  const opening = getCachedOpening(form, visit);
  const { section, ...plans } = createAnsweredSection(opening, visit, answer?.entered ?? prefill ?? {});
  const view: FormView = {
    placement: page.placement,
    isShown: plans.plan.isSectionShown,
    ...(opening.closedText !== undefined && { closedText: opening.closedText }),
    section,
    isOpened,
    answer,
    ...(prefill && !answer && { prefill }),
    validators: toModuleAddress({ hash: form.hash, key: ':type', runtime: validatorRuntime }),
  };
  return { view, ...plans, omissions: opening.omissions };
}

/**
 * Returns the text of the first type of a page that is full, or that rules leave out, and that has one. Undefined if the page
 * offers a type.
 */
function findClosedText(form: Form, visit: PageVisit, { type, because }: Plan): string | undefined {
  if (type !== undefined) return undefined;
  const closed = findPageTypes(form, visit).flatMap(({ id }) =>
    form.types.filter((one) => isSameId(one.id, id) && Object.hasOwn(because.excludedTypes, one.key)),
  );
  const keys = closed.flatMap(({ key }) => {
    const isFull = because.excludedTypes[key]?.length === 0;
    return (isFull ? [fullTextKey, closedTextKey] : [closedTextKey]).map((text) => `forms.${key}.${text}`);
  });
  return findText(form, visit.locale, keys);
}

interface PageOpening {
  readonly section: SectionData;
  /** The section with the inputs that pages load later, for a form that needs them as it opens. */
  readonly withLater: SectionData;
  readonly omissions: Omissions;
  /** The text for a page whose types all are left out by rules. */
  readonly closedText?: string;
}

/** Bounds the cached days and languages of one page, with and without figures. */
const mostOpenings = 16;
const getOpenings = memoizeByObject((_form: Form) =>
  memoizeByObject((_content: Content) => createNamedCache<Page, PageOpening>(mostOpenings)),
);

/**
 * Returns the cached opening of a page for its language, day, figures and full types, and creates it at the first call.
 */
function getCachedOpening(form: Form, visit: PageVisit): PageOpening {
  const { page, content, locale, today, figures, fullTypes } = visit;
  const cacheOpening = getOpenings(form)(content);
  return cacheOpening(page, JSON.stringify([locale, today, figures, fullTypes]), () =>
    createOpening(form, visit),
  );
}

/** Creates the section of a page before any answer, with and without the inputs that pages load later. */
function createOpening(form: Form, visit: PageVisit): PageOpening {
  const plan = resolve(form, toVisitSituation(form, visit, {}, loadingInputs));
  const section = createSectionData(form, visit, plan);
  const reason = hiddenReason(plan);
  const closedText = findClosedText(form, visit, plan);
  return {
    section,
    withLater: addLaterInputs(section, visit.content, visit.today),
    omissions: { unknownTypes: plan.unknownTypes, ...(reason !== undefined && { hiddenReason: reason }) },
    ...(closedText !== undefined && { closedText }),
  };
}

/**
 * Returns the section for entered values, with the plans that the page computes from both. It has the
 * inputs that pages load later only if the plan needs them.
 */
function createAnsweredSection(
  { section, withLater }: PageOpening,
  { page: { placement } }: PageVisit,
  entered: Values,
): Pick<OpeningForm, 'plan' | 'blank'> & { readonly section: SectionData } {
  const plan = planAnswers(section, placement, entered);
  return awaitsOptions(plan.plan)
    ? { section: withLater, ...planAnswers(withLater, placement, entered) }
    : { section, ...plan };
}

/** The plan of a section with no answer but one enquiry type, and a function that plans further answers. */
interface SectionPlans {
  readonly blank: Plan;
  readonly plan: (entered: Values) => Plan;
}

const cacheSectionPlans = createNamedCache<SectionData, SectionPlans>(mostOpenings);

/**
 * Returns the plan for entered values, and `blank`, the plan with no answer but the enquiry type; `blank` is
 * absent if the type is not offered.
 */
function planAnswers(
  data: SectionData,
  placement: Page['placement'],
  entered: Values,
): Pick<OpeningForm, 'plan' | 'blank'> {
  const type = entered[typeField];
  const inputs = getOpeningInputs(data, placement);
  /** Creates the situation of the section with these answers. */
  const createSituation = (answers: Values) => toSituation({ ...data, ...inputs, entered: answers });
  const isOffered = type === undefined || data.enquiryTypes.some(({ id }) => id === type);
  if (!isOffered) return { plan: resolve(data.form, createSituation(entered)) };
  const { blank, plan } = cacheSectionPlans(data, String(type), () => {
    const answer = type === undefined ? {} : { [typeField]: type };
    const answered = createResolveForAnswers(data.form, createSituation(answer));
    return { blank: answered(answer), plan: answered };
  });
  return { plan: plan(entered), blank };
}

/** Creates the data of a page's form that do not depend on answers. */
function createSectionData(form: Form, visit: PageVisit, plan: Plan): SectionData {
  const { page, content, today, figures } = visit;
  const locale = getValueLocale(visit);
  const { site, landingData } = page;
  const { hasFormTitle, hasFormCopy, hasSocialIcons, showInCenter, centerHeader, inSteps } = page;
  const { id, domain } = site;
  const enquiryTypes = toOfferedTypes(plan, locale, findPageTypes(form, visit));
  const types = form.types.filter((type) => enquiryTypes.some((offered) => isSameId(offered.id, type.id)));
  const added = createPresetSection(page, { content, form, types, locale });
  return {
    enquiryTypes,
    ...added.afterTypes,
    contactForm: { ...page.contactForm, site: { id, socials: hasSocialIcons ? site.socials : [] } },
    hasFormTitle: hasFormTitle && !isTitleOfForm(form, visit),
    hasFormCopy,
    hasSocialIcons,
    showInCenter,
    centerHeader,
    landingData,
    ...added.afterTexts,
    ...(inSteps && { inSteps }),
    ...added.afterSteps,
    ...pickUsedLists(form, types, content.lists),
    ...added.afterLists,
    form: getClientForm(form, types, { locale, inSteps }),
    site: { id, domain, ...added.site },
    locale,
    today,
    endpoints,
    ...(figures && { figures }),
    ...(site.campaign === 'visit' && { visit: site.hasClickId ? { hasClickId: true } : {} }),
  };
}

/** Returns true if a page has the title of its only form as its own heading, and gives the form no other title. */
function isTitleOfForm(form: Form, { page, content, locale }: PageVisit): boolean {
  const [type] = form.types;
  const given = page.landingData?.form_title ?? page.contactForm.formTitle;
  return (
    type?.isOnly === true &&
    given === undefined &&
    type.schema.title === findPageTitle(page, { form, content }, locale)
  );
}

/** Returns the part of a form that a page needs. Pages that show the same get the same object. */
function getClientForm(
  form: Form,
  types: Form['types'],
  { locale, inSteps }: { readonly locale: string; readonly inSteps: boolean },
): Form {
  const keys = types.map(({ key }) => key);
  return cacheForm(form, JSON.stringify([locale, inSteps, keys]), () =>
    reduceForm(
      toClientForm(form, { locale, types: keys }),
      createTextFilter({ form, types, inSteps }),
      inSteps,
    ),
  );
}

const cacheForm = createNamedCache<Form, Form>(mostOpenings);

/**
 * Returns those of the types that the plan offers, each with the label that the page shows. The plan's first
 * field must be that of the enquiry type.
 */
function toOfferedTypes(plan: Plan, locale: string, types: readonly EnquiryType[]): readonly EnquiryType[] {
  const labels = new Map(plan.fields[0]?.options?.map(({ value, label }) => [String(value), label]));
  return types.flatMap(({ id, name }) => {
    const label = labels.get(String(id));
    if (label === undefined) return [];
    return [{ id, name, ...(label !== name && { names: { [locale]: label } }) }];
  });
}

/** Returns the lists that a field or any rule names as its options; an empty object if there are none. */
function pickUsedLists(form: Form, types: Form['types'], lists: Lists): Pick<SectionData, 'lists'> {
  const names = new Set([
    ...types.flatMap(({ fields }) => fields.flatMap(({ optionSet }) => optionSet ?? [])),
    ...form.rules.flatMap(({ then }) => Object.values(then.options ?? {})),
  ]);
  const asked = Object.entries(lists).filter(([name]) => names.has(name));
  return asked.length === 0 ? {} : { lists: Object.fromEntries(asked) };
}

/**
 * Returns a form without the parts that a page does not read: schemas are needed for nested fields and
 * conditions only, and of others the title and description of an only type, steps and saving only on pages that show a form in steps, and texts only if the page may
 * show them.
 * @param isShown Returns true for the key of a text that the page may show.
 */
function reduceForm(form: Form, isShown: (key: string) => boolean, inSteps: boolean): Form {
  const types = form.types.map((type) =>
    needsSchema(type) ? type : { ...type, schema: pickHeader(type), uiSchema: {} },
  );
  const { pipes = {}, ...rest } = form;
  const isPiped = Object.values(pipes).some((all) => Object.keys(all).some(isShown));
  return {
    ...rest,
    types: inSteps ? types : types.map(({ steps: _steps, resume: _resume, ...type }) => type),
    texts: filterTexts(form.texts, isShown),
    ...(isPiped && { pipes: filterTexts(pipes, isShown) }),
  };
}

/** Returns the title and the description of an only type, which its header shows; an empty schema for others. */
function pickHeader({ isOnly, schema: { title, description } }: FormType): JsonSchema {
  if (isOnly !== true) return {};
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
}

/** Returns the texts of all languages whose keys are shown. */
function filterTexts(texts: Form['texts'], isShown: (key: string) => boolean): Form['texts'] {
  const entries = Object.entries(texts).map(([locale, all]) => [
    locale,
    Object.fromEntries(Object.entries(all).filter(([key]) => isShown(key))),
  ]);
  return Object.fromEntries(entries);
}
