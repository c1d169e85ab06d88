import {
  type CharSet,
  CharSet as CharSets,
  type Concatenation,
  type Element,
  JS,
  type Quantifier,
} from 'refa';

/**
 * A pattern as a position automaton (Glushkov): a state for each position that consumes a character, and an
 * edge from each state to those that may consume the next one. Edges may be double: then the matcher has two
 * ways to continue, which is what makes patterns slow.
 */
export interface Automaton {
  /** The characters that each state consumes. */
  readonly takes: readonly CharSet[];
  /** The states that may follow each state. A state that can be reached in two ways is listed twice. */
  readonly next: readonly (readonly number[])[];
  /** The states that may consume the first character, including those behind a `^`. */
  readonly first: readonly number[];
  /** States after which the pattern has matched, whatever follows. */
  readonly ends: ReadonlySet<number>;
  /**
   * True if the pattern has a condition that the states lack: a lookaround after the beginning, or the least
   * number of a repetition. A match may then fail at any position.
   */
  readonly isAsserted: boolean;
  /** The lookarounds of the pattern. They are not part of its states. */
  readonly lookarounds: readonly Lookaround[];
}

/** A lookahead or lookbehind with its own automaton; that of a lookbehind is read backwards. */
export interface Lookaround {
  readonly automaton: Automaton;
  /** True if it is tested at the beginning of the text only. */
  readonly isAtStart: boolean;
}

/**
 * The result of parsing a pattern: `unknown` for syntax that is not supported here, `invalid` for text that
 * is no pattern.
 */
export type ReadPattern =
  | { readonly kind: 'automaton'; readonly automaton: Automaton }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unknown' };

/** Beyond this number of states a bounded repetition is treated as an unbounded one. */
const maxStates = 600;

/**
 * Parses a regular expression and builds its automaton. A pattern may match anywhere in a text (JSON Schema
 * Validation 2020-12, section 6.3.3), so the first state consumes any character. With `isUnrolled: false`
 * each bounded repetition is treated as an unbounded one, which has at least as many ways to match. Never
 * throws.
 */
export function readPattern(pattern: string, { isUnrolled = true } = {}): ReadPattern {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return { kind: 'invalid' };
  }
  const builder: AutomatonBuilder = {
    takes: [],
    next: [],
    startStates: [],
    lookarounds: [],
    isAtStartByElement: new Map(),
    isUnrolled,
  };
  try {
    // The expression is not simplified, because the matcher also tries branches that can never match. No
    // automaton can represent back references.
    const { expression } = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse({
      simplify: false,
      maxBackreferenceWords: 0,
      backreferences: 'throw',
    });
    return { kind: 'automaton', automaton: buildPatternAutomaton(expression.alternatives, builder) };
  } catch {
    return { kind: 'unknown' };
  }
}

type Assertion = Extract<Element, { type: 'Assertion' }>;

/** A part of the automaton with its first and last states. An optional one may consume nothing. */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isOptional: boolean;
  /** True if a lookaround, or an edge inside a lookaround, may be tested before any character is consumed. */
  readonly hasLookaround?: boolean;
}

/** The fragment of the empty pattern. */
const emptyFragment: Fragment = { first: [], last: [], isOptional: true };

/** The parts of an automaton that is being built. The functions of this module add to it. */
interface AutomatonBuilder {
  readonly takes: CharSet[];
  readonly next: number[][];
  /** The states for `^`, and for a lookahead that begins with one. */
  readonly startStates: number[];
  readonly lookarounds: Lookaround[];
  /**
   * For each element of `lookarounds`, true if it is at the start. The copies of an unrolled repetition share
   * one entry.
   */
  readonly isAtStartByElement: Map<Element, boolean>;
  readonly isUnrolled: boolean;
  /** True inside a lookaround, where an edge of the text counts as a lookaround. */
  readonly isInner?: boolean;
  /** True inside a lookbehind, which is read from its end. */
  readonly isBackward?: boolean;
  /** As in `Automaton`; absent is false. */
  isAsserted?: boolean;
}

/**
 * Adds the states of a whole pattern, with one before it for skipped characters, and returns the automaton.
 */
function buildPatternAutomaton(alternatives: readonly Concatenation[], builder: AutomatonBuilder): Automaton {
  const before = { ...addLoop(addState(allCharacters, builder), builder), isOptional: true };
  for (const { elements } of alternatives) addLeadingLookarounds(elements, builder);
  const fragment = concatenateFragments(before, addAlternation(alternatives, builder), builder);
  return toAutomaton(builder, { ...fragment, first: listFirstStates(fragment, builder) });
}

