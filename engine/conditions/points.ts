import { type ComparedKind, compareValues, hasOffset, shiftDate } from '../model/compare-values.ts';
import { formatClockOffset } from '../model/moments/clock-offset.ts';
import type { Condition } from '../model/types.ts';
import { getDateShift, getFactOfOperand, isOperation, listFactsRead, parseOperation } from './condition.ts';

/** The comparisons that conditions contain. */
export interface ConditionComparisons {
  /**
   * The constants that a fact is compared with, by its name; for shifted dates, the dates before the shift.
   */
  readonly constants: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** The comparisons of two facts. */
  readonly links: readonly Link[];
  /** The names of the facts that are compared by order, not only for equality. */
  readonly ordered: ReadonlySet<string>;
}

/** The operands of a comparison of two facts. Each is a fact or a shifted date. */
interface Link {
  readonly one: unknown;
  readonly other: unknown;
}

/**
 * Returns the comparisons in conditions, at any depth. Facts that are read alone are left out. Conditions on
 * list items must have been renamed by `nameListItems`.
 */
export function collectComparisons(conditions: readonly unknown[]): ConditionComparisons {
  const constants = new Map<string, Set<unknown>>();
  const links: Link[] = [];
  const ordered = new Set<string>();
  /** Adds the values to the constants of the fact that an operand names. */
  const addConstants = (fact: unknown, values: readonly unknown[]) => {
    const name = getFactOfOperand(fact) ?? '';
    const known = constants.get(name) ?? new Set();
    for (const value of values) for (const before of listDatesBeforeShift(fact, value)) known.add(before);
    constants.set(name, known);
  };
  /** Adds the comparisons in a condition to `constants`, `links` and `ordered`. */
  const collectFromNode = (node: unknown): void => {
    if (!isOperation(node)) return;
    const { operator, operands } = parseOperation(node);
    if (operator === 'var') return;
    const [one, other] = operands;
    const isCompared = [one, other].some((side) => getFactOfOperand(side) !== undefined);
    if (['and', 'or', '!'].includes(operator) || !isCompared) {
      operands.forEach(collectFromNode);
      return;
    }
    const asksOrder = !['==', '!=', 'in'].includes(operator);
    for (const side of asksOrder ? [one, other] : []) ordered.add(getFactOfOperand(side) ?? '');
    if (getFactOfOperand(one) === undefined) addConstants(other, listConstants(one));
    else if (getFactOfOperand(other) === undefined) addConstants(one, listConstants(other));
    else links.push({ one, other });
  };
  conditions.forEach(collectFromNode);
  return { constants, links, ordered };
}

/** Returns the constants of an operand, which may be one or a list, without null and undefined. */
function listConstants(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
}

/**
 * Returns the dates that become the given date by the shift of a fact, which is an operand here. For months
 * and years it includes the days before and after, because months differ in length. Returns the date itself
 * if the fact is not shifted, and an empty list if the value is not a date.
 */
function listDatesBeforeShift(fact: unknown, date: unknown): readonly unknown[] {
  const shift = getDateShift(fact);
  if (shift === undefined) return [date];
  const back = shiftDate(date, { ...shift, count: -shift.count });
  const days = shift.unit === 'days' || shift.unit === 'weeks' ? [0] : [-1, 0, 1];
  return days.flatMap((count) => shiftDate(back, { count, unit: 'days' }) ?? []);
}

