import { CharBase, type CharSet } from 'refa';
import { type Automaton, readPattern } from './automaton.ts';
import { findCycles } from './cycles.ts';

/**
 * The growth of the time of a pattern with the length of a malicious text. `linear`, `polynomial` and
 * `exponential` are proven; `unproven` may be any of them.
 */
export type Slowness = 'linear' | 'polynomial' | 'exponential' | 'unproven';

/** The time that a pattern may take, as far as it is proven. */
export interface PatternTime {
  readonly slowness: Slowness;
  /**
   * The length of the longest text, in characters, that takes no noticeable time: infinite for a linear
   * pattern, 0 for an exponential or unproven one.
   */
  readonly mostCharacters: number;
  /** The reason for `unproven`: unsupported syntax, or too many ways to match. */
  readonly unproven?: 'syntax' | 'ways';
}

/**
 * Returns how slow a pattern can be: exponential if one text leads around a cycle of its automaton in two
 * ways, polynomial if one text leads around two cycles and from the first to the second (Weideman et al.,
 * "Analyzing matching time behavior of backtracking regular expression matchers by using ambiguity of NFA",
 * 2016). `getPatternTime('^(a|a)*$').slowness // 'exponential'`. An invalid pattern counts as linear. Results
 * are cached.
 */
export function getPatternTime(pattern: string): PatternTime {
  const time = timesByPattern.get(pattern) ?? computePatternTime(pattern);
  if (timesByPattern.size >= maxCachedTimes) timesByPattern.clear();
  timesByPattern.set(pattern, time);
  return time;
}

/** The cache of `getPatternTime`. Forms share patterns, and an editor asks for the same ones repeatedly. */
const timesByPattern = new Map<string, PatternTime>();
/** The number of results at which the cache is emptied. */
const maxCachedTimes = 1_000;

const linear: PatternTime = { slowness: 'linear', mostCharacters: Number.POSITIVE_INFINITY };
const exponential: PatternTime = { slowness: 'exponential', mostCharacters: 0 };
/** Creates the time of a pattern that is not proven, for which no length is safe. */
const createUnprovenTime = (why: 'syntax' | 'ways'): PatternTime => ({
  slowness: 'unproven',
  mostCharacters: 0,
  unproven: why,
});

/** As `getPatternTime`, without the cache. */
function computePatternTime(pattern: string): PatternTime {
  try {
    return provePatternTime(pattern);
  } catch (error) {
    if (error instanceof TooManyPairs) return createUnprovenTime('ways');
    throw error;
  }
}

/** Thrown when the search for an ambiguous cycle takes too long. */
class TooManyPairs extends Error {}

/** The number of pairs of edges after which the search for an ambiguous cycle is given up. */
const maxPairs = 1_000_000;

/**
 * As `computePatternTime`, but fails if it takes too long.
 * @throws TooManyPairs if the search for ambiguous cycles takes too long.
 */
function provePatternTime(pattern: string): PatternTime {
  const unrolled = readPattern(pattern);
  // An invalid pattern is reported by another check, and tests nothing.
  if (unrolled.kind === 'invalid') return linear;
  if (unrolled.kind === 'unknown') return createUnprovenTime('syntax');
  if (isExponential(unrolled.automaton)) return exponential;
  const growth = computeGrowth(unrolled.automaton, () => undefined);
  if (growth !== undefined) return toPatternTime(growth, unrolled.automaton);
  const rolled = readPattern(pattern, { isUnrolled: false });
  if (rolled.kind !== 'automaton') return createUnprovenTime('syntax');
  if (isExponential(rolled.automaton)) return exponential;
  const most = computeGrowth(rolled.automaton, computeChainDegree);
  return most === undefined ? createUnprovenTime('ways') : toPatternTime(most, unrolled.automaton);
}

/** The number of steps that a matcher makes in an unnoticeable time. */
const unnoticedSteps = 4_000_000;

/**
 * Converts a growth of steps to the time of a pattern. A polynomial pattern is linear if the texts that it
 * can consume are too short to be slow.
 * @param unrolled The automaton whose longest text counts.
 */
function toPatternTime({ degree, factor }: Growth, unrolled: Automaton): PatternTime {
  if (degree === 0) return factor <= unnoticedSteps ? linear : createUnprovenTime('ways');
  if (degree === 1 && factor <= maxWays) return linear;
  const mostCharacters = Math.floor((unnoticedSteps / factor) ** (1 / degree));
  return getMaxCharacters(unrolled) <= mostCharacters ? linear : { slowness: 'polynomial', mostCharacters };
}