/**
 * Returns the first states of a pattern, with those behind a `^` in place of the state for the `^`. If every
 * alternative begins with `^`, a match can only begin at the start of the text, and the state for skipped
 * characters is left out; but a lookaround before the `^` is tested at every position.
 */
function listFirstStates(
  { first: states, hasLookaround = false }: Fragment,
  { next, startStates, takes }: AutomatonBuilder,
): readonly number[] {
  const [anywhere] = states;
  const begins =
    hasLookaround ||
    (next[Number(anywhere)] ?? []).some((to) => to !== anywhere && takes[to]?.isEmpty === false);
  /** Returns the state itself, or the states that follow it if it is that of a `^`. */
  const listStatesBehind = (state: number): readonly number[] =>
    startStates.includes(state) ? (next[state] ?? []).flatMap(listStatesBehind) : [state];
  return states.filter((state) => state !== anywhere || begins).flatMap(listStatesBehind);
}

/** Builds the automaton of a lookaround, which begins exactly at its position. */
function buildLookaroundAutomaton({ alternatives, kind }: Assertion, isUnrolled: boolean): Automaton {
  const builder: AutomatonBuilder = {
    takes: [],
    next: [],
    startStates: [],
    lookarounds: [],
    isAtStartByElement: new Map(),
    isUnrolled,
    isInner: true,
    isBackward: kind === 'behind',
  };
  return toAutomaton(builder, addAlternation(alternatives, builder));
}

/** Returns the automaton whose first and last states are those of a fragment. */
function toAutomaton(
  { takes, next, lookarounds, isAsserted = false }: AutomatonBuilder,
  fragment: Fragment,
): Automaton {
  return { takes, next, first: fragment.first, ends: new Set(fragment.last), isAsserted, lookarounds };
}

/**
 * Adds the lookarounds that directly follow a `^` at the beginning of an alternative, up to any other
 * element, because they are tested once.
 * @param elements The elements of the alternative.
 */
function addLeadingLookarounds(elements: readonly Element[], builder: AutomatonBuilder): void {
  const [edge, ...others] = elements;
  if (!isStartAnchor(edge)) return;
  for (const element of others) {
    if (element.type !== 'Assertion' || isTextAnchor(element)) return;
    addLookaroundOnce(element, builder, true);
  }
}

/**
 * Adds the automaton of a lookaround to the builder, unless its element has one: copies of an unrolled
 * repetition share one.
 */
function addLookaroundOnce(element: Assertion, builder: AutomatonBuilder, isAtStart: boolean): void {
  if (builder.isAtStartByElement.has(element)) return;
  builder.isAtStartByElement.set(element, isAtStart);
  builder.lookarounds.push({ automaton: buildLookaroundAutomaton(element, builder.isUnrolled), isAtStart });
}

const allCharacters = CharSets.all(0x10ffff);
const noCharacters = CharSets.empty(0x10ffff);

/** Adds a state that consumes the characters, and returns it as a fragment. */
function addState(takes: CharSet, builder: AutomatonBuilder): Fragment {
  const index = builder.takes.push(takes) - 1;
  builder.next.push([]);
  return { first: [index], last: [index], isOptional: false };
}

/** Adds the states and edges of alternatives, and returns them as one fragment. */
function addAlternation(alternatives: readonly Concatenation[], builder: AutomatonBuilder): Fragment {
  const fragments = alternatives.map(({ elements }) =>
    (builder.isBackward === true ? elements.toReversed() : elements).reduce<Fragment>(
      (fragment, element) => concatenateFragments(fragment, addElement(element, builder), builder),
      emptyFragment,
    ),
  );
  return {
    first: fragments.flatMap(({ first }) => first),
    last: fragments.flatMap(({ last }) => last),
    isOptional: fragments.some(({ isOptional }) => isOptional),
    hasLookaround: fragments.some(({ hasLookaround }) => hasLookaround),
  };
}

/** Adds the states and edges of one element. Throws for a backreference. */
function addElement(element: Element, builder: AutomatonBuilder): Fragment {
  switch (element.type) {
    case 'CharacterClass':
      return addState(element.characters, builder);
    case 'Alternation':
      return addAlternation(element.alternatives, builder);
    case 'Quantifier':
      return addRepetition(element, builder);
    case 'Assertion':
      return addAssertion(element, builder);
    case 'Unknown':
      throw new Error('Cannot read a pattern: it has a backreference');
  }
}

/**
 * Adds an assertion and returns its fragment: for `^`, `$` and a lookahead that begins with `^`, a state that
 * consumes nothing; for any other assertion, and for each inside a lookaround, the empty fragment. A
 * lookaround gets an automaton of its own.
 */
