import type { ScenarioDocument } from '../scenarios/index.ts';
import type { Condition } from '../types.ts';
import { type BothVisit, exampleOf, factsOfBoth } from './both-visits.ts';
import type { Consequence, Difference } from './consequence.ts';
import type { See, Tell } from './type-differences.ts';
import { type Candidate, candidatesOf, type Places, whereOf } from './where.ts';

/** Records for each situation which differences occur and which could be visible. */
export interface DifferencesLog {
  /** Returns the functions that record one visit. */
  readonly at: (index: number) => { readonly tell: Tell; readonly see: See };
  readonly hasSeen: (seen: string) => boolean;
  readonly seenFields: () => ReadonlySet<string>;
  /**
   * Returns the recorded differences as consequences. `conditions` may describe where a difference occurs;
   * `answers` may do so only for differences of the schema's conditions.
   */
  readonly told: (
    conditions: readonly Condition[],
    answers: readonly Condition[],
    document: ScenarioDocument,
  ) => readonly Told[];
}

/** A consequence with the name of the set of situations in which it could be visible. */
export interface Told {
  readonly seen: string;
  readonly consequence: Consequence;
}

interface Entry {
  readonly difference: Difference;
  readonly seen: string;
  readonly held: Places;
}

export function differencesLog(visits: readonly BothVisit[]): DifferencesLog {
  const entries = new Map<string, Entry>();
  const seen = new Map<string, Places>();
  // Differences that do not depend on the situation are the same object each time, so that their keys are
  // cached.
  const keys = new WeakMap<Difference, string>();
  const keyOf = (difference: Difference): string => {
    const known = keys.get(difference) ?? JSON.stringify(difference);
    keys.set(difference, known);
    return known;
  };
  const placesOf = (name: string): Places => seen.get(name) ?? new Uint8Array(visits.length);
  return {
    at: (index) => ({
      see(name) {
        const places = placesOf(name);
        places[index] = 1;
        seen.set(name, places);
      },
      tell(difference, name) {
        const key = `${name} ${keyOf(difference)}`;
        const entry = entries.get(key) ?? { difference, seen: name, held: new Uint8Array(visits.length) };
        entry.held[index] = 1;
        entries.set(key, entry);
      },
    }),
    hasSeen: (name) => seen.has(name),
    seenFields: () =>
      new Set(
        [...seen.keys()].flatMap((name) =>
          name.startsWith(fieldSeen) ? [name.slice(fieldSeen.length)] : [],
        ),
      ),
    told(conditions, answers, document) {
      const known = new Map<boolean, readonly Candidate[]>();
      const candidatesFor = (isOfSchema: boolean) => {
        const asked = isOfSchema ? [...conditions, ...answers] : conditions;
        const candidates = known.get(isOfSchema) ?? candidatesOf(asked, visits.map(factsOfBoth));
        known.set(isOfSchema, candidates);
        return candidates;
      };
      return plainer([...entries.values()]).map(({ difference, seen: name, held }) => {
        const universe = placesOf(name);
        const isEverywhere = universe.every((place, at) => place === held[at]);
        const candidates = isEverywhere ? [] : candidatesFor(difference.kind === 'conditions');
        const places = visits.filter((_, at) => held[at] === 1);
        const smallest = places.reduce((best, visit) => (visit.unusual < best.unusual ? visit : best));
        return {
          seen: name,
          consequence: {
            ...difference,
            where: whereOf(held, universe, candidates),
            situations: places.length,
            of: universe.reduce((sum, place) => sum + place, 0),
            example: exampleOf(smallest, document),
          },
        };
      });
    },
  };
}

const fieldSeen = 'field ';

/** Merges the differences of one thing if it has many values; the result has no values. */
function plainer(entries: readonly Entry[]): readonly Entry[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { kind, field, about } = entry.difference;
    const key = JSON.stringify([kind, field, about, entry.seen]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length <= mostValues) return group;
    const { before: _before, after: _after, ...difference } = first.difference;
    const held = first.held.map((_, at) => (group.some((entry) => entry.held[at] === 1) ? 1 : 0));
    return [{ ...first, difference, held }];
  });
}

/** If one thing has more values than these, they are not reported one by one. */
const mostValues = 3;
