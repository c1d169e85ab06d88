import { isDisjointWith, JS, NFA } from 'refa';

/**
 * Returns sample texts of a `format` (JSON Schema Validation 2020-12, section 7.3); none for an unknown
 * format.
 */
export function getFormatTexts(format: unknown): readonly string[] {
  return textsByFormat[String(format)] ?? [];
}

/** Texts that meet each format; the first is the most usual one. */
const textsByFormat: Readonly<Record<string, readonly string[]>> = {
  date: ['2027-06-15', '2026-11-21', '1990-01-01', '2030-12-31'],
  time: ['12:00:00Z', '23:59:00Z'],
  'date-time': ['2027-06-15T12:00:00Z', '1990-01-01T00:00:00Z'],
  duration: ['P1D'],
  email: ['ada@example.com', 'grace@example.org'],
  'idn-email': ['ada@example.com'],
  hostname: ['www.example.com'],
  'idn-hostname': ['www.example.com'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  uri: ['https://www.example.com/'],
  url: ['https://www.example.com/'],
  iri: ['https://www.example.com/'],
  'uri-reference': ['/a'],
  'iri-reference': ['/a'],
  'uri-template': ['/{a}'],
  uuid: ['2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d'],
  'json-pointer': ['/a'],
  'relative-json-pointer': ['1'],
  regex: ['a'],
  int32: ['1'],
  int64: ['1'],
};

/**
 * Returns sample texts that match a pattern, the shortest first, made of letters and digits where the pattern
 * allows it; none if the pattern cannot be read, or if no match is found soon. The result is cached.
 */
export function getPatternTexts(pattern: string): readonly string[] {
  const known = textsByPattern.get(pattern) ?? generatePatternTexts(pattern);
  textsByPattern.set(pattern, known);
  return known;
}

/**
 * Returns false if it is certain that no text with a length between the limits, both inclusive, matches a
 * pattern. True for a pattern that is too complex or cannot be read, and if `least` is too large.
 */
export function mayMatchLength(pattern: string, least: number, most: number): boolean {
  const inner = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  // Inside a pattern, an anchor applies to a part only.
  const isPlain = !/[|^$]|\(\?|\\[bB]/.test(inner.replaceAll(/\\[^bB]|\[\^/g, ''));
  if (!isPlain || least > longestTried) return true;
  const before = pattern.startsWith('^') ? '' : '[^]*';
  const after = inner.length + (before === '' ? 1 : 0) < pattern.length ? '' : '[^]*';
  const to = most > longestTried ? '' : String(most);
  try {
    const matching = buildNfa(`${before}(?:${inner})${after}`);
    return !isDisjointWith(matching, buildNfa(`[^]{${least},${to}}`));
  } catch {
    return true;
  }
}

/** The largest length for which an automaton is built; those of longer texts are too large. */
const longestTried = 120;

/** Builds a finite automaton of a pattern, without its lookarounds. Throws if the pattern cannot be read. */
function buildNfa(pattern: string): NFA {
  const parser = JS.Parser.fromLiteral({ source: pattern, flags: 'u' });
  // The automaton cannot represent lookarounds. Without them it generates texts of which only some match.
  const { expression, maxCharacter } = parser.parse({ assertions: 'ignore', backreferences: 'disable' });
  return NFA.fromRegex(expression, { maxCharacter });
}

/** The cache of `getPatternTexts`. Generating texts is slow, and forms share patterns. */
const textsByPattern = new Map<string, readonly string[]>();

/** As `getPatternTexts`, without the cache. */
function generatePatternTexts(pattern: string): readonly string[] {
  try {
    const matcher = new RegExp(pattern, 'u');
    const found: string[] = [];
    let tried = 0;
    for (const sets of buildNfa(pattern).wordSets()) {
      tried += 1;
      const text = sets.map((set) => chooseCharacter(set.ranges)).join('');
      if (matcher.test(text)) found.push(text);
      if (found.length >= maxTexts || tried >= maxTried) break;
    }
    return [...new Set(found)];
  } catch {
    return [];
  }
}

/** The number of texts that are generated for a pattern. */
const maxTexts = 24;
/** The number of words of the automaton that are tested for a pattern. */
const maxTried = 400;

/**
 * Returns a character of a set: if possible a letter, a digit, a space or a hyphen, else one of the first
 * range; `a` for an empty set.
 */
function chooseCharacter(ranges: readonly { readonly min: number; readonly max: number }[]): string {
  for (const wanted of ['a', 'A', '1', ' ', '-']) {
    const code = wanted.codePointAt(0) ?? 0;
    if (ranges.some(({ min, max }) => min <= code && code <= max)) return wanted;
  }
  const [first] = ranges;
  return String.fromCodePoint(first === undefined ? 97 : Math.min(Math.max(first.min, 33), first.max));
}