/** An upper bound of the steps of a pattern: proportional to a power of the length of the text. */
interface Growth {
  /** The exponent; 0 if the number of steps does not depend on the length. */
  readonly degree: number;
  /** The number by which the power of the length is multiplied. */
  readonly factor: number;
}

/**
 * Returns an upper bound for the growth of the steps of a pattern; undefined if none is known for the pattern
 * or one of its lookarounds. A lookaround is tested at every step, and makes all its own steps each time.
 * @param findDegree Finds the exponent of an automaton in which more than a few ways are open at once.
 */
function computeGrowth(
  automaton: Automaton,
  findDegree: (automaton: Searchable) => number | undefined,
): Growth | undefined {
  const own = computeOwnGrowth(automaton, findDegree);
  if (own === undefined) return undefined;
  let [degree, factorSum] = [own.degree, 0];
  const once: Growth[] = [];
  for (const { automaton: asked, isAtStart } of automaton.lookarounds) {
    const inner = computeGrowth(asked, findDegree);
    if (inner === undefined) return undefined;
    if (isAtStart) once.push(inner);
    else {
      degree = Math.max(degree, own.degree + inner.degree);
      factorSum += inner.factor - 1;
    }
  }
  // If each lookaround makes one step, they make no noticeable difference.
  const ways = own.degree === 0 || factorSum === 0 ? 1 : (estimateWays(automaton) ?? 1);
  const factor = factorSum === 0 ? own.factor : own.factor * ways * (1 + factorSum);
  return [{ degree, factor }, ...once].reduce(addGrowth);
}

/** Returns the growth of two computations that run one after the other. */
function addGrowth(one: Growth, other: Growth): Growth {
  if (one.degree === 0 && other.degree === 0) return { degree: 0, factor: one.factor + other.factor };
  const [less, more] = one.degree < other.degree ? [one, other] : [other, one];
  const isUnnoticed = less.degree === 0 && less.factor <= unnoticedSteps;
  return isUnnoticed ? more : { ...more, factor: Math.max(less.factor, more.factor) };
}

/** As `computeGrowth`, without the lookarounds. */
function computeOwnGrowth(
  automaton: Automaton,
  findDegree: (automaton: Searchable) => number | undefined,
): Growth | undefined {
  const searched = createSearchable(automaton);
  if (findReachableCycles(searched).length === 0) {
    const factor = Math.max(1, Math.min(boundSteps(automaton), boundStepsByWays(automaton)));
    if (factor <= unnoticedSteps) return { degree: 0, factor };
  } else if (hasFewWays(searched)) return { degree: 1, factor: 1 };
  const degree = findDegree(searched);
  return degree === undefined ? undefined : { degree, factor: 1 };
}

/**
 * Returns the largest number of ways to match that any text leaves open at once, rounded up to a power of
 * two; undefined if it may exceed `maxWays`.
 */
function estimateWays(automaton: Automaton): number | undefined {
  return [1, 2, 4, 8, 16, 32, maxWays].find((most) => hasFewWays(automaton, most));
}

/**
 * Returns an upper bound of the steps of a matcher in an automaton without cycles: on each character one step
 * for each open way.
 */
function boundStepsByWays(automaton: Automaton): number {
  return (estimateWays(automaton) ?? Number.POSITIVE_INFINITY) * getLongestPath(automaton);
}

/**
 * Returns an upper bound of the steps of a matcher in an automaton without cycles: one step for each way to
 * each state.
 */
function boundSteps(automaton: Automaton): number {
  const { first } = automaton;
  const next = removeEdgesToDeadStates(automaton);
  const entered = findReachableStates({ next }, new Set(first));
  const leading = new Map<number, number>();
  const ways = new Map<number, number>();
  /** Adds a number to the count of a state, which is 0 at first. */
  const addTo = (counts: Map<number, number>, state: number, more: number) =>
    counts.set(state, (counts.get(state) ?? 0) + more);
  for (const state of entered) for (const following of next[state] ?? []) addTo(leading, following, 1);
  for (const state of first) addTo(ways, state, 1);
  const ready = [...entered].filter((state) => !leading.has(state));
  let steps = 0;
  // States are visited in topological order.
  for (const state of ready) {
    const ownWays = ways.get(state) ?? 0;
    steps += ownWays;
    for (const following of next[state] ?? []) {
      addTo(ways, following, ownWays);
      addTo(leading, following, -1);
      if (leading.get(following) === 0) ready.push(following);
    }
  }
  return steps;
}

