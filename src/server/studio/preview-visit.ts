import { type Form, isSameId, type Office, type Situation, typeField, type Values } from '#engine';
import type { ScenarioDocument } from '#engine/scenarios/index.ts';
import { situationOfWords } from '#engine/scenarios/situation-of-words.ts';
import type { PreviewQuery } from '../../studio/protocol.ts';
import { type Content, type ContentSite, officeOfId, type Page } from '../content/content.ts';
import { allTypes, dayOf, typesOn, type Visit } from '../content/visit.ts';

export interface PreviewGround {
  readonly content: Content;
  readonly form: Form;
  /** The offices and the default situation of examples. */
  readonly scenarios: ScenarioDocument;
}

export interface PreviewVisit {
  readonly visit: Visit;
  readonly entered: Values;
}

/**
 * Creates the visit that a preview shows. If the content has no such page, the visit is on a blank page of
 * the site with the requested placement. Returns undefined if there is no such site.
 * @throws Error if an example refers to something that does not exist.
 */
export function previewVisit(
  ground: PreviewGround,
  query: PreviewQuery,
  now: number,
): PreviewVisit | undefined {
  const today = query.today ?? dayOf(now);
  const { content: whole, form } = ground;
  const told = query.example && situationOfExample(ground, query, today);
  const site = told && query.site === '' ? siteOfExample(whole, told) : previewedSite(whole, query);
  if (site === undefined) return undefined;
  const content = told ? contentOfExample(whole, told, site, form) : whole;
  const office = query.office === undefined ? undefined : officeOfId(content, query.office);
  const selectedOffice = office ?? told?.page.selectedOffice ?? undefined;
  const eventTitle = told?.page.eventTitle ?? undefined;
  const { like, offersAll } = pageLike(ground, site, query);
  const page: Page = {
    ...(like ?? barePage),
    path: '/studio/preview',
    site,
    placement: query.placement,
    enquiryTypes: told
      ? typesOfExample(told, content, form)
      : ((offersAll ? content.enquiryTypes : like?.enquiryTypes) ?? content.enquiryTypes),
    offices: (told && query.site === '' ? undefined : like?.offices) ?? site.offices,
    ...(selectedOffice && { selectedOffice }),
    ...(eventTitle !== undefined && { eventTitle }),
  };
  const visit = { page, content, locale: query.locale, today, isOpened: true };
  return { visit, entered: { ...told?.entered, ...openingType(form, query) } };
}

/** Returns the site that a query names: the first one if it names none. */
export function previewedSite({ sites }: Content, { site }: PreviewQuery): ContentSite | undefined {
  return site === '' ? sites[0] : sites.find(({ id }) => isSameId(id, site));
}

/**
 * Finds the site's page with the placement that offers the type. If there is none, the result is its first
 * page with the placement, with all types offered.
 */
function pageLike(
  { content, form }: PreviewGround,
  { id }: ContentSite,
  { placement, type }: PreviewQuery,
): { readonly like: Page | undefined; readonly offersAll: boolean } {
  const pages = content.pages.filter((page) => isSameId(page.site.id, id) && page.placement === placement);
  const wanted = form.types.find(({ key }) => key === type)?.id;
  const offers = (page: Page) =>
    wanted === undefined || typesOn(form, { page, content }).some((offered) => isSameId(offered.id, wanted));
  const like = pages.find(offers);
  return { like: like ?? pages[0], offersAll: like === undefined };
}

const barePage = {
  title: '',
  contactForm: {},
  hasFormTitle: false,
  hasFormCopy: false,
  hasSocialIcons: false,
  showInCenter: false,
  centerHeader: false,
  inSteps: false,
};

function situationOfExample(
  { form, scenarios }: PreviewGround,
  { example, placement, locale }: PreviewQuery,
  today: string,
): Situation {
  const document = { ...scenarios, offices: { ...scenarios.offices, ...example?.offices } };
  return situationOfWords(form, document, { ...example?.on, placement, locale, today });
}

/** Creates the site of an example, modelled on the site with the same id, else on the first one. */
function siteOfExample({ sites }: Content, { site, content }: Situation): ContentSite | undefined {
  const like = sites.find(({ id }) => isSameId(id, site.id)) ?? sites[0];
  if (like === undefined) return undefined;
  return {
    ...{ ...like, id: site.id, offices: officesOf(content) },
    isInternational: site.isInternational ?? false,
    exclude_from_international: site.exclude_from_international ?? false,
  };
}

/** Returns the offices of the situation. If `offices` is missing, `allOffices` replaces it. */
function officesOf({ offices, allOffices }: Situation['content']): readonly Office[] {
  return offices ?? allOffices ?? [];
}

function contentOfExample(
  content: Content,
  told: Situation,
  { domain, id }: ContentSite,
  form: Form,
): Content {
  const { allOffices, yachtModels, lists, eventTitles } = told.content;
  const titles = eventTitles.state === 'ready' ? eventTitles.titles : [];
  const isOwnSite = isSameId(id, told.site.id);
  return {
    ...content,
    enquiryTypes: allTypes(form, content),
    offices: isOwnSite ? (allOffices ?? officesOf(told.content)) : content.offices,
    yachtModels: yachtModels ?? [],
    lists: lists ?? {},
    events: titles.map((title) => ({ title, domain, startsOn: told.today })),
  };
}

/** Returns the types of an example. The names come from the content if it has the type. */
function typesOfExample(told: Situation, content: Content, form: Form): Page['enquiryTypes'] {
  const known = allTypes(form, content);
  return told.content.enquiryTypes.map((type) => known.find(({ id }) => isSameId(id, type.id)) ?? type);
}

/** Returns the values of a preview that opens with an enquiry type. */
function openingType({ types }: Form, { type }: PreviewQuery): Values {
  const found = types.find(({ key }) => key === type);
  return found === undefined ? {} : { [typeField]: found.id };
}
