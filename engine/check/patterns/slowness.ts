import type { CharSet } from 'refa';
import { type Automaton, automatonsOf } from './automaton.ts';
import { circlesOf } from './circles.ts';

/** How the time of a pattern grows with a text that was made to be slow. */
export type Slowness = 'linear' | 'polynomial' | 'exponential';

/**
 * How slow a pattern can be, by the ambiguity of its automaton: exponential where one text leads round a circle in two ways,
 * polynomial where it leads round two circles and from the one to the other (Weideman et al., "Analyzing matching time behavior
 * of backtracking regular expression matchers by using ambiguity of NFA", 2016). A pattern that has matched by then is not slow.
 * `slownessOf('^(a|a)*$') // 'exponential'`, `slownessOf('^a*$') // 'linear'`
 */
export function slownessOf(pattern: string): Slowness {
  const slowness = known.get(pattern) ?? findSlowness(pattern);
  if (known.size >= mostKnown) known.clear();
  known.set(pattern, slowness);
  return slowness;
}

/** Forms share their patterns, and an editor asks about the same ones again and again. */
const known = new Map<string, Slowness>();
const mostKnown = 1_000;

function findSlowness(pattern: string): Slowness {
  const found = (automatonsOf(pattern) ?? []).map((automaton) => slownessOfAutomaton(searchable(automaton)));
  if (found.includes('exponential')) return 'exponential';
  return found.includes('polynomial') ? 'polynomial' : 'linear';
}

interface Searchable extends Automaton {
  /** Whether some character is taken by two states, or by three. */
  readonly meet: (one: number, other: number, third?: number) => boolean;
}

/** The states of a repetition take the same, by hundreds: what meets is worked out once for what they take. */
function searchable(automaton: Automaton): Searchable {
  const kinds = [...new Set(automaton.takes)];
  const kindOf = automaton.takes.map((takes) => kinds.indexOf(takes));
  const known = new Map<number, boolean>();
  const meet = (one: number, other: number, third = other) => {
    const [a, b, c] = [kindOf[one] ?? 0, kindOf[other] ?? 0, kindOf[third] ?? 0];
    const key = (a * kinds.length + b) * kinds.length + c;
    const isMet = known.get(key) ?? haveCommon(kinds[a], kinds[b], kinds[c]);
    known.set(key, isMet);
    return isMet;
  };
  return { ...automaton, meet };
}

function haveCommon(one?: CharSet, other?: CharSet, third?: CharSet): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    third !== undefined &&
    !one.intersect(other).isDisjointWith(third)
  );
}

/** So far is it searched whether a pattern is polynomial; beyond, it passes. */
const maxSteps = 200_000;

function slownessOfAutomaton(automaton: Searchable): Slowness {
  const circles = circlesOf(automaton.next);
  const canFail = (circle: ReadonlySet<number>) => ![...circle].every((state) => automaton.ends.has(state));
  if (circles.some((circle) => canFail(circle) && leadsRoundTwice(automaton, circle))) return 'exponential';
  const steps = { left: maxSteps };
  const isPolynomial = circles.some((one) =>
    circles.some((other) => one !== other && canFail(other) && leadsFromTo(automaton, { one, other, steps })),
  );
  return isPolynomial ? 'polynomial' : 'linear';
}

/** Whether one text leads from a state of a circle back to it in two ways. */
function leadsRoundTwice({ next, takes, meet }: Searchable, circle: ReadonlySet<number>): boolean {
  const inside = (state: number) => (next[state] ?? []).filter((to) => circle.has(to) && !takes[to]?.isEmpty);
  const states = [...circle];
  if (states.some((state) => new Set(inside(state)).size < inside(state).length)) return true;
  const size = next.length;
  const pairs = new Map<number, number[]>();
  const waiting = states.map((state) => state * size + state);
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (pairs.has(pair)) continue;
    const [left, right] = [Math.floor(pair / size), pair % size];
    const to = inside(left).flatMap((one) =>
      inside(right).flatMap((other) => (meet(one, other) ? [one * size + other] : [])),
    );
    pairs.set(pair, to);
    waiting.push(...to);
  }
  return circlesOf(pairs).some((round) => {
    const kinds = [...round].map((pair) => Math.floor(pair / size) === pair % size);
    return kinds.includes(true) && kinds.includes(false);
  });
}

/** Whether one text leads round the one circle, round the other, and from the one to the other. */
function leadsFromTo(automaton: Searchable, circles: Circles): boolean {
  const { one, other } = circles;
  const between = reachable(automaton, one);
  if (![...other].some((state) => between.has(state))) return false;
  return [...one].some((from) => [...other].some((to) => leadsAlong(automaton, { ...circles, from, to })));
}

interface Circles {
  readonly one: ReadonlySet<number>;
  readonly other: ReadonlySet<number>;
  readonly steps: { left: number };
}

interface Way extends Circles {
  readonly from: number;
  readonly to: number;
}

function leadsAlong({ next, meet }: Searchable, { one, other, steps, from, to }: Way): boolean {
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
        if (!other.has(third) || !meet(first, third)) continue;
        for (const second of next[way] ?? []) {
          if (!meet(first, second, third)) continue;
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

function reachable({ next }: Automaton, from: ReadonlySet<number>): ReadonlySet<number> {
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