/**
 * Returns the exponent of a polynomial pattern: one more than the length of the longest chain of cycles in
 * which one text leads around each cycle and on to the next. Returns undefined if there is no such chain, or
 * it does not limit the steps.
 */
function computeChainDegree(automaton: Searchable): number | undefined {
  const steps = { left: maxSteps };
  const cycles = findReachableCycles(automaton);
  const reached = cycles.map((circle) => findReachableStates(automaton, circle));
  /** Returns true if a cycle leads to another one. Both are indexes in `cycles`. */
  const canReachCycle = (from: number, to: number) =>
    [...(cycles[to] ?? [])].some((state) => reached[from]?.has(state));
  const chained = new Map<string, boolean>();
  for (const [from, one] of cycles.entries())
    for (const [to, other] of cycles.entries()) {
      if (from === to || !canReachCycle(from, to) || !canFailInCycle(automaton, other)) continue;
      chained.set(`${from} ${to}`, areChained(automaton, { one, other, steps }));
      if (steps.left < 0) return undefined;
    }
  // Cycles that lead to each other, across something that an assertion forbids, form no chain.
  const isCircular = cycles.some((_, from) =>
    cycles.some((_, to) => from < to && canReachCycle(from, to) && canReachCycle(to, from)),
  );
  if (isCircular) return undefined;
  const longest = new Map<number, number>();
  /** Returns the largest number of links between chained cycles on a path that starts at a cycle. */
  const getLongestChainFrom = (from: number): number => {
    const found =
      longest.get(from) ??
      Math.max(
        0,
        ...[...cycles.keys()].flatMap((to) =>
          from !== to && canReachCycle(from, to)
            ? [(chained.get(`${from} ${to}`) === true ? 1 : 0) + getLongestChainFrom(to)]
            : [],
        ),
      );
    longest.set(from, found);
    return found;
  };
  const chain = Math.max(0, ...[...cycles.keys()].map(getLongestChainFrom));
  // Besides the chain the number of ways is finite, but it may be large enough to be noticed.
  return chain === 0 || !hasFewRoutes(automaton, cycles, getMaxRoutes(chain + 1)) ? undefined : chain + 1;
}

/**
 * Returns the number of routes that counts as few for an exponent. Each cycle that can be skipped, as in
 * `^.*,.*,.*$`, doubles the routes, and the shorter route has fewer ways.
 */
const getMaxRoutes = (degree: number) => 4 * 2 ** Math.min(6, degree);

/**
 * Returns true if no text leaves more than `most` routes open at once; false if not, or if that takes too
 * many steps. A route is the list of edges between cycles, or past cycles; it does not contain the number of
 * rounds in a cycle.
 */
function hasFewRoutes(automaton: Automaton, cycles: readonly ReadonlySet<number>[], most: number): boolean {
  const cycleByState = new Map(cycles.flatMap((circle, index) => [...circle].map((state) => [state, index])));
  const beginning = automaton.first.map((to, index): Transition => ({ to, edge: `${index}` }));
  const following = automaton.next.map((all, from) =>
    all.map((to, index): Transition => {
      const stays = cycleByState.has(from) && cycleByState.get(from) === cycleByState.get(to);
      return stays ? { to } : { to, edge: `${from} ${index}` };
    }),
  );
  return staysWithinLimit<ReadonlySet<string>>(automaton, {
    start: { at: new Set(['']), steps: beginning },
    getTransitions: (state) => following[state] ?? [],
    addCount: (known = new Set(), from, { edge }) =>
      new Set([...known, ...[...from].map((route) => (edge === undefined ? route : `${route}${edge}/`))]),
    getSize: (at) => at.size,
    getWeight: (at) => at.size,
    getKey: (at) => [...at].toSorted().join(','),
    normalize: removeCommonPrefix,
    most,
  });
}

/**
 * Returns the routes without the edges with which all of them begin, because these make no difference between
 * two routes.
 */
