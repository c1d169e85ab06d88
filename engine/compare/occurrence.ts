import { evaluateCondition, type FactValues, isOperation, parseOperation } from '../conditions/condition.ts';
import type { Condition } from '../model/types.ts';
import type { ConsequenceOccurrence } from './consequence.ts';

/** A subset of a list of situations: 1 at the index of each member. */
export type SituationSet = Uint8Array;

export interface CandidateCondition {
  readonly condition: Condition;
  /** The situations in which the condition is true. */
  readonly places: SituationSet;
}

/**
 * Returns conditions that may distinguish situations: the conditions of rules, their clauses, and the
 * negation of each. If several are true in the same situations, only the shortest is returned.
 * @param facts The facts of each situation, in the order of the sets.
 */
export function createCandidates(
  conditions: readonly Condition[],
  facts: readonly FactValues[],
): readonly CandidateCondition[] {
  const asked = new Map<string, Condition>();
  for (const condition of conditions)
    for (const part of [condition, ...listClauses(condition)])
      for (const each of [part, { '!': part } as Condition]) asked.set(JSON.stringify(each), each);
  const plainestFirst = [...asked].sort(([one], [other]) => one.length - other.length);
  const byPlaces = new Map<string, CandidateCondition>();
  for (const [, condition] of plainestFirst) {
    const places = Uint8Array.from(facts, (each) => (evaluateCondition(condition, each) ? 1 : 0));
    const key = places.join('');
    if (!byPlaces.has(key)) byPlaces.set(key, { condition, places });
  }
  return [...byPlaces.values()];
}

/**
 * Returns the conditions inside the `and`, `or` and `!` of a condition, at any depth and without itself. An
 * `in` gives one `==` for each constant. Empty for other conditions.
 */
function listClauses(condition: unknown): readonly Condition[] {
  if (!isOperation(condition)) return [];
  const { operator, operands } = parseOperation(condition);
  if (operator === 'and' || operator === 'or')
    return operands.flatMap((operand) => (isOperation(operand) ? [operand, ...listClauses(operand)] : []));
  if (operator === '!')
    return operands.flatMap((operand) => (isOperation(operand) ? [operand, ...listClauses(operand)] : []));
  const [fact, constants, ...kind] = operands;
  // A list of constants is split into one comparison for each.
  return operator === 'in' && Array.isArray(constants)
    ? constants.map((constant): Condition => ({ '==': [fact, constant, ...kind] }))
    : [];
}

/**
 * Returns a description, as short as possible, of `occurrences` among the situations `seen`: `all`, or a
 * condition that is true in exactly these (`these`). Returns `some` if no short condition is.
 */
export function findOccurrence(
  occurrences: SituationSet,
  seen: SituationSet,
  candidates: readonly CandidateCondition[],
): ConsequenceOccurrence {
  if (isSameSet(occurrences, seen)) return { in: 'all' };
  const known = listDistinctCandidates(candidates, seen);
  const single = known.find(({ places }) => isSameSet(places, occurrences));
  if (single) return { in: 'these', when: single.condition };
  const around = narrowSituations(occurrences, seen, known);
  if (isSameSet(around.places, occurrences)) return { in: 'these', when: joinWithAnd(around.conditions) };
  const within = known
    .map(({ condition, places }) => ({ condition, places: intersectSets(places, around.places) }))
    .filter(({ places }) => isSubset(places, occurrences) && !isEmpty(places));
  const covering =
    coverSituations(occurrences, within) ??
    coverSituations(occurrences, [...within, ...combinePairs(known, around.places, occurrences)]);
  if (covering === undefined) return { in: 'some' };
  return { in: 'these', when: joinWithAnd([...around.conditions, joinWithOr(covering)]) };
}

/**
 * Returns conditions that are all true in `occurrences` and false in as many other situations as possible,
 * with the situations of `seen` that remain. Chooses them one by one, each time the one that leaves the
 * fewest situations, and then removes redundant ones.
 */
