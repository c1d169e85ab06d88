import { type Form, isSameId, otherChoice } from '#engine';
import { getCampaignName } from '#engine/model/campaign.ts';
import type {
  AnswerFiguresView,
  AnswerSplit,
  ChoiceCount,
  ChoiceFigures,
} from '../../../api/answer-figures.ts';
import type { NamedKey } from '../../../api/figures.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { EnquiryFilter, InboxEnquiry } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import { type FindLabelledFields, type LabelledField, listAnswerValues } from './answer-labels.ts';
import { hideSmallCounts } from './hide-small-counts.ts';

const dayMs = 86_400_000;

/** The key of choices that the live form does not have. */
const goneChoice = 'slipway:gone';

/** The key of all groups, or choices, that are not shown. */
const restKey = 'slipway:rest';

export interface AnswerFiguresQuery {
  readonly filter: EnquiryFilter;
  /** The first and the last day of the period: `2026-11-21`. */
  readonly from: string;
  readonly until: string;
  readonly by?: AnswerSplit;
}

export interface AnswerFiguresDependencies {
  readonly store: Pick<Store, 'findEnquiries'>;
  readonly form: Form;
  readonly findFields: FindLabelledFields;
  /** Fields that are no answers of the visitor, such as the type. */
  readonly recorded: ReadonlySet<string>;
  readonly nameType: (key: string) => string;
  readonly nameSite: (domain: string) => string;
  readonly limits: {
    /** Enquiries per read of the store. */
    readonly batch: number;
    /** The most enquiries that are counted, and the most groups that are shown. */
    readonly mostEnquiries: number;
    readonly mostGroups: number;
    /** The most choices of a field that are shown. */
    readonly mostChoices: number;
    /** The most days for which time is divided into weeks; longer periods into months. */
    readonly mostDaysInWeeks: number;
    /** Smaller counts are left out, and those by which they could be computed. */
    readonly fewest: number;
  };
}

/**
 * Counts the choices in the answers of the enquiries that a query selects, the latest first. The process is free for
 * other requests between two batches.
 */
export async function countAnswers(
  query: AnswerFiguresQuery,
  dependencies: AnswerFiguresDependencies,
): Promise<Omit<AnswerFiguresView, 'campaigns' | 'choices'>> {
  const { store, limits } = dependencies;
  const counter = createCounter(query, dependencies);
  let before: number | undefined;
  let isPartial = false;
  for (let remaining = limits.mostEnquiries; ; ) {
    const limit = Math.min(limits.batch, remaining + 1);
    const found = await store.findEnquiries({
      filter: query.filter,
      ...(before !== undefined && { before }),
      limit,
    });
    for (const enquiry of found.slice(0, remaining)) counter.add(enquiry);
    isPartial = found.length > remaining;
    remaining -= found.length;
    before = found.at(-1)?.sequence;
    if (found.length < limit || remaining < 0) break;
    await new Promise(setImmediate);
  }
  const { from, until, by } = query;
  return {
    from,
    until,
    ...(by && { by }),
    ...counter.toView(),
    ...(isPartial && { isPartial }),
    fewest: limits.fewest,
  };
}

/** The counts of a choice while they are made. */
interface ChoiceTally {
  readonly label: string;
  count: number;
  readonly byGroup: Map<string, number>;
}

/** The counts of a field while they are made. */
interface FieldTally {
  readonly field: LabelledField;
  readonly typeKeys: Set<string>;
  readonly choices: Map<string, ChoiceTally>;
  asked: number;
  answered: number;
  isMultiple: boolean;
}

