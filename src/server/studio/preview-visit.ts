import { type Form, isSameId, type Office, type Situation, typeField, type Values } from '#engine';
import type { ScenarioDocument } from '#engine/scenarios/index.ts';
import { situationOfWords } from '#engine/scenarios/situation-of-words.ts';
import type { PreviewQuery } from '../../studio/protocol.ts';
import { type Content, type ContentSite, officeOfId, type Page } from '../content/content.ts';
import { allTypes, dayOf, typesOn, type Visit } from '../content/visit.ts';

/** What a preview is made from: the content, and what the draft says. */
export interface PreviewGround {
  readonly content: Content;
  readonly form: Form;
  /** Whose offices and usual situation an example speaks of. */
  readonly scenarios: ScenarioDocument;
}

/** A visit as a preview opens it. */
export interface PreviewVisit {
  readonly visit: Visit;
  /** What the visitor has entered. */
  readonly entered: Values;
}

/**
 * The visit that a preview shows, also where the content has no such page: then one like the site's own, with nothing of its own but
 * its placement. Undefined: there is no such site. @throws where an example names what there is not.
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

/** The site that a query names. */
export function previewedSite({ sites }: Content, { site }: PreviewQuery): ContentSite | undefined {
  return site === '' ? sites[0] : sites.find(({ id }) => isSameId(id, site));
}

/** The site's page with a placement that offers the type; where none does, one without its choice of types. */
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

/** A site like that of the content which has the example's id, else like the first. */
function siteOfExample({ sites }: Content, { site, content }: Situation): ContentSite | undefined {
  const like = sites.find(({ id }) => isSameId(id, site.id)) ?? sites[0];
  if (like === undefined) return undefined;
  return {
    ...{ ...like, id: site.id, offices: officesOf(content) },
    isInternational: site.isInternational ?? false,
    exclude_from_international: site.exclude_from_international ?? false,
  };
}

/** When the list a site should use is missing, the other serves. */
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

/** Types that the example names by their keys are called as the content calls them. */
function typesOfExample(told: Situation, content: Content, form: Form): Page['enquiryTypes'] {
  const known = allTypes(form, content);
  return told.content.enquiryTypes.map((type) => known.find(({ id }) => isSameId(id, type.id)) ?? type);
}

/** What a visitor has entered where a preview opens with an enquiry type. */
function openingType({ types }: Form, { type }: PreviewQuery): Values {
  const found = types.find(({ key }) => key === type);
  return found === undefined ? {} : { [typeField]: found.id };
}
