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
  /** States after which the pattern has matched, whatever follows. */
  readonly ends: ReadonlySet<number>;
}

/** Beyond this many states a bounded repetition is taken for an unbounded one. */
const maxStates = 600;

/**
 * The automatons of a pattern: one for itself, one for what each lookaround asks. Undefined where it does not parse. A
 * pattern may match anywhere in a text (JSON Schema Validation 2020-12, section 6.3.3): a state that takes anything stands first.
 */
export function automatonsOf(pattern: string): readonly Automaton[] | undefined {
  let alternatives: readonly Concatenation[];
  try {
    alternatives = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse().expression.alternatives;
  } catch {
    return undefined;
  }
  const inner: (readonly Concatenation[])[] = [];
  const whole = automatonOf(alternatives, true, inner);
  const lookarounds: Automaton[] = [];
  for (let asked = inner.shift(); asked !== undefined; asked = inner.shift()) {
    lookarounds.push(automatonOf(asked, false, inner));
  }
  return [whole, ...lookarounds];
}

/** A piece of a pattern: where it can begin and end, and whether it can be left out. */
interface Piece {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isOptional: boolean;
}

const nothing: Piece = { first: [], last: [], isOptional: true };

interface Building {
  readonly takes: CharSet[];
  readonly next: number[][];
  /** Lookarounds on the way, to be looked at by themselves. */
  readonly inner: (readonly Concatenation[])[];
}

function automatonOf(
  alternatives: readonly Concatenation[],
  mayBeginAnywhere: boolean,
  inner: (readonly Concatenation[])[],
): Automaton {
  const building: Building = { takes: [], next: [], inner };
  const before = mayBeginAnywhere ? repeated(state(everything, building), building) : nothing;
  const piece = inRow({ ...before, isOptional: true }, anyOf(alternatives, building), building);
  return { takes: building.takes, next: building.next, ends: new Set(piece.last) };
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
    elements.reduce<Piece>((piece, element) => inRow(piece, pieceOf(element, building), building), nothing),
  );
  return {
    first: pieces.flatMap(({ first }) => first),
    last: pieces.flatMap(({ last }) => last),
    isOptional: pieces.some(({ isOptional }) => isOptional),
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
      // "^" and "$" stand for a place where no character can be: nothing passes.
      if (isEdge(element)) return state(nowhere, building);
      building.inner.push(element.alternatives);
      return nothing;
    case 'Unknown':
      return nothing;
  }
}

/** `(?<!any)` and `(?!any)`, which is how `^` and `$` are parsed. */
function isEdge({ negate, alternatives }: Extract<Element, { type: 'Assertion' }>): boolean {
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
  const size = building.takes.length - start;
  const copies = Number.isFinite(max) ? max : Math.max(1, min);
  if (start + size * copies > maxStates || (!Number.isFinite(max) && min <= 1)) {
    const loop = repeated(once, building);
    return min === 0 ? { ...loop, isOptional: true } : loop;
  }
  const pieces = [once];
  while (pieces.length < copies) pieces.push(anyOf(alternatives, building));
  if (!Number.isFinite(max)) pieces.push(repeated(pieces.pop() ?? nothing, building));
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
  };
}

function link(from: readonly number[], to: readonly number[], { next }: Building): void {
  for (const state of from) next[state]?.push(...to);
}
