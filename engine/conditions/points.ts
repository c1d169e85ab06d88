import { clockOffset } from '../clock-offset.ts';
import type { Condition } from '../types.ts';
import { type ComparedKind, compared, hasOffset, shiftedDate } from './compare.ts';
import { factOperand, factsRead, isOperation, operationOf, shiftOf } from './condition.ts';

/** What conditions compare with each other. */
export interface Comparisons {
  /** The constants that a fact is compared with, by its name; a date that is shifted, as it was before. */
  readonly constants: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** Two facts that are compared. */
  readonly links: readonly Link[];
  /** Facts of which it is asked what comes before or after them. */
  readonly ordered: ReadonlySet<string>;
}

interface Link {
  readonly one: unknown;
  readonly other: unknown;
}

/** Everything that conditions compare, with constants and with each other. */
export function comparisonsIn(conditions: readonly unknown[]): Comparisons {
  const constants = new Map<string, Set<unknown>>();
  const links: Link[] = [];
  const ordered = new Set<string>();
  const add = (fact: unknown, values: readonly unknown[]) => {
    const name = factOperand(fact) ?? '';
    const known = constants.get(name) ?? new Set();
    for (const value of values) for (const before of unshifted(fact, value)) known.add(before);
    constants.set(name, known);
  };
  const visit = (node: unknown): void => {
    if (!isOperation(node)) return;
    const { operator, operands } = operationOf(node);
    if (operator === 'var') return;
    const [one, other] = operands;
    const isCompared = [one, other].some((side) => factOperand(side) !== undefined);
    if (['and', 'or', '!'].includes(operator) || !isCompared) {
      operands.forEach(visit);
      return;
    }
    const asksOrder = !['==', '!=', 'in'].includes(operator);
    for (const side of asksOrder ? [one, other] : []) ordered.add(factOperand(side) ?? '');
    if (factOperand(one) === undefined) add(other, asList(one));
    else if (factOperand(other) === undefined) add(one, asList(other));
    else links.push({ one, other });
  };
  conditions.forEach(visit);
  return { constants, links, ordered };
}

function asList(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
}

/** The dates that a shift turns into one: months have several lengths, so those about it as well. */
function unshifted(fact: unknown, date: unknown): readonly unknown[] {
  const shift = shiftOf(fact);
  if (shift === undefined) return [date];
  const back = shiftedDate(date, { ...shift, count: -shift.count });
  const days = shift.unit === 'days' || shift.unit === 'weeks' ? [0] : [-1, 0, 1];
  return days.flatMap((count) => shiftedDate(back, { count, unit: 'days' }) ?? []);
}