function removeCommonPrefix(reached: StateCounts<ReadonlySet<string>>): StateCounts<ReadonlySet<string>> {
  const [first = '', ...others] = reached.flatMap(([, routes]) => [...routes]);
  let length = first.length;
  for (const route of others)
    while (!route.startsWith(first.slice(0, length))) length = first.lastIndexOf('/', length - 2) + 1;
  return reached.map(([state, routes]) => [state, new Set([...routes].map((route) => route.slice(length)))]);
}

/** For each state that a text leads to, the counted ways to it. */
type StateCounts<Count> = readonly (readonly [state: number, at: Count])[];

/** A transition to a state, with the name of the edge if it is part of a route. */
interface Transition {
  readonly to: number;
  readonly edge?: string;
}

/** An automaton with a test for common characters. */
interface Searchable extends Automaton {
  /** Returns true if there is a character that all of the states consume. */
  readonly canConsumeSame: (one: number, other: number, third?: number) => boolean;
}

/**
 * Adds a test for common characters to an automaton. The states of a repetition share their character set by
 * the hundreds, so results are cached by set.
 */
function createSearchable(automaton: Automaton): Searchable {
  const kinds = [...new Set(automaton.takes)];
  const kindOf = automaton.takes.map((takes) => kinds.indexOf(takes));
  const known = new Map<number, boolean>();
  const canConsumeSame = (one: number, other: number, third = other) => {
    const [a, b, c] = [kindOf[one] ?? 0, kindOf[other] ?? 0, kindOf[third] ?? 0];
    const key = (a * kinds.length + b) * kinds.length + c;
    const isMet = known.get(key) ?? haveCommonCharacter(kinds[a], kinds[b], kinds[c]);
    known.set(key, isMet);
    return isMet;
  };
  return { ...automaton, canConsumeSame };
}

/** Returns true if a character is in all three sets; false if one is undefined. */
function haveCommonCharacter(one?: CharSet, other?: CharSet, third?: CharSet): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    third !== undefined &&
    !one.intersect(other).isDisjointWith(third)
  );
}

/** The number of steps after which a search for ways, or for a polynomial pattern, is given up. */
const maxSteps = 200_000;

/** Returns the cycles that a text can lead to, over states that consume a character. */
function findReachableCycles(automaton: Automaton): readonly ReadonlySet<number>[] {
  const passable = removeEdgesToDeadStates(automaton);
  const entered = findReachableStates({ next: passable }, new Set(automaton.first));
  return findCycles(passable).filter((circle) => [...circle].some((state) => entered.has(state)));
}

/** Returns the edges of each state without those to states that consume no character. */
function removeEdgesToDeadStates({ next, takes }: Automaton): Automaton['next'] {
  return next.map((to) => to.filter((one) => takes[one]?.isEmpty === false));
}

/**
 * Returns true if a match may still fail after a round in a cycle. It cannot if every state of the cycle is
 * an end.
 */
function canFailInCycle({ ends, isAsserted }: Automaton, cycle: ReadonlySet<number>): boolean {
  return isAsserted || ![...cycle].every((state) => ends.has(state));
}

/**
 * Returns true if a cycle in which a match may fail is ambiguous, in the pattern or in a lookaround.
 * @throws TooManyPairs if the search takes too long.
 */
function isExponential(automaton: Automaton): boolean {
  const searched = createSearchable(automaton);
  return (
    findCycles(automaton.next).some(
      (circle) => canFailInCycle(automaton, circle) && isAmbiguousCycle(searched, circle),
    ) || automaton.lookarounds.some((lookaround) => isExponential(lookaround.automaton))
  );
}

/** The number of ways at once that counts as few. */
const maxWays = 64;

/**
 * Returns true if no text, however long, leaves more than `most` ways to match open at once: then the time is
 * proportional to its length. False also if that takes too many steps.
 */
function hasFewWays(automaton: Automaton, most = maxWays): boolean {
  /** Converts states to transitions that are no part of a route. */
  const toTransitions = (states: readonly number[] = []) => states.map((to): Transition => ({ to }));
  return staysWithinLimit<number>(automaton, {
    start: { at: 1, steps: toTransitions(automaton.first) },
    getTransitions: (state) => toTransitions(automaton.next[state]),
    addCount: (known = 0, from) => known + from,
    getSize: (ways) => ways,
    getWeight: () => 1,
    getKey: String,
    normalize: (reached) => reached,
    most,
  });
}