function narrowSituations(
  occurrences: SituationSet,
  seen: SituationSet,
  known: readonly CandidateCondition[],
) {
  const around = known.filter(({ places }) => isSubset(occurrences, places));
  let chosen: readonly CandidateCondition[] = [];
  let places = seen;
  for (;;) {
    let best:
      | { readonly candidate: CandidateCondition; readonly left: SituationSet; readonly count: number }
      | undefined;
    for (const candidate of around) {
      const left = intersectSets(places, candidate.places);
      const count = countMembers(left);
      if (count < countMembers(places) && (best === undefined || count < best.count))
        best = { candidate, left, count };
    }
    if (best === undefined) break;
    chosen = [...chosen, best.candidate];
    places = best.left;
  }
  for (const each of chosen) {
    const others = chosen.filter((other) => other !== each);
    if (
      isSameSet(
        others.reduce((left, other) => intersectSets(left, other.places), seen),
        places,
      )
    )
      chosen = others;
  }
  return { conditions: chosen.map(({ condition }) => condition), places };
}

/**
 * Returns a few of the conditions `within`, chosen greedily, such that in each of the `occurrences` at least
 * one is true. Undefined if they cannot cover all, or not with `maxAlternatives`.
 */
function coverSituations(
  occurrences: SituationSet,
  within: readonly CandidateCondition[],
): readonly Condition[] | undefined {
  let open = occurrences;
  const chosen: Condition[] = [];
  while (!isEmpty(open)) {
    const [best] = within
      .map((candidate) => ({ candidate, count: countMembers(intersectSets(candidate.places, open)) }))
      .sort((one, other) => other.count - one.count);
    if (best === undefined || best.count === 0 || chosen.length >= maxAlternatives) return undefined;
    chosen.push(best.candidate.condition);
    open = open.map((place, at) => (best.candidate.places[at] ? 0 : place));
  }
  return chosen;
}

/** More alternatives are unreadable. */
const maxAlternatives = 4;

/**
 * Returns pairs of conditions, joined by `and`, that are true only in `occurrences` among the situations
 * `around`. Empty if there are too many conditions.
 */
function combinePairs(
  known: readonly CandidateCondition[],
  around: SituationSet,
  occurrences: SituationSet,
): readonly CandidateCondition[] {
  if (known.length > maxPaired) return [];
  return known.flatMap((one, at) =>
    known.slice(at + 1).flatMap((other) => {
      const places = intersectSets(intersectSets(one.places, other.places), around);
      if (isEmpty(places) || !isSubset(places, occurrences)) return [];
      return [{ condition: { and: [one.condition, other.condition] }, places }];
    }),
  );
}

/** With more conditions there are too many pairs to try. */
const maxPaired = 60;

/**
 * Returns the conditions with their situations among `seen`. Of several that are true in the same ones, only
 * the first is returned.
 */
function listDistinctCandidates(
  candidates: readonly CandidateCondition[],
  seen: SituationSet,
): readonly CandidateCondition[] {
  const byPlaces = new Map<string, CandidateCondition>();
  for (const { condition, places } of candidates) {
    const within = intersectSets(places, seen);
    const key = within.join('');
    if (!byPlaces.has(key)) byPlaces.set(key, { condition, places: within });
  }
  return [...byPlaces.values()];
}

/** Joins conditions by `and`. A single one is returned itself. */
function joinWithAnd(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : { and: conditions };
}

/**
 * Joins conditions by `or`; several values of one fact become a list. A single condition is returned itself.
 */
function joinWithOr(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (only !== undefined && conditions.length === 1) return only;
  const asked = conditions.map((condition) => parseOperation(condition));
  const facts = new Set(asked.map(({ operands }) => JSON.stringify(operands[0])));
  const [first, , ...kind] = asked[0]?.operands ?? [];
  const isOneFact = facts.size === 1 && asked.every(({ operator }) => operator === '==');
  return isOneFact ? { in: [first, asked.map(({ operands }) => operands[1]), ...kind] } : { or: conditions };
}

function isSameSet(one: SituationSet, other: SituationSet): boolean {
  return one.every((place, at) => place === other[at]);
}

function isSubset(inner: SituationSet, outer: SituationSet): boolean {
  return inner.every((place, at) => place === 0 || outer[at] === 1);
}

function isEmpty(places: SituationSet): boolean {
  return places.every((place) => place === 0);
}

function intersectSets(one: SituationSet, other: SituationSet): SituationSet {
  return one.map((place, at) => (other[at] ? place : 0));
}

function countMembers(places: SituationSet): number {
  return places.reduce((sum, place) => sum + place, 0);
}
