import {
  awaitsEventTitles,
  byLabel,
  clientForm,
  type EnquiryType,
  type Form,
  isSameId,
  type Lists,
  type Office,
  type Plan,
  resolve,
} from '#engine';
import { needsSchema } from '#widgets/nested/needs-nested-fields.ts';
import type { FormView, PostAnswer, SectionData } from '../../contact/section-data.ts';
import { futureEventTitles } from '../content/content.ts';
import { typesOn, type Visit, visitSituation } from '../content/visit.ts';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { shownTexts } from './shown-texts.ts';

/** Where a section sends to: this server. */
const endpoints = {
  graphql: '/graphql',
  contactUpload: '/api/contact-upload',
  contactResume: '/api/contact-resume',
};

/** A page's form as it travels, with the plan that it opens with. */
export interface OpeningForm {
  readonly view: FormView;
  readonly plan: Plan;
}

/**
 * What a page needs to draw its form and to take it over, and no more: the types that it offers, the offices that its site
 * uses without their addresses, the models and events that its forms ask for.
 */
export function openingForm(
  ready: CompiledForm,
  visit: Visit,
  {
    validatorRuntime,
    answer,
  }: { readonly validatorRuntime: string; readonly answer?: PostAnswer | undefined },
): OpeningForm {
  const { form } = ready;
  const { page, isOpened } = visit;
  const plan = resolve(form, visitSituation(form, visit, answer?.entered ?? {}, { state: 'loading' }));
  const view: FormView = {
    placement: page.placement,
    isShown: plan.isSectionShown,
    section: sectionData(form, visit, plan),
    isOpened,
    answer,
    validators: `/forms/${form.hash}/:type.js?runtime=${encodeURIComponent(validatorRuntime)}`,
  };
  return { view, plan };
}

function sectionData(form: Form, visit: Visit, plan: Plan): SectionData {
  const { page, content, locale, today, figures } = visit;
  const { site, offices, selectedOffice, landingData, eventTitle } = page;
  const { hasFormTitle, hasFormCopy, hasSocialIcons, showInCenter, centerHeader, inSteps } = page;
  const { id, domain, isInternational, exclude_from_international } = site;
  const enquiryTypes = offeredTypes(plan, locale, typesOn(form, visit));
  const types = form.types.filter((type) => enquiryTypes.some((offered) => isSameId(offered.id, type.id)));
  const officesHere = byLabel(isInternational ? content.offices : offices, locale).map(slimOffice);
  return {
    enquiryTypes,
    ...(isInternational ? { allOffices: officesHere } : { offices: officesHere }),
    officesSortedIn: locale,
    contactForm: { ...page.contactForm, site: { id, socials: hasSocialIcons ? site.socials : [] } },
    ...{ hasFormTitle, hasFormCopy, hasSocialIcons, showInCenter, centerHeader, landingData, eventTitle },
    ...(inSteps && { inSteps }),
    yachtModels: types.some(asksForModels) ? content.yachtModels.map(({ name }) => ({ name })) : undefined,
    ...listsOf(form, types, content.lists),
    selectedOffice: selectedOffice && slimOffice(selectedOffice),
    form: slimForm(
      clientForm(form, { locale, types: types.map(({ key }) => key) }),
      shownTexts({ form, types, inSteps }),
      inSteps,
    ),
    site: { id, domain, isInternational, exclude_from_international },
    ...{ locale, today, endpoints },
    ...(figures && { figures }),
    // A form that opens as an event enquiry need not fetch its titles.
    futureEventTitles: awaitsEventTitles(plan) ? futureEventTitles(content, domain, today) : undefined,
  };
}

/** The types that the plan offers, each with the one label that the page shows. */
function offeredTypes(plan: Plan, locale: string, types: readonly EnquiryType[]): readonly EnquiryType[] {
  const labels = new Map(plan.fields[0]?.options?.map(({ value, label }) => [String(value), label]));
  return types.flatMap(({ id, name }) => {
    const label = labels.get(String(id));
    if (label === undefined) return [];
    return [{ id, name, ...(label !== name && { names: { [locale]: label } }) }];
  });
}

/** The lists that some types may choose from, by themselves or by a rule. */
function listsOf(form: Form, types: Form['types'], lists: Lists): Pick<SectionData, 'lists'> {
  const names = new Set([
    ...types.flatMap(({ fields }) => fields.flatMap(({ optionSet }) => optionSet ?? [])),
    ...form.rules.flatMap(({ then }) => Object.values(then.options ?? {})),
  ]);
  const asked = Object.entries(lists).filter(([name]) => names.has(name));
  return asked.length === 0 ? {} : { lists: Object.fromEntries(asked) };
}

function asksForModels({ fields }: CompiledForm['form']['types'][number]): boolean {
  return fields.some(({ optionSet }) => optionSet === 'yachtModels');
}

/**
 * The fields of most types are all that a page reads of them: schemas are for nested fields and conditions, steps and what saves answers
 * for pages that show a form in steps. Of the texts it has those that it may show.
 */
function slimForm(form: Form, isShown: (key: string) => boolean, inSteps: boolean): Form {
  const types = form.types.map((type) => (needsSchema(type) ? type : { ...type, schema: {}, uiSchema: {} }));
  const { pipes = {}, ...rest } = form;
  const isPiped = Object.values(pipes).some((all) => Object.keys(all).some(isShown));
  return {
    ...rest,
    types: inSteps ? types : types.map(({ steps: _steps, resume: _resume, ...type }) => type),
    texts: chosen(form.texts, isShown),
    ...(isPiped && { pipes: chosen(pipes, isShown) }),
  };
}

function chosen(texts: Form['texts'], isShown: (key: string) => boolean): Form['texts'] {
  const entries = Object.entries(texts).map(([locale, all]) => [
    locale,
    Object.fromEntries(Object.entries(all).filter(([key]) => isShown(key))),
  ]);
  return Object.fromEntries(entries);
}

const slimmed = new WeakMap<Office, Office>();

/** In a browser only whether an office has an address matters. */
function slimOffice(office: Office): Office {
  let slim = slimmed.get(office);
  if (slim === undefined) {
    const { id, name, title, email, sortOrder, services, site } = office;
    slim = {
      id,
      name,
      ...(title && { title }),
      ...(email?.trim() && { email: '*' }),
      ...(typeof sortOrder === 'number' && { sortOrder }),
      ...(services && { services }),
      ...(site && { site: slimSite(site) }),
    };
    slimmed.set(office, slim);
  }
  return slim;
}

function slimSite({
  id,
  isInternational,
  exclude_from_international,
}: NonNullable<Office['site']>): NonNullable<Office['site']> {
  return {
    ...(id !== undefined && { id }),
    ...(isInternational && { isInternational }),
    ...(exclude_from_international && { exclude_from_international }),
  };
}
