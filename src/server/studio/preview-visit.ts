import { type Form, isSameId, type Situation, typeField, type Values } from '#engine';
import type { ScenarioDocument } from '#engine/check/scenarios/index.ts';
import { toScenarioSituation } from '#engine/check/scenarios/scenario-situation.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import type { Content, ContentSite, Page } from '../forms/content/content.ts';
import { findPageTypes, getAllTypes, type PageVisit, toUtcDay } from '../forms/content/visit.ts';
import {
  addExampleNames,
  createExamplePresetContent,
  createExamplePresetSite,
  createPreviewedPresetPage,
} from '../preset/pages.ts';

export interface PreviewSources {
  readonly content: Content;
  readonly form: Form;
  /** The scenarios of the draft, of which examples use the names and the default situation. */
  readonly scenarios: ScenarioDocument;
}

export interface PreviewVisit {
  readonly visit: PageVisit;
  /** The entered values at the start: those of the example, and the query's enquiry type. */
  readonly entered: Values;
}

/**
 * Creates the visit that a preview shows. Its page is modelled on one of the site with the requested
 * placement, or blank if there is none. Returns undefined if there is no such site. An unknown type of the
 * query is ignored, as is an unknown selection of the preset.
 * @param now In milliseconds since 1970; its UTC date is used if the query has none.
 * @throws Error if an example refers to something that does not exist.
 */
export function createPreviewVisit(
  sources: PreviewSources,
  query: PreviewQuery,
  now: number,
): PreviewVisit | undefined {
  const today = query.today ?? toUtcDay(now);
  const { content: whole, form } = sources;
  const example = query.example && createExampleSituation(sources, query, today);
  const site =
    example && query.site === '' ? createExampleSite(whole, example) : findPreviewedSite(whole, query);
  if (site === undefined) return undefined;
  const content = example ? createExampleContent(whole, example, site, form) : whole;
  const { like, offersAll } = findSimilarPage(sources, site, query);
  const page: Page = {
    ...(like ?? blankPage),
    path: '/studio/preview',
    site,
    placement: query.placement,
    enquiryTypes: example
      ? getExampleTypes(example, content, form)
      : ((offersAll ? content.enquiryTypes : like?.enquiryTypes) ?? content.enquiryTypes),
    ...createPreviewedPresetPage(content, {
      query,
      example,
      isOwnSite: example !== undefined && query.site === '',
      like,
      site,
    }),
  };
  const visit = { page, content, locale: query.locale, today, isOpened: true };
  return { visit, entered: { ...example?.entered, ...getOpeningValues(form, query) } };
}

/** Returns the site that a query names: the first one if it names none. Undefined if there is none. */
export function findPreviewedSite({ sites }: Content, { site }: PreviewQuery): ContentSite | undefined {
  return site === '' ? sites[0] : sites.find(({ id }) => isSameId(id, site));
}

/**
 * Returns the site's page with the requested placement that offers the type; without a known type, the first
 * page with the placement. If no page offers it, returns the first one, or undefined if there is none, and
 * `offersAll`: all types are to be offered on it.
 */
function findSimilarPage(
  { content, form }: PreviewSources,
  { id }: ContentSite,
  { placement, type }: PreviewQuery,
): { readonly like: Page | undefined; readonly offersAll: boolean } {
  const pages = content.pages.filter((page) => isSameId(page.site.id, id) && page.placement === placement);
  const wanted = form.types.find(({ key }) => key === type)?.id;
  /** Returns true if the page offers the type, or no known type is requested. */
  const offersType = (page: Page) =>
    wanted === undefined ||
    findPageTypes(form, { page, content }).some((offered) => isSameId(offered.id, wanted));
  const like = pages.find(offersType);
  return { like: like ?? pages[0], offersAll: like === undefined };
}

const blankPage = {
  title: '',
  contactForm: {},
  hasFormTitle: false,
  hasFormCopy: false,
  hasSocialIcons: false,
  showInCenter: false,
  centerHeader: false,
  inSteps: false,
};

/**
 * Returns the situation of the query's example, with the placement and the language of the query, and
 * `today`. Values that the example does not specify are those of the default situation.
 * @throws Error if the example refers to something that does not exist.
 */
function createExampleSituation(
  { form, scenarios }: PreviewSources,
  { example, placement, locale }: PreviewQuery,
  today: string,
): Situation {
  const document = addExampleNames(scenarios, example);
  return toScenarioSituation(form, document, { ...example?.on, placement, locale, today });
}

/**
 * Creates the site of an example, with its id and the preset's properties. Everything else is that of the
 * content's site with the same id, else of the first one. Undefined if the content has no sites.
 */
function createExampleSite({ sites }: Content, example: Situation): ContentSite | undefined {
  const { id } = example.site;
  const like = sites.find((site) => isSameId(site.id, id)) ?? sites[0];
  return like && { ...like, id, ...createExamplePresetSite(example) };
}

/** Returns the content with the lists of an example, and with all types of the form. */
function createExampleContent(content: Content, example: Situation, site: ContentSite, form: Form): Content {
  return {
    ...content,
    ...createExamplePresetContent(content, example, site),
    enquiryTypes: getAllTypes(form, content),
    lists: example.content.lists ?? {},
  };
}

/** Returns the types that an example offers. The names come from the form and the content if they have it. */
function getExampleTypes(example: Situation, content: Content, form: Form): Page['enquiryTypes'] {
  const known = getAllTypes(form, content);
  return (example.content.enquiryTypes ?? []).map(
    (type) => known.find(({ id }) => isSameId(id, type.id)) ?? type,
  );
}

/** Returns only the query's enquiry type, as an entered value. Empty if the form has no such type. */
function getOpeningValues({ types }: Form, { type }: PreviewQuery): Values {
  const found = types.find(({ key }) => key === type);
  return found === undefined ? {} : { [typeField]: found.id };
}