/** Creates the counts of a query: `add` counts one enquiry, `toView` returns the sums. */
function createCounter(query: AnswerFiguresQuery, dependencies: AnswerFiguresDependencies) {
  const { form, findFields, recorded, limits } = dependencies;
  const tallies = new Map<string, FieldTally>();
  const groups = new Map<string, number>();
  const getGroup = createGrouping(query, limits.mostDaysInWeeks);
  let enquiries = 0;

  /** Returns the counts of a field, with the choices of the given type added. */
  function prepareTally(field: LabelledField, typeKey: string): FieldTally {
    const tally: FieldTally = tallies.get(field.name) ?? {
      field,
      typeKeys: new Set(),
      choices: new Map(),
      asked: 0,
      answered: 0,
      isMultiple: false,
    };
    tallies.set(field.name, tally);
    if (tally.typeKeys.has(typeKey)) return tally;
    tally.typeKeys.add(typeKey);
    for (const [value, label] of field.choices ?? [])
      if (!tally.choices.has(value)) tally.choices.set(value, { label, count: 0, byGroup: new Map() });
    return tally;
  }

  return {
    add(enquiry: InboxEnquiry): void {
      const type = form.types.find(({ id }) => isSameId(id, enquiry.enquiryType));
      const group = getGroup(enquiry, type?.key ?? String(enquiry.enquiryType));
      enquiries += 1;
      groups.set(group, (groups.get(group) ?? 0) + 1);
      if (type === undefined) return;
      for (const field of findFields(type.id).values()) {
        if (field.choices === undefined || recorded.has(field.name)) continue;
        const tally = prepareTally(field, type.key);
        const value = enquiry.values[field.name];
        const keys = new Set(listAnswerValues(value).map((one) => toChoiceKey(field, one)));
        tally.asked += 1;
        if (keys.size > 0) tally.answered += 1;
        tally.isMultiple ||= Array.isArray(value);
        for (const key of keys) {
          const choice = tally.choices.get(key) ?? { label: field.other ?? '', count: 0, byGroup: new Map() };
          tally.choices.set(key, choice);
          choice.count += 1;
          choice.byGroup.set(group, (choice.byGroup.get(group) ?? 0) + 1);
        }
      }
    },
    toView(): Pick<AnswerFiguresView, 'enquiries' | 'groups' | 'fields'> {
      const shown = selectGroups(groups, query, limits);
      const nameGroup = createGroupNames(query, dependencies);
      return {
        enquiries,
        groups: shown.map(({ key, members }) => ({
          key,
          name: nameGroup(key),
          count: sum(members.map((member) => groups.get(member) ?? 0)),
        })),
        fields: sortFields([...tallies.values()], form).map((tally) =>
          toChoiceFigures(tally, shown, dependencies),
        ),
      };
    },
  };
}

/** Returns the key under which a value counts: itself if it is a choice, else that of other or former choices. */
function toChoiceKey({ choices, other }: LabelledField, value: string): string {
  if (choices?.has(value)) return value;
  return other === undefined ? goneChoice : otherChoice;
}

/** Sorts the counts of fields by their place in the types of the form. */
function sortFields(tallies: readonly FieldTally[], form: Form): readonly FieldTally[] {
  const order = form.types.flatMap(({ fields }) => fields.map(({ name }) => name));
  return tallies.toSorted((one, other) => order.indexOf(one.field.name) - order.indexOf(other.field.name));
}

/** A group of the split as it is shown: one group, or all smaller ones together. */
interface ShownGroup {
  readonly key: string;
  readonly members: readonly string[];
}

function toChoiceFigures(
  { field, typeKeys, choices, asked, answered, isMultiple }: FieldTally,
  shown: readonly ShownGroup[],
  { nameType, limits: { fewest, mostChoices } }: AnswerFiguresDependencies,
): ChoiceFigures {
  const folded = foldChoices([...choices], mostChoices);
  const table = folded.map(([, { count, byGroup }]) => [
    count,
    ...shown.map(({ members }) => sum(members.map((member) => byGroup.get(member) ?? 0))),
  ]);
  const limited = hideSmallCounts(table, fewest);
  return {
    key: field.name,
    name: field.label,
    types: [...typeKeys].map((key): NamedKey => ({ key, name: nameType(key) })),
    asked,
    answered,
    isMultiple,
    choices: folded.map(([key, { label }], at): ChoiceCount => {
      const [count, ...groups] = limited[at] ?? [];
      return {
        key,
        name: label,
        ...(count !== undefined && { count }),
        byGroup: groups.map((one) => one ?? null),
      };
    }),
  };
}

