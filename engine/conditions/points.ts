import { formatClockOffset } from '../clock-offset.ts';
import type { Condition } from '../types.ts';
import { type ComparedKind, compareValues, hasOffset, shiftDate } from './compare.ts';
import { getDateShift, getFactOfOperand, isOperation, listFactsRead, parseOperation } from './condition.ts';

export interface ConditionComparisons {
  /**
   * The constants that a fact is compared with, by its name; for shifted dates, the dates before the shift.
   */
  readonly constants: ReadonlyMap<string, ReadonlySet<unknown>>;
  readonly links: readonly Link[];
  readonly ordered: ReadonlySet<string>;
}

interface Link {
  readonly one: unknown;
  readonly other: unknown;
}

export function collectComparisons(conditions: readonly unknown[]): ConditionComparisons {
  const constants = new Map<string, Set<unknown>>();
  const links: Link[] = [];
  const ordered = new Set<string>();
  const addConstants = (fact: unknown, values: readonly unknown[]) => {
    const name = getFactOfOperand(fact) ?? '';
    const known = constants.get(name) ?? new Set();
    for (const value of values) for (const before of reverseShift(fact, value)) known.add(before);
    constants.set(name, known);
  };
  const visitOperand = (node: unknown): void => {
    if (!isOperation(node)) return;
    const { operator, operands } = parseOperation(node);
    if (operator === 'var') return;
    const [one, other] = operands;
    const isCompared = [one, other].some((side) => getFactOfOperand(side) !== undefined);
    if (['and', 'or', '!'].includes(operator) || !isCompared) {
      operands.forEach(visitOperand);
      return;
    }
    const asksOrder = !['==', '!=', 'in'].includes(operator);
    for (const side of asksOrder ? [one, other] : []) ordered.add(getFactOfOperand(side) ?? '');
    if (getFactOfOperand(one) === undefined) addConstants(other, listConstants(one));
    else if (getFactOfOperand(other) === undefined) addConstants(one, listConstants(other));
    else links.push({ one, other });
  };
  conditions.forEach(visitOperand);
  return { constants, links, ordered };
}

function listConstants(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
}

/**
 * Returns the dates that a shift turns into a date. Months differ in length, so it includes the days around
 * them.
 */
