import type { OptionSetName } from '../../model/option-sets.ts';
import type { YardScenario } from './scenario.ts';

/** A dimension in which situations differ, and its choices: the usual one first, as an empty object. */
export interface YardAxis {
  /** The facts that it varies, for people: `page.inModal, page.isForLanding`. */
  readonly facts: string;
  readonly choices: readonly YardScenario[];
}

/**
 * The facts and option sets that the rules read, and the values of facts that their conditions distinguish.
 */
export interface ReadValues {
  readonly facts: ReadonlySet<string>;
  readonly optionSets: ReadonlySet<OptionSetName>;
  /** Returns the values of a fact that conditions distinguish; none if they do not read it. */
  readonly getValues: (fact: string) => readonly unknown[];
}

/**
 * Returns the axes of the site, the placement and the event of a page. An axis that the rules cannot
 * distinguish has fewer than two choices.
 */
export function listPageAxes(
  { facts, optionSets, getValues }: ReadValues,
  usual: YardScenario,
): readonly YardAxis[] {
  const isEventAsked = facts.has('page.eventTitle') || optionSets.has('pageEvent');
  return [
    { facts: 'site.id', choices: listSiteChoices(getValues('site.id'), usual) },
    {
      facts: 'site.isInternational',
      choices: facts.has('site.isInternational') ? [{}, { international: usual.international !== true }] : [],
    },
    { facts: 'page.inModal, page.isForLanding', choices: listPlacementChoices(facts, usual) },
    {
      facts: 'page.eventTitle',
      choices: isEventAsked ? listEventTitleChoices(getValues('page.eventTitle'), usual) : [],
    },
  ];
}

/**
 * Returns the axes of the content: those that precede the lists of `lists.json`, and those that follow them.
 * An axis that no field offers is left out.
 */
export function listContentAxes(
  { optionSets }: ReadValues,
  usual: YardScenario,
): { readonly beforeLists: readonly YardAxis[]; readonly afterLists: readonly YardAxis[] } {
  return {
    beforeLists: optionSets.has('yachtModels')
      ? [{ facts: 'yacht models', choices: listYachtModelChoices(usual) }]
      : [],
    afterLists: optionSets.has('futureEvents')
      ? [{ facts: 'event titles', choices: listFutureEventChoices(usual) }]
      : [],
  };
}

/**
 * Returns the usual site, the others that conditions name, and one that they do not name if they name the
 * usual one; none if they name no site.
 * @param values The values of the site that conditions distinguish.
 */
function listSiteChoices(values: readonly unknown[], usual: YardScenario): readonly YardScenario[] {
  const named = values.filter((value) => value !== '' && value !== 'another').map(String);
  if (named.length === 0) return [];
  const others = named.filter((id) => id !== String(usual.site));
  const isUsualNamed = others.length < named.length;
  return [{}, ...others.map((site) => ({ site })), ...(isUsualNamed ? [{ site: 'another' }] : [])];
}

/** Returns the usual placement, then those that the rules can distinguish from it. */
function listPlacementChoices(
  facts: ReadonlySet<string>,
  { placement = 'inline' }: YardScenario,
): readonly YardScenario[] {
  const known = [
    'inline',
    ...(facts.has('page.inModal') ? ['modal'] : []),
    ...(facts.has('page.isForLanding') ? ['landing'] : []),
  ] as const;
  const others = known.filter((name) => name !== placement) as readonly ('inline' | 'modal' | 'landing')[];
  return [{}, ...others.map((name) => ({ placement: name }))];
}

/**
 * Returns the usual event of the page, then no event (`null`), a made-up title and the titles that conditions
 * name; the usual one is not repeated.
 * @param values The values of the event title that conditions distinguish.
 */
function listEventTitleChoices(
  values: readonly unknown[],
  { eventTitle = null }: YardScenario,
): readonly YardScenario[] {
  const titles = [
    null,
    'Open day',
    ...values.filter((value) => value !== '' && value !== 'another').map(String),
  ];
  return [{}, ...titles.filter((title) => title !== eventTitle).map((title) => ({ eventTitle: title }))];
}

/**
 * Returns two choices: the usual yacht models and an empty list, or the usual empty list and a list of one
 * model.
 */
function listYachtModelChoices({ yachtModels = [] }: YardScenario): readonly YardScenario[] {
  return yachtModels.length > 0 ? [{}, { yachtModels: [] }] : [{}, { yachtModels: ['A model'] }];
}

/**
 * Returns the usual event titles, then the two others of: a list with titles, an empty list, and titles that
 * failed to load.
 */
function listFutureEventChoices({ eventTitles: usual = [] }: YardScenario): readonly YardScenario[] {
  return usual.length > 0 && typeof usual !== 'string'
    ? [{}, { eventTitles: [] }, { eventTitles: 'failed' }]
    : [{}, { eventTitles: ['Open day'] }, { eventTitles: usual === 'failed' ? [] : 'failed' }];
}