/** What to try of each fact. */
export interface Trying {
  readonly conditions: readonly Condition[];
  /** The kind of a fact; undefined for one that has no order. */
  readonly kindOf: (fact: string) => ComparedKind | undefined;
  /** Values that a fact is known to take. */
  readonly seeds?: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * For each fact of an ordered kind enough values that every way in which conditions can come out is met by some of them: before, at
 * and after each constant, and likewise about what it is compared with. Comparisons of two facts are difference constraints, whose
 * solutions, where there are any, are sums of constants and shifts along at most as many comparisons as there are facts
 * (Bellman and Ford), so that as many rounds find one.
 */
export function pointsOf({ conditions, kindOf, seeds }: Trying): ReadonlyMap<string, readonly unknown[]> {
  const { constants, links, ordered } = comparisonsIn(conditions);
  const points = new Map<string, Map<string, unknown>>();
  const add = (fact: string, value: unknown) => {
    const known = points.get(fact) ?? new Map<string, unknown>();
    points.set(fact, known);
    if (known.size < maxPoints || seeds?.get(fact)?.includes(value)) known.set(JSON.stringify(value), value);
  };
  const names = factsRead(conditions);
  for (const fact of names) {
    const kind = kindOf(fact);
    for (const seed of seeds?.get(fact) ?? []) add(fact, seed);
    if (kind === undefined) continue;
    const named = [...(constants.get(fact) ?? [])];
    // Of a text that is only the same or not, any other text is enough.
    const near =
      kind === 'text' && !ordered.has(fact) ? named : [...between(kind, named), ...elsewhere(kind, named)];
    for (const value of near) add(fact, value);
  }
  const linked = links.flatMap(({ one, other }) => [
    { from: one, to: other },
    { from: other, to: one },
  ]);
  seedComponents(linked, points, kindOf, add);
  for (let round = 0; round < Math.min(names.length, maxRounds); round += 1) {
    for (const { from, to } of linked) {
      const [source, target] = [factOperand(from) ?? '', factOperand(to) ?? ''];
      for (const value of [...(points.get(source)?.values() ?? [])])
        for (const near of reached(kindOf(source), value, from, to)) add(target, near);
    }
  }
  return new Map([...points].map(([fact, values]) => [fact, [...values.values()]]));
}

/** More values of one fact than this are not tried. */
const maxPoints = 64;

/** Facts that are compared with each other round more corners than this are not told apart further. */
const maxRounds = 12;

interface Way {
  readonly from: unknown;
  readonly to: unknown;
}

/** Facts that are compared with each other alone start anywhere. */
function seedComponents(
  ways: readonly Way[],
  points: ReadonlyMap<string, unknown>,
  kindOf: Trying['kindOf'],
  add: (fact: string, value: unknown) => void,
): void {
  const reachesPoint = new Set(points.keys());
  for (let grown = true; grown; ) {
    const before = reachesPoint.size;
    for (const { from, to } of ways)
      if (reachesPoint.has(factOperand(from) ?? '')) reachesPoint.add(factOperand(to) ?? '');
    grown = reachesPoint.size > before;
    const next = grown ? undefined : ways.find(({ from }) => !reachesPoint.has(factOperand(from) ?? ''));
    const name = next && (factOperand(next.from) ?? '');
    const kind = name === undefined ? undefined : kindOf(name);
    if (name === undefined) continue;
    if (kind !== undefined) add(name, anywhere[kind]);
    reachesPoint.add(name);
    grown = true;
  }
}

/** Some value of each kind. */
export const anywhere: Readonly<Record<ComparedKind, unknown>> = {
  boolean: true,
  number: 1,
  text: 'another',
  id: 'another',
  date: '2027-06-15',
  time: '12:00:00Z',
  'date-time': '2027-06-15T12:00:00Z',
};

/** A value with what comes right before and after it in the order of its kind; times as an answer has them, with seconds and an offset. */
export function about(kind: ComparedKind, value: unknown): readonly unknown[] {
  return [-1, 0, 1].flatMap((count) => stepped(kind, value, count) ?? []);
}

/** Each constant with what comes before and after it, and something between each two. */
function between(kind: ComparedKind, constants: readonly unknown[]): readonly unknown[] {
  const near = constants.flatMap((value) => about(kind, value));
  const numbers = constants.filter((value) => typeof value === 'number').sort((one, other) => one - other);
  const middles = numbers.slice(1).map((number, index) => ((numbers[index] ?? number) + number) / 2);
  return [...near, ...middles];
}

/**
 * Where a fact is compared by the clock and as a moment: times about a constant of the one kind and as near as can be to one of the other,
 * which somebody has whose clock is that far from UTC.
 */
function elsewhere(kind: ComparedKind, constants: readonly unknown[]): readonly string[] {
  if (kind !== 'time' && kind !== 'date-time') return [];
  const times = constants.filter((value) => typeof value === 'string');
  const near = (isMoment: boolean) =>
    times
      .filter((time) => hasOffset(time) === isMoment)
      .flatMap((time) => about(kind, time))
      .map((time) => Date.parse(kind === 'time' ? `${someDay}T${time}` : String(time)));
  const moments = near(true);
  return near(false).flatMap((clock) =>
    moments.flatMap((moment) => {
      const minutes = Math.round(Math.min(Math.max((clock - moment) / 60_000, -12 * 60), 14 * 60));
      return [clock, moment + minutes * 60_000].flatMap((read) => zoned(kind, read, minutes));
    }),
  );
}

/** A time that somebody reads on a clock that is so far from UTC; none for a time of another day. */
function zoned(kind: 'time' | 'date-time', clock: number, minutes: number): readonly string[] {
  const text = `${new Date(clock).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}${clockOffset(minutes)}`;
  if (kind === 'date-time') return [text];
  return text.startsWith(someDay) ? [text.slice(`${someDay}T`.length)] : [];
}

/** Times of the day are reckoned on some day. */
const someDay = '2027-06-15';

/** What stands about a value on the other side of a comparison, both sides' shifts counted. */
function reached(
  kind: ComparedKind | undefined,
  value: unknown,
  from: unknown,
  to: unknown,
): readonly unknown[] {
  if (kind === undefined) return [];
  const shift = shiftOf(from);
  const moved = shift === undefined ? value : shiftedDate(value, shift);
  return unshifted(to, moved).flatMap((each) => about(kind, each));
}

/** The value a step before or after another: a day, a second, a minute, one; of a text, what is shorter or longer by a letter. */
function stepped(kind: ComparedKind, value: unknown, count: number): unknown {
  if (typeof value === 'number') return kind === 'number' ? value + count : undefined;
  if (typeof value !== 'string') return undefined;
  switch (kind) {
    case 'date':
      return shiftedDate(value, { count, unit: 'days' });
    case 'time':
      return steppedTime(value, count);
    case 'date-time':
      return steppedMoment(value, count);
    case 'text':
      return count < 0 ? value.slice(0, -1) || undefined : count > 0 ? `${value}a` : value;
    case 'number':
    case 'boolean':
      return undefined;
    case 'id':
      return count === 0 ? value : undefined;
  }
}

function steppedTime(time: string, count: number): string | undefined {
  const near = steppedMoment(`${someDay}T${time}`, count)?.slice(`${someDay}T`.length);
  // A step over midnight leads to the other end of the day.
  return near !== undefined && Math.sign(compared(near, time, 'time') ?? 0) === count ? near : undefined;
}

/** The clock goes on, its offset stays; one that has none may be that of UTC. */
function steppedMoment(moment: string, count: number): string | undefined {
  const [, clock = '', offset = 'Z'] = /^(.*?)(z|[+-]\d\d:?\d\d)?$/i.exec(moment) ?? [];
  const at = Date.parse(`${clock}Z`);
  if (Number.isNaN(at)) return undefined;
  return new Date(at + count * 60_000).toISOString().replace(/(?:\.000)?Z$/, offset);
}
