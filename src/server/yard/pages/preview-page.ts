import { type Id, isSameId, type Office, type Situation } from '#engine';
import type { ExampleSituation } from '#engine/check/index.ts';
import type { ScenarioDocument } from '#engine/check/scenarios/index.ts';
import type { PreviewQuery } from '../../../api/studio.ts';
import type { YardContent, YardSite } from '../content/content.ts';
import { findOffice } from '../content/offices.ts';
import type { YardPage } from './page.ts';

/**
 * Returns the yard's properties of a previewed page: the preselected office of the query or else of the
 * example, the event of the example, and the offices of a similar page or else of the site. An unknown office
 * is ignored.
 * @param options.isOwnSite True if the example defines the site, and thus the offices.
 */
export function createPreviewedYardPage(
  content: YardContent,
  {
    query: { office: id },
    example,
    isOwnSite,
    like,
    site,
  }: {
    readonly query: Pick<PreviewQuery, 'office'>;
    readonly example: Situation | undefined;
    readonly isOwnSite: boolean;
    readonly like: YardPage | undefined;
    readonly site: YardSite;
  },
): YardPage {
  const office = id === undefined ? undefined : findOffice(content, id);
  const selectedOffice = office ?? example?.page.selectedOffice ?? undefined;
  const eventTitle = example?.page.eventTitle ?? undefined;
  return {
    offices: (isOwnSite ? undefined : like?.offices) ?? site.offices,
    ...(selectedOffice && { selectedOffice }),
    ...(eventTitle !== undefined && { eventTitle }),
  };
}

/** Returns the members of a preview's query that preselect the office of a page. */
export function toPreviewedOffice({ selectedOffice }: YardPage): Pick<PreviewQuery, 'office'> {
  return selectedOffice ? { office: String(selectedOffice.id) } : {};
}

/** Returns the members of a preview's query that preselect an office, from the text parameters of a request. */
export function readPreviewedOffice(
  readText: (name: 'office') => string | undefined,
): Pick<PreviewQuery, 'office'> {
  const office = readText('office');
  return office === undefined ? {} : { office };
}

/** Returns the offices of an example alone, copied and not checked; none if it names none. */
export function copyExampleOffices({
  offices,
}: {
  readonly offices?: unknown;
}): Pick<ExampleSituation, 'offices'> {
  return offices === undefined ? {} : { offices: { ...Object(offices) } };
}

/** Returns the scenarios with the offices of an example added, so that its situation can name them. */
export function addExampleOffices(
  scenarios: ScenarioDocument,
  example: Pick<ExampleSituation, 'offices'> | undefined,
): ScenarioDocument {
  return { ...scenarios, offices: { ...scenarios.offices, ...example?.offices } };
}

/** Returns the yard's properties of the site of an example. */
export function createExampleYardSite({ site, content }: Situation): YardSite {
  return {
    offices: getOffices(content),
    isInternational: site.isInternational ?? false,
    exclude_from_international: site.exclude_from_international ?? false,
  };
}

/** Returns the models and events of an example, and its offices if the site is that of the example. */
export function createExampleYardContent(
  content: YardContent,
  example: Situation,
  { domain, id }: { readonly domain: string; readonly id: Id },
): YardContent {
  const { allOffices, yachtModels, eventTitles } = example.content;
  const titles = eventTitles.state === 'ready' ? eventTitles.titles : [];
  const isOwnSite = isSameId(id, example.site.id);
  return {
    offices: isOwnSite ? (allOffices ?? getOffices(example.content)) : content.offices,
    yachtModels: yachtModels ?? [],
    events: titles.map((title) => ({ title, domain, startsOn: example.today })),
  };
}

/** Returns the offices of the situation. If `offices` is missing, `allOffices` replaces it. */
function getOffices({ offices, allOffices }: Situation['content']): readonly Office[] {
  return offices ?? allOffices ?? [];
}
