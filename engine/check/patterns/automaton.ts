import {
  type CharSet,
  CharSet as CharSets,
  type Concatenation,
  type Element,
  JS,
  type Quantifier,
} from 'refa';

/**
 * A pattern as a position automaton: a state for each place in it that takes a character, an edge from each state to those
 * that may take the next character. Edges may be double: then there are two ways to go on, which is what makes patterns slow.
 */
export interface Automaton {
  /** What each state takes. */
  readonly takes: readonly CharSet[];
  /** The states that may follow each state; one that can be reached in two ways stands there twice. */
  readonly next: readonly (readonly number[])[];
  /** The states that may take the first character, those behind a `^` among them. */
  readonly first: readonly number[];
  /** States after which the pattern has matched, whatever follows. */
  readonly ends: ReadonlySet<number>;
  /** True where something on the way takes no character: the way may then fail wherever it has come to. */
  readonly isAsserted: boolean;
  readonly lookarounds: readonly Lookaround[];
}

/** The question of a lookaround. */
export interface Lookaround {
  readonly automaton: Automaton;
  /** True where it is asked at the beginning of the text alone. */
  readonly isAtStart: boolean;
}

/** The result of reading a pattern: `unknown` where its syntax is more than can be read here, `invalid` where it is no pattern. */
export type ReadPattern =
  | { readonly kind: 'automaton'; readonly automaton: Automaton }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unknown' };

/** Beyond this many states a bounded repetition is taken for an unbounded one. */
const maxStates = 600;

/**
 * Reads a pattern. It may match anywhere in a text (JSON Schema Validation 2020-12, section 6.3.3): a state that takes anything stands
 * first. Where bounded repetitions are not unrolled each is taken for an unbounded one, which has every way that it has, and more.
 */
export function readPattern(pattern: string, { isUnrolled = true } = {}): ReadPattern {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { kind: 'invalid' };
  }
  const building: Building = {
    takes: [],
    next: [],
    starts: [],
    lookarounds: [],
    told: new Map(),
    isUnrolled,
  };
  try {
    // As it is written: a branch that can never match is tried all the same. What a group has taken is in no automaton.
    const { expression } = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse({
      simplify: false,
      maxBackreferenceWords: 0,
      backreferences: 'throw',
    });
    return { kind: 'automaton', automaton: wholeAutomaton(expression.alternatives, building) };
  } catch {
    return { kind: 'unknown' };
  }
}

type Assertion = Extract<Element, { type: 'Assertion' }>;

/** A piece of a pattern: where it can begin and end, and whether it can be left out. */
interface Piece {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isOptional: boolean;
  /** True where a lookaround may be asked before anything is taken, and before an edge of the text is looked for. */
  readonly isAsked?: boolean;
}

const nothing: Piece = { first: [], last: [], isOptional: true };

interface Building {
  readonly takes: CharSet[];
  readonly next: number[][];
  /** The states that stand for `^`. */
  readonly starts: number[];
  readonly lookarounds: Lookaround[];
  /** Tells for each of `lookarounds` whether it is at the start: a repetition that is unrolled asks the same in every copy. */
  readonly told: Map<Element, boolean>;
  readonly isUnrolled: boolean;
  /** True inside a lookaround, where an edge of the text counts as a lookaround. */
  readonly isInner?: boolean;
  /** True inside a lookbehind, which is read from its end. */
  readonly isBackward?: boolean;
  isAsserted?: boolean;
}

function wholeAutomaton(alternatives: readonly Concatenation[], building: Building): Automaton {
  const before = { ...repeated(state(everything, building), building), isOptional: true };
  for (const { elements } of alternatives) readOpening(elements, building);
  const piece = inRow(before, anyOf(alternatives, building), building);
  return finished(building, { ...piece, first: behindStarts(piece, building) });
}

/**
 * At the beginning of the text a "^" is passed, and anywhere else nothing passes it: one that is at the beginning of all has no other. A lookaround
 * before it is asked anywhere.
 */
function behindStarts(
  { first: states, isAsked = false }: Piece,
  { next, starts, takes }: Building,
): readonly number[] {
  const [anywhere] = states;
  const begins =
    isAsked || (next[Number(anywhere)] ?? []).some((to) => to !== anywhere && takes[to]?.isEmpty === false);
  const passed = (state: number): readonly number[] =>
    starts.includes(state) ? (next[state] ?? []).flatMap(passed) : [state];
  return states.filter((state) => state !== anywhere || begins).flatMap(passed);
}

function innerAutomaton({ alternatives, kind }: Assertion, isUnrolled: boolean): Automaton {
  const building: Building = {
    ...{ takes: [], next: [], starts: [], lookarounds: [], told: new Map(), isUnrolled, isInner: true },
    isBackward: kind === 'behind',
  };
  return finished(building, anyOf(alternatives, building));
}

function finished({ takes, next, lookarounds, isAsserted = false }: Building, piece: Piece): Automaton {
  return { takes, next, first: piece.first, ends: new Set(piece.last), isAsserted, lookarounds };
}

/** Lookarounds that follow a `^` at the very beginning are asked once. */
function readOpening(elements: readonly Element[], building: Building): void {
  const [edge, ...others] = elements;
  if (!isStart(edge)) return;
  for (const element of others) {
    if (element.type !== 'Assertion' || isEdge(element)) return;
    tellLookaround(element, building, true);
  }
}

