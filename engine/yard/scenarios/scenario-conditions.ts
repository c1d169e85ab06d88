import type { YardPlan } from '../model/types.ts';
import type { YardScenario } from './scenario.ts';

/**
 * Returns the conditions that describe the yard's part of a situation, as far as it is given: for the site
 * and the placement, unless it is inline, and for the preselected office and the event.
 */
export function listYardConditions({
  site,
  international,
  placement,
  selectedOffice,
  eventTitle,
}: YardScenario): { readonly ofPage: readonly unknown[]; readonly preselections: readonly unknown[] } {
  /** Returns the condition that a fact has a value. */
  const createEquality = (fact: string, value: unknown) => ({ '==': [{ var: fact }, value] });
  return {
    ofPage: [
      ...(site === undefined ? [] : [createEquality('site.id', site)]),
      ...(international === undefined ? [] : [createEquality('site.isInternational', international)]),
      ...(placement === 'modal' ? [{ var: 'page.inModal' }] : []),
      ...(placement === 'landing' ? [{ var: 'page.isForLanding' }] : []),
    ],
    preselections: [
      ...(selectedOffice ? [{ var: 'page.selectedOffice' }] : []),
      ...(eventTitle ? [createEquality('page.eventTitle', eventTitle)] : []),
    ],
  };
}

/**
 * Returns a condition that describes the offices of a plan, if the situation sets them: that none is
 * eligible, or that some or none are offered.
 */
export function listNarrowedListConditions(
  { offices }: YardScenario,
  { eligibleOffices, offeredOffices }: YardPlan,
): readonly unknown[] {
  if (offices === undefined) return [];
  if (eligibleOffices.length === 0) return [{ '!': { var: 'offices.anyEligible' } }];
  const isAny = { var: 'offices.anyOffered' };
  return [offeredOffices.length > 0 ? isAny : { '!': isAny }];
}

/** Returns true if a situation sets the yacht models or the event titles. */
export function setsLists({ yachtModels, eventTitles }: YardScenario): boolean {
  return Boolean(yachtModels ?? eventTitles);
}