function reverseShift(fact: unknown, date: unknown): readonly unknown[] {
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
 * Returns for each fact of an ordered kind enough values to reach every result of the conditions: before, at
 * and after each constant, and likewise around the facts that it is compared with. Comparisons of two facts
 * are difference constraints. If these have a solution, one is a sum of constants and shifts along at most as
 * many comparisons as there are facts (Bellman and Ford), so that number of rounds finds one.
 */
export function findPoints({
  conditions,
  getKind,
  seeds,
}: PointInput): ReadonlyMap<string, readonly unknown[]> {
  const { constants, links, ordered } = collectComparisons(conditions);
  const points = new Map<string, Map<string, unknown>>();
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
  seedComponents(linked, points, getKind, addPoint);
  for (let round = 0; round < Math.min(names.length, maxRounds); round += 1) {
    for (const { from, to } of linked) {
      const [source, target] = [getFactOfOperand(from) ?? '', getFactOfOperand(to) ?? ''];
      for (const value of [...(points.get(source)?.values() ?? [])])
        for (const near of listReachedValues(getKind(source), value, from, to)) addPoint(target, near);
    }
  }
  return new Map([...points].map(([fact, values]) => [fact, [...values.values()]]));
}

const maxPoints = 64;

/** The number of rounds after which facts that are compared with each other are not distinguished further. */
const maxRounds = 12;

interface DirectedLink {
  readonly from: unknown;
  readonly to: unknown;
}

/** Facts that are compared only with each other start at any value. */
function seedComponents(
  ways: readonly DirectedLink[],
  points: ReadonlyMap<string, unknown>,
  getKind: PointInput['getKind'],
  add: (fact: string, value: unknown) => void,
): void {
  const connected = new Set(points.keys());
  for (let grown = true; grown; ) {
    const before = connected.size;
    for (const { from, to } of ways)
      if (connected.has(getFactOfOperand(from) ?? '')) connected.add(getFactOfOperand(to) ?? '');
    grown = connected.size > before;
    const next = grown ? undefined : ways.find(({ from }) => !connected.has(getFactOfOperand(from) ?? ''));
    const name = next && (getFactOfOperand(next.from) ?? '');
    const kind = name === undefined ? undefined : getKind(name);
    if (name === undefined) continue;
    if (kind !== undefined) add(name, valueByKind[kind]);
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
 * Returns a value with its neighbours in the order of its kind. Times get seconds and an offset, as in an
 * answer.
 */
export function listNeighbours(kind: ComparedKind, value: unknown): readonly unknown[] {
  return [-1, 0, 1].flatMap((count) => shiftValue(kind, value, count) ?? []);
}

/** Returns each constant with its neighbours, and a number between each two. */
function listConstantNeighbours(kind: ComparedKind, constants: readonly unknown[]): readonly unknown[] {
  const near = constants.flatMap((value) => listNeighbours(kind, value));
  const numbers = constants.filter((value) => typeof value === 'number').sort((one, other) => one - other);
  const middles = numbers.slice(1).map((number, index) => ((numbers[index] ?? number) + number) / 2);
  return [...near, ...middles];
}

/**
 * Returns times for a fact that is compared with times with and without an offset: near a constant of one
 * kind, and as near as possible to one of the other, with an offset from UTC that some clock has.
 */
function listZonedTimes(kind: ComparedKind, constants: readonly unknown[]): readonly string[] {
  if (kind !== 'time' && kind !== 'date-time') return [];
  const times = constants.filter((value) => typeof value === 'string');
  const listTimesNear = (isMoment: boolean) =>
    times
      .filter((time) => hasOffset(time) === isMoment)
      .flatMap((time) => listNeighbours(kind, time))
      .map((time) => Date.parse(kind === 'time' ? `${someDay}T${time}` : String(time)));
  const moments = listTimesNear(true);
  return listTimesNear(false).flatMap((clock) =>
    moments.flatMap((moment) => {
      const minutes = Math.round(Math.min(Math.max((clock - moment) / 60_000, -12 * 60), 14 * 60));
      return [clock, moment + minutes * 60_000].flatMap((read) => formatZonedTime(kind, read, minutes));
    }),
  );
}

/** Formats a time on a clock with an offset from UTC; none for a time of another day. */
function formatZonedTime(kind: 'time' | 'date-time', clock: number, minutes: number): readonly string[] {
  const text = `${new Date(clock).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}${formatClockOffset(minutes)}`;
  if (kind === 'date-time') return [text];
  return text.startsWith(someDay) ? [text.slice(`${someDay}T`.length)] : [];
}

/** The day on which times of the day are computed. */
const someDay = '2027-06-15';

/**
 * Returns the values on the other side of a comparison that are near a value, with the shifts of both sides
 * applied.
 */
function listReachedValues(
  kind: ComparedKind | undefined,
  value: unknown,
  from: unknown,
  to: unknown,
): readonly unknown[] {
  if (kind === undefined) return [];
  const shift = getDateShift(from);
  const moved = shift === undefined ? value : shiftDate(value, shift);
  return reverseShift(to, moved).flatMap((each) => listNeighbours(kind, each));
}

/** Returns the neighbour of a value: a day, a minute or 1 away; for a text, one letter shorter or longer. */
function shiftValue(kind: ComparedKind, value: unknown, count: number): unknown {
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

function shiftTime(time: string, count: number): string | undefined {
  const near = shiftDateTime(`${someDay}T${time}`, count)?.slice(`${someDay}T`.length);
  // A step over midnight leads to the other end of the day.
  return near !== undefined && Math.sign(compareValues(near, time, 'time') ?? 0) === count ? near : undefined;
}

/** Shifts a time by minutes and leaves its offset; a time without an offset is read as UTC. */
function shiftDateTime(moment: string, count: number): string | undefined {
  const [, clock = '', offset = 'Z'] = /^(.*?)(z|[+-]\d\d:?\d\d)?$/i.exec(moment) ?? [];
  const at = Date.parse(`${clock}Z`);
  if (Number.isNaN(at)) return undefined;
  return new Date(at + count * 60_000).toISOString().replace(/(?:\.000)?Z$/, offset);
}