/**
 * Rules for counting while texts are followed through an automaton: a number of ways, or a set of routes, per
 * state.
 */
interface CountingStrategy<Count> {
  /** The count before the first character, and the transitions to the first states. */
  readonly start: { readonly at: Count; readonly steps: readonly Transition[] };
  /** Returns the transitions from a state. */
  readonly getTransitions: (state: number) => readonly Transition[];
  /**
   * Returns the count of a state after one more transition to it, from a state with the count `from`.
   * @param known The count so far; undefined before the first transition.
   */
  readonly addCount: (known: Count | undefined, from: Count, step: Transition) => Count;
  /** Returns the part of a count in the sum that `most` limits. */
  readonly getSize: (at: Count) => number;
  /** Returns the work of one transition from a state with this count. */
  readonly getWeight: (at: Count) => number;
  /** Returns a text that is equal for equal counts. */
  readonly getKey: (at: Count) => string;
  /** Makes results equal that continue in the same way. */
  readonly normalize: (reached: StateCounts<Count>) => StateCounts<Count>;
  /** The largest allowed sum over the states that one text leads to. */
  readonly most: number;
}

/**
 * Follows all texts at once, with a count for each state that a text leads to (the powerset construction,
 * with multiplicities). Returns true if the sum of the counts stays within the limit for every text; false if
 * not, or if that takes too many steps.
 */
function staysWithinLimit<Count>(
  { takes, next, ends, isAsserted }: Automaton,
  { start, getTransitions, addCount, getSize, getWeight, getKey, normalize, most }: CountingStrategy<Count>,
): boolean {
  const letters = new CharBase(takes);
  const lettersByState = takes.map((set) => new Set(letters.split(set)));
  const isSafe = isAsserted ? () => false : createSafeStateTest(next, ends);
  let work = 0;

  type Frontier = readonly (typeof start)[];
  /**
   * Returns the counts of the states after one more character, of the set of equivalent characters `letter`.
   * Safe states are left out. It is incomplete once `work` exceeds `maxSteps`.
   */
  function countNextStates(frontier: Frontier, letter: number): Map<number, Count> {
    const after = new Map<number, Count>();
    for (const { at, steps } of frontier) {
      work += steps.length * getWeight(at) + 1;
      if (work > maxSteps) break;
      for (const step of steps)
        if (lettersByState[step.to]?.has(letter) && !isSafe(step.to))
          after.set(step.to, addCount(after.get(step.to), at, step));
    }
    return after;
  }

  const seen = new Set<string>();
  const waiting: Frontier[] = [[start]];
  for (let frontier = waiting.pop(); frontier !== undefined; frontier = waiting.pop()) {
    for (const letter of letters.sets.keys()) {
      const sorted = [...countNextStates(frontier, letter)].toSorted(([one], [other]) => one - other);
      const after = normalize(sorted);
      const size = after.reduce((sum, [, at]) => sum + getSize(at), 0);
      if (size > most || work > maxSteps) return false;
      const key = after.map(([state, at]) => `${state}:${getKey(at)}`).join(' ');
      if (size === 0 || seen.has(key)) continue;
      seen.add(key);
      waiting.push(after.map(([state, at]) => ({ at, steps: getTransitions(state) })));
    }
  }
  return true;
}

/**
 * Returns a function that returns true for states from which every continuation is already a match: the state
 * and all that it leads to are ends.
 */
function createSafeStateTest(next: Automaton['next'], ends: ReadonlySet<number>): (state: number) => boolean {
  const unsafe = new Set<number>();
  const before = next.map((): number[] => []);
  for (const [from, to] of next.entries()) for (const state of to) before[state]?.push(from);
  const waiting = [...next.keys()].filter((state) => !ends.has(state));
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (unsafe.has(state)) continue;
    unsafe.add(state);
    waiting.push(...(before[state] ?? []).filter((one) => !unsafe.has(one)));
  }
  return (state) => !unsafe.has(state);
}

/**
 * Returns the number of characters that a pattern consumes at most; infinite if it has a cycle or a
 * lookaround.
 */
function getMaxCharacters(automaton: Automaton): number {
  if (findReachableCycles(automaton).length > 0 || automaton.lookarounds.length > 0)
    return Number.POSITIVE_INFINITY;
  return getLongestPath(automaton);
}