/** Returns the function that finds the group of an enquiry; always the same group without a split. */
function createGrouping(query: AnswerFiguresQuery, mostDaysInWeeks: number) {
  const toTime = createTimeGrouping(query, mostDaysInWeeks);
  return ({ domain, receivedAt, campaign }: InboxEnquiry, typeKey: string): string => {
    switch (query.by) {
      case 'site':
        return domain;
      case 'type':
        return typeKey;
      case 'campaign':
        return (campaign && getCampaignName(campaign)) ?? '';
      case 'time':
        return toTime(receivedAt);
      case undefined:
        return '';
    }
  };
}

/**
 * Returns the groups to show: all weeks or months of the period, others by their number of enquiries, the largest
 * first. All beyond the limit are one group.
 */
function selectGroups(
  groups: ReadonlyMap<string, number>,
  query: AnswerFiguresQuery,
  { mostGroups, mostDaysInWeeks }: AnswerFiguresDependencies['limits'],
): readonly ShownGroup[] {
  if (query.by === undefined) return [];
  if (query.by === 'time') return listTimes(query, mostDaysInWeeks).map((key) => ({ key, members: [key] }));
  const sorted = [...groups.keys()].toSorted(
    (one, other) => (groups.get(other) ?? 0) - (groups.get(one) ?? 0),
  );
  const singles = sorted.length <= mostGroups ? sorted : sorted.slice(0, mostGroups - 1);
  const rest = sorted.slice(singles.length);
  return [
    ...singles.map((key) => ({ key, members: [key] })),
    ...(rest.length > 0 ? [{ key: restKey, members: rest }] : []),
  ];
}

/** Returns the Mondays of all weeks of a period, or its months if it is longer. */
function listTimes({ from, until }: AnswerFiguresQuery, mostDaysInWeeks: number): readonly string[] {
  const toTime = createTimeGrouping({ from, until }, mostDaysInWeeks);
  const times = new Set<string>();
  for (let at = Date.parse(from); at <= Date.parse(until); at += dayMs) times.add(toTime(toUtcDay(at)));
  return [...times];
}

/** Returns the function that finds the week of a day (its Monday, `2026-11-23`) or, in a long period, its month. */
function createTimeGrouping(
  { from, until }: Pick<AnswerFiguresQuery, 'from' | 'until'>,
  mostDaysInWeeks: number,
): (day: string) => string {
  const isInWeeks = (Date.parse(until) - Date.parse(from)) / dayMs < mostDaysInWeeks;
  return (day) => {
    if (!isInWeeks) return day.slice(0, 7);
    const time = Date.parse(day.slice(0, 10));
    const daysAfterMonday = (new Date(time).getUTCDay() + 6) % 7;
    return toUtcDay(time - daysAfterMonday * dayMs);
  };
}

/** Returns the function that names a group. Days, months, campaigns and the special groups are named by their key. */
function createGroupNames(
  { by }: AnswerFiguresQuery,
  { nameType, nameSite }: AnswerFiguresDependencies,
): (key: string) => string {
  return (key) => {
    if (key === restKey) return key;
    if (by === 'site') return nameSite(key);
    return by === 'type' ? nameType(key) : key;
  };
}

/** Returns the choices in their order; of a long list the most frequent ones, and all others as one. */
function foldChoices(
  choices: readonly (readonly [key: string, tally: ChoiceTally])[],
  most: number,
): readonly (readonly [key: string, tally: ChoiceTally])[] {
  if (choices.length <= most) return choices;
  const sorted = choices.toSorted(([, one], [, other]) => other.count - one.count);
  const folded: ChoiceTally = { label: '', count: 0, byGroup: new Map() };
  for (const [, { count, byGroup }] of sorted.slice(most - 1)) {
    folded.count += count;
    for (const [group, part] of byGroup) folded.byGroup.set(group, (folded.byGroup.get(group) ?? 0) + part);
  }
  return [...sorted.slice(0, most - 1), [restKey, folded]];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
