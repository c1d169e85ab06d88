import fc from 'fast-check';
import { type Id, isSameId } from '#engine';
import type { Placement } from '../../src/contact/index.ts';
import type { Content, Page } from '../../src/server/forms/content/content.ts';

/** A page with its response time in milliseconds since 1970 UTC. */
export interface DrawnPage {
  readonly page: Page;
  /** The demonstration's content, including this page. */
  readonly content: Content;
  /** BCP 47. */
  readonly locale: string;
  readonly drawnAt: number;
  /** Less than a day later. */
  readonly sentAt: number;
}

/** A request for an existing page, by its path, or for a possible one, by ids. */
export interface RandomVisit {
  readonly page: string | PossiblePage;
  /** The locale that the browser requests. */
  readonly locale: string;
  /** ISO time. */
  readonly drawn: string;
  readonly hoursLater: number;
}

/** An entry that a content author might write into `pages.json`. */
export interface PossiblePage {
  readonly site: Id;
  readonly placement: Placement;
  readonly selectedOffice?: Id | undefined;
  readonly eventTitle?: string | undefined;
  readonly enquiryTypes?: readonly Id[] | undefined;
  readonly offices?: readonly Id[] | undefined;
}

/**
 * Generates visits of existing and possible pages: any site, placement, office, event, choice of types and of
 * offices.
 */
export function createVisits(content: Content): fc.Arbitrary<RandomVisit> {
  const paths = fc.constantFrom(...content.pages.map(({ path }) => path));
  return fc.record({
    page: fc.oneof(paths, newPage(content)),
    locale: fc.constantFrom('en', 'en-GB', 'de', 'fr', 'ar'),
    // Much changes at midnight: the year, and which events are in the future.
    drawn: fc.constantFrom('2026-12-31T23:30Z', '2027-05-29T23:30Z', '2028-02-29T12:00Z'),
    hoursLater: fc.constantFrom(0, 0.25, 1, 23),
  });
}

function newPage({ sites, offices, events, enquiryTypes }: Content): fc.Arbitrary<PossiblePage> {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2, nil: undefined });
  const officeIds = offices.map(({ id }) => id);
  const titles = events.map(({ title }) => title);
  return fc.record({
    site: fc.constantFrom(...sites.map(({ id }) => id)),
    placement: fc.constantFrom<Placement>('inline', 'modal', 'landing'),
    selectedOffice: maybe(fc.constantFrom(...officeIds)),
    eventTitle: maybe(fc.constantFrom('An event of this page alone', ...titles)),
    enquiryTypes: maybe(
      fc.shuffledSubarray(
        enquiryTypes.map(({ id }) => id),
        { minLength: 1 },
      ),
    ),
    offices: maybe(fc.subarray(officeIds, { maxLength: 6 })),
  });
}

const hourMs = 3_600_000;

/** Returns the page of a visit, as the server has it. */
export function createDrawnPage(
  content: Content,
  { page, locale, drawn, hoursLater }: RandomVisit,
): DrawnPage {
  const drawnAt = Date.parse(drawn);
  const sentAt = drawnAt + hoursLater * hourMs;
  if (typeof page !== 'string') {
    const made = createPage(content, page);
    return { page: made, content: { ...content, pages: [made] }, locale, drawnAt, sentAt };
  }
  const found = content.pages.find(({ path }) => path === page);
  if (found === undefined) throw new Error(`Cannot draw "${page}": there is no such page`);
  return { page: found, content, locale: found.locale ?? locale, drawnAt, sentAt };
}

function createPage(content: Content, page: PossiblePage): Page {
  const { placement, selectedOffice, eventTitle } = page;
  const [site] = pickOne(content.sites, [page.site]);
  if (site === undefined) throw new Error(`Cannot make a page: there is no site "${page.site}"`);
  const [office] = pickOne(content.offices, selectedOffice === undefined ? [] : [selectedOffice]);
  return {
    path: '/new',
    site,
    title: 'New',
    placement,
    contactForm: {},
    hasFormTitle: true,
    hasFormCopy: true,
    hasSocialIcons: false,
    showInCenter: false,
    centerHeader: false,
    inSteps: false,
    enquiryTypes: page.enquiryTypes ? pickOne(content.enquiryTypes, page.enquiryTypes) : content.enquiryTypes,
    offices: page.offices ? pickOne(content.offices, page.offices) : site.offices,
    ...(office && { selectedOffice: office }),
    ...(eventTitle !== undefined && { eventTitle }),
  };
}

function pickOne<Entry extends { readonly id: Id }>(
  entries: readonly Entry[],
  ids: readonly Id[],
): readonly Entry[] {
  return ids.flatMap((id) => entries.filter((entry) => isSameId(entry.id, id)));
}