/** Returns the number of states on the longest path, for an automaton without cycles. */
function getLongestPath(automaton: Automaton): number {
  const lengths = new Map<number, number>();
  /** Returns the number of states on the longest path from a state; 0 if the state consumes no character. */
  const getLengthFrom = (state: number): number => {
    if (automaton.takes[state]?.isEmpty !== false) return 0;
    const found = lengths.get(state) ?? 1 + Math.max(0, ...(automaton.next[state] ?? []).map(getLengthFrom));
    lengths.set(state, found);
    return found;
  };
  return Math.max(0, ...automaton.first.map(getLengthFrom));
}

/**
 * Returns true if one text leads from a state of a cycle back to it in two ways.
 * @throws TooManyPairs if the search takes too long.
 */
function isAmbiguousCycle({ next, takes, canConsumeSame }: Searchable, cycle: ReadonlySet<number>): boolean {
  /** Returns the states of the cycle that follow a state and consume a character, with repetitions. */
  const listNextInCycle = (state: number) =>
    (next[state] ?? []).filter((to) => cycle.has(to) && !takes[to]?.isEmpty);
  const states = [...cycle];
  if (states.some((state) => new Set(listNextInCycle(state)).size < listNextInCycle(state).length))
    return true;
  const size = next.length;
  const pairs = new Map<number, number[]>();
  const waiting = states.map((state) => state * size + state);
  let examined = 0;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (pairs.has(pair)) continue;
    const [left, right] = [listNextInCycle(Math.floor(pair / size)), listNextInCycle(pair % size)];
    examined += left.length * right.length;
    if (examined > maxPairs) throw new TooManyPairs();
    const to = left.flatMap((one) =>
      right.flatMap((other) => (canConsumeSame(one, other) ? [one * size + other] : [])),
    );
    pairs.set(pair, to);
    for (const next of to) waiting.push(next);
  }
  return findCycles(pairs).some((round) => {
    const kinds = [...round].map((pair) => Math.floor(pair / size) === pair % size);
    return kinds.includes(true) && kinds.includes(false);
  });
}

/**
 * Returns true if one text leads around the first cycle, around the second, and from the first to the second.
 * False also once the steps are used up.
 */
function areChained(automaton: Searchable, cycles: CyclePair): boolean {
  const { one, other } = cycles;
  return [...one].some((from) => [...other].some((to) => isChainedPath(automaton, { ...cycles, from, to })));
}

/** Two cycles, of which the first leads to the second. */
interface CyclePair {
  readonly one: ReadonlySet<number>;
  readonly other: ReadonlySet<number>;
  /** The number of steps that the search may still make; counted down, below 0 once it is given up. */
  readonly steps: { left: number };
}

/** A pair of cycles with a state of each. */
interface CyclePath extends CyclePair {
  /** A state of `one`. */
  readonly from: number;
  /** A state of `other`. */
  readonly to: number;
}

/**
 * Returns true if one text leads from `from` around the first cycle, from `from` to `to`, and from `to`
 * around the second cycle. Returns false once `steps` are used up.
 */
function isChainedPath(
  { next, canConsumeSame }: Searchable,
  { one, other, steps, from, to }: CyclePath,
): boolean {
  const size = next.length;
  const goal = (from * size + to) * size + to;
  const seen = new Set<number>();
  const waiting = [[from, from, to] as const];
  for (let triple = waiting.pop(); triple !== undefined; triple = waiting.pop()) {
    const [round, way, turn] = triple;
    steps.left -= 1;
    if (steps.left < 0) return false;
    for (const first of next[round] ?? []) {
      if (!one.has(first)) continue;
      for (const third of next[turn] ?? []) {
        if (!other.has(third) || !canConsumeSame(first, third)) continue;
        for (const second of next[way] ?? []) {
          if (!canConsumeSame(first, second, third)) continue;
          const key = (first * size + second) * size + third;
          if (key === goal) return true;
          if (seen.has(key)) continue;
          seen.add(key);
          waiting.push([first, second, third]);
        }
      }
    }
  }
  return false;
}

/** Returns the given states and all states that edges lead to from them. */
function findReachableStates(
  { next }: Pick<Automaton, 'next'>,
  from: ReadonlySet<number>,
): ReadonlySet<number> {
  const seen = new Set(from);
  const waiting = [...from];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const to of next[state] ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return seen;
}
