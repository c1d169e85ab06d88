import { evaluateCondition } from '../../conditions/condition.ts';
import type { Plan, Rule, Situation } from '../../model/types.ts';
import { getPreselection, type PresetDocument, pickMissingItems } from '../../preset/check.ts';
import { toScenario } from '../proof/to-scenario.ts';
import type { ScenarioDocument, ScenarioSituation } from '../scenarios/index.ts';
import type { Visit } from '../situations/visit.ts';
import { getPlanFacts } from './part-log.ts';

/** The share of the visited situations in which a rule matches. */
export interface MatchingShare {
  /** The number of situations in which the rule matches. */
  readonly holds: number;
  /** The number of visited situations. */
  readonly of: number;
}

/**
 * A situation in the terms of scenarios: what is absent is as usual. It has the items of the narrowed list
 * that `scenarios.json` does not contain.
 */
export interface ExampleSituation extends Partial<PresetDocument> {
  readonly on: ScenarioSituation;
}

export interface RuleCoverage extends MatchingShare {
  /**
   * The shares by the key of the enquiry type. The empty key is for the pages as they open, for rules that
   * decide which types there are.
   */
  readonly byType: Readonly<Record<string, MatchingShare>>;
  /**
   * The smallest visited situation in which the rule makes a difference, else in which it matches. Absent if
   * it never matches.
   */
  readonly example?: ExampleSituation;
}

export interface RuleCounts extends MatchingShare {
  readonly example?: ExampleSituation;
  /** True if the rule makes a difference in the example. */
  readonly isMattering: boolean;
  /** The number of choices in the example that are not the usual ones; 0 without an example. */
  readonly unusual: number;
}

/** A visit, or a page as it opens. */
export type VisitedSituation = Pick<Visit, 'words' | 'unusual'> &
  Partial<Pick<Visit, 'slice' | 'known'>> & { readonly situation: Situation; readonly plan: Plan };

export interface RuleCoverageLog {
  /**
   * Counts a situation for all rules, and replaces the example of each rule for which it is a better one.
   * @param mattering The ids of the rules that make a difference there.
   */
  readonly recordVisit: (place: VisitedSituation, mattering: readonly string[]) => void;
  /** Returns the counts of every rule by its id, also of rules that never matched. */
  readonly getCounts: () => ReadonlyMap<string, RuleCounts>;
}

/**
 * Creates an empty log. For each rule it counts the situations in which the rule matches, and stores the most
 * usual one as the example, preferably one in which the rule makes a difference.
 */
export function createRuleCoverageLog(rules: readonly Rule[], document: ScenarioDocument): RuleCoverageLog {
  let of = 0;
  const known = new Map<string, { count: number; place?: VisitedSituation; isMattering: boolean }>(
    rules.map(({ id }) => [id, { count: 0, isMattering: false }]),
  );
  return {
    recordVisit(place, mattering) {
      of += 1;
      const facts = getPlanFacts(place.situation, place.plan);
      for (const { id, when } of rules) {
        const entry = known.get(id);
        if (entry === undefined || !evaluateCondition(when, facts)) continue;
        entry.count += 1;
        const isMattering = mattering.includes(id);
        const isSmaller = entry.place === undefined || place.unusual < entry.place.unusual;
        if (isMattering === entry.isMattering ? isSmaller : isMattering)
          Object.assign(entry, { place, isMattering });
      }
    },
    getCounts: () =>
      new Map(
        [...known].map(([id, { count, place, isMattering }]) => [
          id,
          {
            holds: count,
            of,
            isMattering,
            unusual: place?.unusual ?? 0,
            ...(place && { example: toExampleSituation(place, document) }),
          },
        ]),
      ),
  };
}

/**
 * Converts a visited situation to the terms of a scenario, with the items of the narrowed list that the
 * document does not have.
 */
function toExampleSituation(
  { slice, known, words, ...place }: VisitedSituation,
  document: ScenarioDocument,
): ExampleSituation {
  if (slice === undefined || known === undefined) {
    const preselection = getPreselection(words, place.situation);
    return { on: words, ...pickMissingItems(words, { known: preselection, document }) };
  }
  const visit = { ...place, slice, known, words, problems: [], exampleProblems: [] };
  const { scenario, ...added } = toScenario(visit, document, '', {});
  return { on: scenario.on, ...added };
}

/**
 * Merges the counts of each type into the coverage of each rule.
 * @param seen The counts of the rules by the key of the type. The empty key is for the pages as they open.
 */
export function buildRuleCoverage(
  rules: readonly Rule[],
  seen: readonly (readonly [key: string, ofRules: ReadonlyMap<string, RuleCounts>])[],
): Readonly<Record<string, RuleCoverage>> {
  return Object.fromEntries(
    rules.map(({ id }): [string, RuleCoverage] => {
      const all = seen.flatMap(([key, ofRules]) => {
        const own = ofRules.get(id);
        return own === undefined ? [] : [{ key, own }];
      });
      /** Returns the sum of one number of the rule over all types. */
      const sumCounts = (count: (own: RuleCounts) => number) =>
        all.reduce((total, { own }) => total + count(own), 0);
      const [best] = all
        .map(({ own }) => own)
        .filter(({ example }) => example !== undefined)
        .sort(
          (one, other) => Number(other.isMattering) - Number(one.isMattering) || one.unusual - other.unusual,
        );
      return [
        id,
        {
          holds: sumCounts((own) => own.holds),
          of: sumCounts((own) => own.of),
          byType: Object.fromEntries(all.map(({ key, own }) => [key, { holds: own.holds, of: own.of }])),
          ...(best?.example && { example: best.example }),
        },
      ];
    }),
  );
}
