import type { ScenarioDocument } from '../check/scenarios/index.ts';
import { memoizeByObject } from '../model/memoize.ts';
import type { Condition } from '../model/types.ts';
import { type ComparedVisit, createVisitExample, mergeFacts } from './compared-visits.ts';
import type { Consequence, ConsequenceKind, VersionDifference } from './consequence.ts';
import {
  type CandidateCondition,
  createCandidates,
  findOccurrence,
  type SituationSet,
} from './occurrence.ts';
import type { MarkVisible, ReportDifference } from './type-differences.ts';

/** Records for each situation which differences occur and which could be visible. */
export interface DifferencesLog {
  /** Returns the functions that record for the visit at this index of the list. */
  readonly at: (index: number) => {
    /** Records a difference, and the name of the set of situations in which it could be visible. */
    readonly recordDifference: ReportDifference;
    /** Adds the visit to the set with this name. */
    readonly markVisible: MarkVisible;
  };
  /** Returns true if a visit was added to the set with this name, such as `form` or `field boat`. */
  readonly hasVisibleSet: (seen: string) => boolean;
  /** Returns the names of the fields that any visit shows in both versions. */
  readonly listVisibleFields: () => ReadonlySet<string>;
  /**
   * Returns the recorded differences as consequences, each with its least unusual visit as the example.
   * `conditions` may describe where a difference occurs; `answers` may do so only for differences of the
   * schema's conditions. `document` has the items that examples need not contain.
   */
  readonly collect: (
    conditions: readonly Condition[],
    answers: readonly Condition[],
    document: ScenarioDocument,
  ) => readonly LoggedConsequence[];
}

/** A consequence with the name of the set of situations in which it could be visible. */
export interface LoggedConsequence {
  readonly seen: string;
  readonly consequence: Consequence;
}

interface LogEntry {
  readonly difference: VersionDifference;
  readonly seen: string;
  /** The situations in which the difference occurs. */
  readonly occurrences: SituationSet;
}

/** Creates an empty log for a list of visits. `at(index)` records for one of these visits. */
export function createDifferencesLog(visits: readonly ComparedVisit[]): DifferencesLog {
  const entries = new Map<string, LogEntry>();
  const seen = new Map<string, SituationSet>();
  // Differences that do not depend on the situation are the same object each time, so that their keys are
  // cached.
  const getKey = memoizeByObject((difference: VersionDifference) => JSON.stringify(difference));
  /** Returns the set with this name, or a new empty one that is not stored yet. */
  const getSituations = (name: string): SituationSet => seen.get(name) ?? new Uint8Array(visits.length);
  return {
    at: (index) => ({
      markVisible(name) {
        const places = getSituations(name);
        places[index] = 1;
        seen.set(name, places);
      },
      recordDifference(difference, name) {
        const key = `${name} ${getKey(difference)}`;
        const entry = entries.get(key) ?? {
          difference,
          seen: name,
          occurrences: new Uint8Array(visits.length),
        };
        entry.occurrences[index] = 1;
        entries.set(key, entry);
      },
    }),
    hasVisibleSet: (name) => seen.has(name),
    listVisibleFields: () =>
      new Set(
        [...seen.keys()].flatMap((name) =>
          name.startsWith(fieldPrefix) ? [name.slice(fieldPrefix.length)] : [],
        ),
      ),
    collect(conditions, answers, document) {
      const known = new Map<boolean, readonly CandidateCondition[]>();
      /**
       * Returns the conditions that may describe a difference; for the schema's conditions, also those on
       * answers. They are computed once.
       */
      const getCandidates = (isOfSchema: boolean) => {
        const asked = isOfSchema ? [...conditions, ...answers] : conditions;
        const candidates = known.get(isOfSchema) ?? createCandidates(asked, visits.map(mergeFacts));
        known.set(isOfSchema, candidates);
        return candidates;
      };
      const all = mergeManyValues([...entries.values()]);
      return all.map(({ difference, seen: name, occurrences }) => {
        const opposite = all.filter((other) => areOpposite(difference, other.difference));
        const universe = uniteSets([name, ...opposite.map(({ seen: other }) => other)].map(getSituations));
        const isEverywhere = universe.every((place, at) => place === occurrences[at]);
        const candidates = isEverywhere ? [] : getCandidates(difference.kind === 'conditions');
        const places = visits.filter((_, at) => occurrences[at] === 1);
        const smallest = places.reduce((best, visit) => (visit.unusual < best.unusual ? visit : best));
        return {
          seen: name,
          consequence: {
            ...difference,
            where: findOccurrence(occurrences, universe, candidates),
            situations: places.length,
            of: universe.reduce((sum, place) => sum + place, 0),
            example: createVisitExample(smallest, document),
          },
        };
      });
    },
  };
}

const fieldPrefix = 'field ';

/** Kinds that state the opposite of each other about one field, block, type or form. */
const oppositeKinds: readonly (readonly [readonly ConsequenceKind[], readonly ConsequenceKind[]])[] = [
  [['form-shown'], ['form-hidden']],
  [['type-offered'], ['type-not-offered']],
  [
    ['field-shown', 'field-revealed'],
    ['field-hidden', 'field-concealed'],
  ],
  [['block-shown'], ['block-hidden']],
  [['required'], ['optional']],
  [['enabled'], ['disabled', 'readonly']],
];

/**
 * Returns true if two differences contradict each other where they are not limited to their situations: a type
 * that is now offered on one site and no longer on another is not "offered everywhere".
 */
function areOpposite(one: VersionDifference, other: VersionDifference): boolean {
  return (
    one.field === other.field &&
    one.about === other.about &&
    oppositeKinds.some(
      ([first, second]) =>
        (first.includes(one.kind) && second.includes(other.kind)) ||
        (second.includes(one.kind) && first.includes(other.kind)),
    )
  );
}

/** Returns the situations that are in any of the sets, of which there is at least one. */
function uniteSets([first = new Uint8Array(), ...others]: readonly SituationSet[]): SituationSet {
  return others.reduce((all, other) => all.map((place, at) => (other[at] ? 1 : place)), first);
}

/**
 * Replaces differences that are equal except for `before` and `after` by one without these, if there are more
 * than `maxValues`. It occurs where any of them does. Others are returned unchanged.
 */
function mergeManyValues(entries: readonly LogEntry[]): readonly LogEntry[] {
  const groups = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const { kind, field, about } = entry.difference;
    const key = JSON.stringify([kind, field, about, entry.seen]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length <= maxValues) return group;
    const { before: _before, after: _after, ...difference } = first.difference;
    const occurrences = first.occurrences.map((_, at) =>
      group.some((entry) => entry.occurrences[at] === 1) ? 1 : 0,
    );
    return [{ ...first, difference, occurrences: occurrences }];
  });
}

/** If one thing has more values than these, they are not reported one by one. */
const maxValues = 3;
