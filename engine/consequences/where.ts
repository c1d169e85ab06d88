import { type FactValues, holds, isOperation, operationOf } from '../conditions/condition.ts';
import type { Condition } from '../types.ts';
import type { Where } from './consequence.ts';

/** A subset of a list of situations: 1 at the index of each member. */
export type Places = Uint8Array;

/** A condition, and the situations in which it is true. */
export interface Candidate {
  readonly condition: Condition;
  readonly places: Places;
}

/**
 * Returns conditions that may distinguish situations: the conditions of rules, their clauses, and the
 * negation of each. If several are true in the same situations, the shortest is returned.
 */
export function candidatesOf(
  conditions: readonly Condition[],
  facts: readonly FactValues[],
): readonly Candidate[] {
  const asked = new Map<string, Condition>();
  for (const condition of conditions)
    for (const part of [condition, ...partsOf(condition)])
      for (const each of [part, { '!': part } as Condition]) asked.set(JSON.stringify(each), each);
  const plainestFirst = [...asked].sort(([one], [other]) => one.length - other.length);
  const byPlaces = new Map<string, Candidate>();
  for (const [, condition] of plainestFirst) {
    const places = Uint8Array.from(facts, (each) => (holds(condition, each) ? 1 : 0));
    const key = places.join('');
    if (!byPlaces.has(key)) byPlaces.set(key, { condition, places });
  }
  return [...byPlaces.values()];
}

function partsOf(condition: unknown): readonly Condition[] {
  if (!isOperation(condition)) return [];
  const { operator, operands } = operationOf(condition);
  if (operator === 'and' || operator === 'or')
    return operands.flatMap((operand) => (isOperation(operand) ? [operand, ...partsOf(operand)] : []));
  if (operator === '!')
    return operands.flatMap((operand) => (isOperation(operand) ? [operand, ...partsOf(operand)] : []));
  const [fact, constants, ...kind] = operands;
  // A list of constants is split into one comparison for each.
  return operator === 'in' && Array.isArray(constants)
    ? constants.map((constant): Condition => ({ '==': [fact, constant, ...kind] }))
    : [];
}

/** Describes `occurrences`, a subset of the situations `seen`, as briefly as possible. */
export function whereOf(held: Places, seen: Places, candidates: readonly Candidate[]): Where {
  if (isSame(held, seen)) return { in: 'all' };
  const known = distinctWithin(candidates, seen);
  const single = known.find(({ places }) => isSame(places, held));
  if (single) return { in: 'these', when: single.condition };
  const around = narrowed(held, seen, known);
  if (isSame(around.places, held)) return { in: 'these', when: all(around.conditions) };
  const within = known
    .map(({ condition, places }) => ({ condition, places: both(places, around.places) }))
    .filter(({ places }) => isWithin(places, held) && !isEmpty(places));
  const covering = covered(held, within) ?? covered(held, [...within, ...pairs(known, around.places, held)]);
  if (covering === undefined) return { in: 'some' };
  return { in: 'these', when: all([...around.conditions, any(covering)]) };
}

/**
 * Chooses conditions one after another, each of which excludes most of the surplus situations. Drops
 * redundant ones.
 */
function narrowed(held: Places, seen: Places, known: readonly Candidate[]) {
  const around = known.filter(({ places }) => isWithin(held, places));
  let chosen: readonly Candidate[] = [];
  let places = seen;
  for (;;) {
    let best: { readonly candidate: Candidate; readonly left: Places; readonly count: number } | undefined;
    for (const candidate of around) {
      const left = both(places, candidate.places);
      const count = countOf(left);
      if (count < countOf(places) && (best === undefined || count < best.count))
        best = { candidate, left, count };
    }
    if (best === undefined) break;
    chosen = [...chosen, best.candidate];
    places = best.left;
  }
  for (const each of chosen) {
    const others = chosen.filter((other) => other !== each);
    if (
      isSame(
        others.reduce((left, other) => both(left, other.places), seen),
        places,
      )
    )
      chosen = others;
  }
  return { conditions: chosen.map(({ condition }) => condition), places };
}

/** Chooses a few conditions that cover all `occurrences`; undefined if it needs too many. */
function covered(held: Places, within: readonly Candidate[]): readonly Condition[] | undefined {
  let open = held;
  const chosen: Condition[] = [];
  while (!isEmpty(open)) {
    const [best] = within
      .map((candidate) => ({ candidate, count: countOf(both(candidate.places, open)) }))
      .sort((one, other) => other.count - one.count);
    if (best === undefined || best.count === 0 || chosen.length >= mostAlternatives) return undefined;
    chosen.push(best.candidate.condition);
    open = open.map((place, at) => (best.candidate.places[at] ? 0 : place));
  }
  return chosen;
}

/** More alternatives are unreadable. */
const mostAlternatives = 4;

/** Combines each two conditions, unless there are too many. */
function pairs(known: readonly Candidate[], around: Places, held: Places): readonly Candidate[] {
  if (known.length > mostPaired) return [];
  return known.flatMap((one, at) =>
    known.slice(at + 1).flatMap((other) => {
      const places = both(both(one.places, other.places), around);
      if (isEmpty(places) || !isWithin(places, held)) return [];
      return [{ condition: { and: [one.condition, other.condition] }, places }];
    }),
  );
}

const mostPaired = 60;

function distinctWithin(candidates: readonly Candidate[], seen: Places): readonly Candidate[] {
  const byPlaces = new Map<string, Candidate>();
  for (const { condition, places } of candidates) {
    const within = both(places, seen);
    const key = within.join('');
    if (!byPlaces.has(key)) byPlaces.set(key, { condition, places: within });
  }
  return [...byPlaces.values()];
}

function all(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : { and: conditions };
}

/** Joins conditions by `or`; several values of one fact become a list. */
function any(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (only !== undefined && conditions.length === 1) return only;
  const asked = conditions.map((condition) => operationOf(condition));
  const facts = new Set(asked.map(({ operands }) => JSON.stringify(operands[0])));
  const [first, , ...kind] = asked[0]?.operands ?? [];
  const isOneFact = facts.size === 1 && asked.every(({ operator }) => operator === '==');
  return isOneFact ? { in: [first, asked.map(({ operands }) => operands[1]), ...kind] } : { or: conditions };
}

function isSame(one: Places, other: Places): boolean {
  return one.every((place, at) => place === other[at]);
}

function isWithin(inner: Places, outer: Places): boolean {
  return inner.every((place, at) => place === 0 || outer[at] === 1);
}

function isEmpty(places: Places): boolean {
  return places.every((place) => place === 0);
}

function both(one: Places, other: Places): Places {
  return one.map((place, at) => (other[at] ? place : 0));
}

function countOf(places: Places): number {
  return places.reduce((sum, place) => sum + place, 0);
}