function tellLookaround(element: Assertion, building: Building, isAtStart: boolean): void {
  if (building.told.has(element)) return;
  building.told.set(element, isAtStart);
  building.lookarounds.push({ automaton: innerAutomaton(element, building.isUnrolled), isAtStart });
}

const everything = CharSets.all(0x10ffff);
const nowhere = CharSets.empty(0x10ffff);

function state(takes: CharSet, building: Building): Piece {
  const index = building.takes.push(takes) - 1;
  building.next.push([]);
  return { first: [index], last: [index], isOptional: false };
}

function anyOf(alternatives: readonly Concatenation[], building: Building): Piece {
  const pieces = alternatives.map(({ elements }) =>
    (building.isBackward === true ? elements.toReversed() : elements).reduce<Piece>(
      (piece, element) => inRow(piece, pieceOf(element, building), building),
      nothing,
    ),
  );
  return {
    first: pieces.flatMap(({ first }) => first),
    last: pieces.flatMap(({ last }) => last),
    isOptional: pieces.some(({ isOptional }) => isOptional),
    isAsked: pieces.some(({ isAsked }) => isAsked),
  };
}

function pieceOf(element: Element, building: Building): Piece {
  switch (element.type) {
    case 'CharacterClass':
      return state(element.characters, building);
    case 'Alternation':
      return anyOf(element.alternatives, building);
    case 'Quantifier':
      return repetition(element, building);
    case 'Assertion':
      return assertion(element, building);
    case 'Unknown':
      throw new Error('Cannot read a pattern: it refers to what a group has taken');
  }
}

function assertion(element: Assertion, building: Building): Piece {
  if ((isEdge(element) || isStart(element)) && building.isInner !== true) {
    // "^" and "$" stand for a place where no character can be: nothing passes.
    const piece = state(nowhere, building);
    if (isStart(element)) building.starts.push(...piece.first);
    if (!isEdge(element)) tellLookaround(element, building, true);
    return piece;
  }
  // One at the very beginning is asked before anything is taken.
  if (building.told.get(element) !== true) building.isAsserted = true;
  if (!isEdge(element)) tellLookaround(element, building, false);
  return { ...nothing, isAsked: true };
}

/** A `^`, or what asks for one before anything else: `(?=^.{8,}$)`. */
function isStart(element: Element | undefined): element is Assertion {
  if (element?.type !== 'Assertion') return false;
  if (isEdge(element)) return element.kind === 'behind';
  const { kind, negate, alternatives } = element;
  return !negate && kind === 'ahead' && alternatives.every(({ elements: [first] }) => isStart(first));
}

/** `(?<!any)` and `(?!any)`, which is how `^` and `$` are parsed. */
function isEdge({ negate, alternatives }: Assertion): boolean {
  const [only, ...others] = alternatives;
  const [element, ...more] = only?.elements ?? [];
  return (
    negate &&
    others.length === 0 &&
    more.length === 0 &&
    element?.type === 'CharacterClass' &&
    element.characters.isAll
  );
}

function repetition({ alternatives, min, max }: Quantifier, building: Building): Piece {
  const start = building.takes.length;
  const once = anyOf(alternatives, building);
  if (max === 0) return nothing;
  if (max === 1) return min === 0 ? { ...once, isOptional: true } : once;
  const isUnbounded = !Number.isFinite(max);
  const size = building.takes.length - start;
  const copies = isUnbounded ? Math.max(1, min) : max;
  const isLoop = isUnbounded && min <= 1;
  if (isLoop || !building.isUnrolled || start + size * copies > maxStates) {
    const loop = repeated(once, building);
    // Which of the copies take nothing is a way of its own.
    if (!isLoop && once.isOptional) repeated(once, building);
    // Fewer copies than it asks for are no match, though the loop has them.
    if (min > 1) building.isAsserted = true;
    return min === 0 ? { ...loop, isOptional: true } : loop;
  }
  const pieces = [once];
  while (pieces.length < copies) pieces.push(anyOf(alternatives, building));
  if (isUnbounded) pieces.push(repeated(pieces.pop() ?? nothing, building));
  return copiesInRow(pieces, min, building);
}

/** `aaa?a?` as `aa(a(a)?)?`, so that there is one way to take each number of copies. */
function copiesInRow(pieces: readonly Piece[], min: number, building: Building): Piece {
  return pieces.reduceRight<Piece>((rest, piece, index) => {
    const joined = inRow(piece, rest, building);
    return index >= min ? { ...joined, isOptional: true } : joined;
  }, nothing);
}

function repeated(piece: Piece, building: Building): Piece {
  link(piece.last, piece.first, building);
  return piece;
}

function inRow(one: Piece, other: Piece, building: Building): Piece {
  link(one.last, other.first, building);
  return {
    first: one.isOptional ? [...one.first, ...other.first] : one.first,
    last: other.isOptional ? [...one.last, ...other.last] : other.last,
    isOptional: one.isOptional && other.isOptional,
    isAsked: one.isAsked === true || (one.isOptional && other.isAsked === true),
  };
}

function link(from: readonly number[], to: readonly number[], { next }: Building): void {
  for (const state of from) next[state]?.push(...to);
}