function addAssertion(element: Assertion, builder: AutomatonBuilder): Fragment {
  if ((isTextAnchor(element) || isStartAnchor(element)) && builder.isInner !== true) {
    // No character can be at the position of "^" and "$", so their state consumes nothing.
    const fragment = addState(noCharacters, builder);
    if (isStartAnchor(element)) builder.startStates.push(...fragment.first);
    if (!isTextAnchor(element)) addLookaroundOnce(element, builder, true);
    return fragment;
  }
  // A lookaround at the very beginning is tested before anything is consumed.
  if (builder.isAtStartByElement.get(element) !== true) builder.isAsserted = true;
  if (!isTextAnchor(element)) addLookaroundOnce(element, builder, false);
  return { ...emptyFragment, hasLookaround: true };
}

/** Returns true for a `^`, and for a lookahead of which every alternative begins with one: `(?=^.{8,}$)`. */
function isStartAnchor(element: Element | undefined): element is Assertion {
  if (element?.type !== 'Assertion') return false;
  if (isTextAnchor(element)) return element.kind === 'behind';
  const { kind, negate, alternatives } = element;
  return !negate && kind === 'ahead' && alternatives.every(({ elements: [first] }) => isStartAnchor(first));
}

/** Returns true for `^` and `$`, which are parsed as `(?<!any)` and `(?!any)`. */
function isTextAnchor({ negate, alternatives }: Assertion): boolean {
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

/**
 * Adds a repetition: copies of its content if it is unrolled and small enough, else a loop, which may also
 * accept other numbers of rounds. The fragment is empty if the content may not occur.
 */
function addRepetition({ alternatives, min, max }: Quantifier, builder: AutomatonBuilder): Fragment {
  const start = builder.takes.length;
  const once = addAlternation(alternatives, builder);
  if (max === 0) return emptyFragment;
  if (max === 1) return min === 0 ? { ...once, isOptional: true } : once;
  const isUnbounded = !Number.isFinite(max);
  const size = builder.takes.length - start;
  const copies = isUnbounded ? Math.max(1, min) : max;
  const isLoop = isUnbounded && min <= 1;
  if (isLoop || !builder.isUnrolled || start + size * copies > maxStates) {
    const loop = addLoop(once, builder);
    // The choice of the copies that match nothing is ambiguous as well.
    if (!isLoop && once.isOptional) addLoop(once, builder);
    // The loop also accepts fewer copies than required, after which the match fails.
    if (min > 1) builder.isAsserted = true;
    return min === 0 ? { ...loop, isOptional: true } : loop;
  }
  const fragments = [once];
  while (fragments.length < copies) fragments.push(addAlternation(alternatives, builder));
  if (isUnbounded) fragments.push(addLoop(fragments.pop() ?? emptyFragment, builder));
  return joinCopies(fragments, min, builder);
}

/**
 * Adds edges between the copies of a repetition, of which the first `min` are required. It nests the others
 * (`aaa?a?` as `aa(a(a)?)?`), so that there is one way to match each number of copies.
 */
function joinCopies(fragments: readonly Fragment[], min: number, builder: AutomatonBuilder): Fragment {
  return fragments.reduceRight<Fragment>((rest, fragment, index) => {
    const joined = concatenateFragments(fragment, rest, builder);
    return index >= min ? { ...joined, isOptional: true } : joined;
  }, emptyFragment);
}

/**
 * Adds edges from the last states of a fragment to its first ones, so that it may repeat, and returns the
 * fragment.
 */
function addLoop(fragment: Fragment, builder: AutomatonBuilder): Fragment {
  addEdges(fragment.last, fragment.first, builder);
  return fragment;
}

/**
 * Adds edges from the last states of one fragment to the first ones of the other, and returns both as one.
 */
function concatenateFragments(one: Fragment, other: Fragment, builder: AutomatonBuilder): Fragment {
  addEdges(one.last, other.first, builder);
  return {
    first: one.isOptional ? [...one.first, ...other.first] : one.first,
    last: other.isOptional ? [...one.last, ...other.last] : other.last,
    isOptional: one.isOptional && other.isOptional,
    hasLookaround: one.hasLookaround === true || (one.isOptional && other.hasLookaround === true),
  };
}

/** Adds an edge from each state of `from` to each of `to`, even if there is one. */
function addEdges(from: readonly number[], to: readonly number[], { next }: AutomatonBuilder): void {
  for (const state of from) next[state]?.push(...to);
}