export interface PointInput {
  readonly conditions: readonly Condition[];
  /** Returns the kind of a fact; undefined for a fact without an order. */
  readonly getKind: (fact: string) => ComparedKind | undefined;
  /** Values that a fact is known to have. */
  readonly seeds?: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * Returns values for each fact of an ordered kind, with which the conditions can have every possible result:
 * values before, at and after each constant, and around the values of the facts that it is compared with.
 * A fact of no kind has only its seeds, and is left out if there are none.
 *
 * Comparisons of two facts are difference constraints. If they have a solution, there is one in which each
 * value is a sum of a constant and shifts along at most as many comparisons as there are facts. That number
 * of rounds therefore finds it (algorithm of Bellman and Ford).
 */
export function findPoints({
  conditions,
  getKind,
  seeds,
}: PointInput): ReadonlyMap<string, readonly unknown[]> {
  const { constants, links, ordered } = collectComparisons(conditions);
  const points = new Map<string, Map<string, unknown>>();
  /**
   * Adds a value to those of a fact, unless it is there already or the fact has `maxPoints` and it is no
   * seed.
   */
  const addPoint = (fact: string, value: unknown) => {
    const known = points.get(fact) ?? new Map<string, unknown>();
    points.set(fact, known);
    if (known.size < maxPoints || seeds?.get(fact)?.includes(value)) known.set(JSON.stringify(value), value);
  };
  const names = listFactsRead(conditions);
  for (const fact of names) {
    const kind = getKind(fact);
    for (const seed of seeds?.get(fact) ?? []) addPoint(fact, seed);
    if (kind === undefined) continue;
    const named = [...(constants.get(fact) ?? [])];
    // For a text that is only compared for equality, one other text is enough.
    const near =
      kind === 'text' && !ordered.has(fact)
        ? named
        : [...listConstantNeighbours(kind, named), ...listZonedTimes(kind, named)];
    for (const value of near) addPoint(fact, value);
  }
  const linked = links.flatMap(({ one, other }) => [
    { from: one, to: other },
    { from: other, to: one },
  ]);
  seedUnconnectedFacts(linked, points, getKind, addPoint);
  for (let round = 0; round < Math.min(names.length, maxRounds); round += 1) {
    for (const { from, to } of linked) {
      const [source, target] = [getFactOfOperand(from) ?? '', getFactOfOperand(to) ?? ''];
      for (const value of [...(points.get(source)?.values() ?? [])])
        for (const near of listValuesNearComparison(getKind(source), value, from, to)) addPoint(target, near);
    }
  }
  return new Map([...points].map(([fact, values]) => [fact, [...values.values()]]));
}

/** The largest number of values of a fact. Seeds are added beyond it. */
const maxPoints = 64;

/** The number of rounds after which facts that are compared with each other are not distinguished further. */
const maxRounds = 12;

/** A comparison of two facts that is followed from the first operand to the second. */
interface DirectedLink {
  readonly from: unknown;
  readonly to: unknown;
}

/**
 * Adds a first value to one fact of each group of facts that are only compared with each other, because no
 * constant gives them one.
 */
function seedUnconnectedFacts(
  links: readonly DirectedLink[],
  points: ReadonlyMap<string, unknown>,
  getKind: PointInput['getKind'],
  addPoint: (fact: string, value: unknown) => void,
): void {
  const connected = new Set(points.keys());
  for (let grown = true; grown; ) {
    const before = connected.size;
    for (const { from, to } of links)
      if (connected.has(getFactOfOperand(from) ?? '')) connected.add(getFactOfOperand(to) ?? '');
    grown = connected.size > before;
    const next = grown ? undefined : links.find(({ from }) => !connected.has(getFactOfOperand(from) ?? ''));
    const name = next && (getFactOfOperand(next.from) ?? '');
    const kind = name === undefined ? undefined : getKind(name);
    if (name === undefined) continue;
    if (kind !== undefined) addPoint(name, valueByKind[kind]);
    connected.add(name);
    grown = true;
  }
}

export const valueByKind: Readonly<Record<ComparedKind, unknown>> = {
  boolean: true,
  number: 1,
  text: 'another',
  id: 'another',
  date: '2027-06-15',
  time: '12:00:00Z',
  'date-time': '2027-06-15T12:00:00Z',
};

/**
 * Returns the previous value, the value itself and the next one in the order of its kind, as far as they
 * exist. Times get seconds and an offset, as in an answer.
 */
export function listNeighbours(kind: ComparedKind, value: unknown): readonly unknown[] {
  return [-1, 0, 1].flatMap((count) => getNeighbour(kind, value, count) ?? []);
}

/** Returns each constant with its neighbours, and the middle between each two consecutive numbers. */
function listConstantNeighbours(kind: ComparedKind, constants: readonly unknown[]): readonly unknown[] {
  const near = constants.flatMap((value) => listNeighbours(kind, value));
  const numbers = constants.filter((value) => typeof value === 'number').sort((one, other) => one - other);
  const middles = numbers.slice(1).map((number, index) => ((numbers[index] ?? number) + number) / 2);
  return [...near, ...middles];
}

/**
 * Returns further times for a fact that is compared with times that have an offset from UTC and with times
 * that have none. Each returned time has an offset that a time zone can have. It is near a constant of one of
 * these kinds and as near as possible to a constant of the other. Returns an empty list for facts that are
 * not times.
 */
function listZonedTimes(kind: ComparedKind, constants: readonly unknown[]): readonly string[] {
  if (kind !== 'time' && kind !== 'date-time') return [];
  const times = constants.filter((value) => typeof value === 'string');
  /**
   * Returns the times with or without an offset and their neighbours, in milliseconds since 1970. A time
   * without an offset is read as UTC.
   */
  const listEpochTimesNear = (isWithOffset: boolean) =>
    times
      .filter((time) => hasOffset(time) === isWithOffset)
      .flatMap((time) => listNeighbours(kind, time))
      .map((time) => Date.parse(kind === 'time' ? `${someDay}T${time}` : String(time)));
  const moments = listEpochTimesNear(true);
  return listEpochTimesNear(false).flatMap((clock) =>
    moments.flatMap((moment) => {
      const minutes = Math.round(Math.min(Math.max((clock - moment) / 60_000, -12 * 60), 14 * 60));
      return [clock, moment + minutes * 60_000].flatMap((read) => formatZonedTime(kind, read, minutes));
    }),
  );
}

/**
 * Returns a time with an offset from UTC. Returns an empty list if a time of the day is on another day.
 * @param clock The date and time on the clock as if it were UTC, in milliseconds since 1970.
 * @param offsetMinutes The offset, which is only appended.
 */
function formatZonedTime(
  kind: 'time' | 'date-time',
  clock: number,
  offsetMinutes: number,
): readonly string[] {
  const text = `${new Date(clock).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}${formatClockOffset(offsetMinutes)}`;
  if (kind === 'date-time') return [text];
  return text.startsWith(someDay) ? [text.slice(`${someDay}T`.length)] : [];
}

/** The day on which times of the day are computed. */
const someDay = '2027-06-15';

/**
 * Returns values of the fact in `to` that are near a value of the fact in `from`, with the shifts of both
 * applied. Empty if the kind is undefined.
 */
function listValuesNearComparison(
  kind: ComparedKind | undefined,
  value: unknown,
  from: unknown,
  to: unknown,
): readonly unknown[] {
  if (kind === undefined) return [];
  const shift = getDateShift(from);
  const moved = shift === undefined ? value : shiftDate(value, shift);
  return listDatesBeforeShift(to, moved).flatMap((each) => listNeighbours(kind, each));
}

/**
 * Returns the next value of a kind if `count` is 1, the previous one if it is -1, and the value itself if it
 * is 0. Neighbours are a day, a minute or 1 apart; a text gets one letter more or less. Returns undefined if
 * there is none.
 */
function getNeighbour(kind: ComparedKind, value: unknown, count: number): unknown {
  if (typeof value === 'number') return kind === 'number' ? value + count : undefined;
  if (typeof value !== 'string') return undefined;
  switch (kind) {
    case 'date':
      return shiftDate(value, { count, unit: 'days' });
    case 'time':
      return shiftTime(value, count);
    case 'date-time':
      return shiftDateTime(value, count);
    case 'text':
      return count < 0 ? value.slice(0, -1) || undefined : count > 0 ? `${value}a` : value;
    case 'number':
    case 'boolean':
      return undefined;
    case 'id':
      return count === 0 ? value : undefined;
  }
}

/**
 * Shifts a time of the day by `count` minutes: -1, 0 or 1. Returns undefined if the time is invalid or the
 * result is on another day.
 */
function shiftTime(time: string, count: number): string | undefined {
  const near = shiftDateTime(`${someDay}T${time}`, count)?.slice(`${someDay}T`.length);
  // A minute before 00:00 would become a time at the end of the day.
  return near !== undefined && Math.sign(compareValues(near, time, 'time') ?? 0) === count ? near : undefined;
}

/**
 * Shifts a date and time by minutes and does not change its offset. A time without an offset is read as UTC.
 * Returns undefined if the time is invalid.
 */
function shiftDateTime(moment: string, count: number): string | undefined {
  const [, clock = '', offset = 'Z'] = /^(.*?)(z|[+-]\d\d:?\d\d)?$/i.exec(moment) ?? [];
  const at = Date.parse(`${clock}Z`);
  if (Number.isNaN(at)) return undefined;
  return new Date(at + count * 60_000).toISOString().replace(/(?:\.000)?Z$/, offset);
}
