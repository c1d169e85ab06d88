/** A text read as JSON: its value, or the first place where it is not JSON. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string };

/**
 * Reads JSON (RFC 8259) and says where it breaks, in lines and columns from 1. A key given twice breaks it too:
 * `JSON.parse` would keep the last one in silence.
 * `readJson('{"a": 1,}') // {ok: false, line: 1, column: 9, reason: 'expected a key in double quotes'}`
 */
export function readJson(text: string): JsonText {
  const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const { fault } = scan(withoutMark);
  if (fault === undefined) return { ok: true, value: JSON.parse(withoutMark) };
  return { ok: false, ...lineAndColumn(withoutMark, fault.offset), reason: fault.reason };
}

/** The line and column (from 1) of the value that a JSON Pointer (RFC 6901) leads to, or of the nearest value around it. */
export function placeOf(text: string, pointer: string): { readonly line: number; readonly column: number } {
  const { places } = scan(text);
  let at = pointer;
  while (!places.has(at) && at !== '') at = at.slice(0, at.lastIndexOf('/'));
  return lineAndColumn(text, places.get(at) ?? 0);
}

interface Scan {
  /** Every value's offset by its pointer, as far as the text could be read. */
  readonly places: ReadonlyMap<string, number>;
  /** The first place where the text is not JSON. */
  readonly fault?: { readonly offset: number; readonly reason: string };
}

function scan(text: string): Scan {
  const scanner: Scanner = { text, at: 0, places: new Map() };
  try {
    scanValue(scanner, '');
    skipSpace(scanner);
    if (scanner.at < text.length) throw broken(scanner, 'expected the end of the document');
    return scanner;
  } catch (error) {
    if (error instanceof BrokenJson) return { places: scanner.places, fault: error };
    if (!(error instanceof RangeError)) throw error;
    return { places: scanner.places, fault: { offset: scanner.at, reason: 'nested too deeply to be read' } };
  }
}

interface Scanner {
  readonly text: string;
  at: number;
  readonly places: Map<string, number>;
}

class BrokenJson extends Error {
  readonly offset: number;
  readonly reason: string;
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
    this.reason = reason;
  }
}

function broken({ text, at }: Scanner, reason: string): BrokenJson {
  return new BrokenJson(at, at >= text.length ? `${reason}, but the document ends here` : reason);
}

function scanValue(scanner: Scanner, pointer: string): void {
  skipSpace(scanner);
  scanner.places.set(pointer, scanner.at);
  const first = scanner.text[scanner.at];
  if (first === '{') scanObject(scanner, pointer);
  else if (first === '[') scanArray(scanner, pointer);
  else if (first === '"') scanString(scanner, 'a value');
  else if (take(scanner, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y) === undefined)
    throw broken(scanner, 'expected a value');
}

function scanObject(scanner: Scanner, pointer: string): void {
  const keys = new Set<string>();
  scanList(scanner, '}', () => {
    skipSpace(scanner);
    const { at } = scanner;
    const key = scanString(scanner, 'a key in double quotes');
    if (keys.has(key)) throw new BrokenJson(at, `the key "${key}" stands here a second time`);
    keys.add(key);
    expect(scanner, ':');
    scanValue(scanner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

function scanArray(scanner: Scanner, pointer: string): void {
  let index = 0;
  scanList(scanner, ']', () => scanValue(scanner, `${pointer}/${index++}`));
}

function scanList(scanner: Scanner, end: ']' | '}', scanItem: () => void): void {
  scanner.at += 1;
  skipSpace(scanner);
  if (scanner.text[scanner.at] === end) {
    scanner.at += 1;
    return;
  }
  for (;;) {
    scanItem();
    skipSpace(scanner);
    const next = scanner.text[scanner.at];
    if (next !== ',' && next !== end) throw broken(scanner, `expected "," or "${end}"`);
    scanner.at += 1;
    if (next === end) return;
  }
}

function scanString(scanner: Scanner, expected: string): string {
  if (scanner.text[scanner.at] !== '"') throw broken(scanner, `expected ${expected}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows no control character inside a string.
  const literal = take(scanner, /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
  if (literal === undefined)
    throw broken(scanner, 'the text that begins here has no end, or holds a line break or an unknown escape');
  return JSON.parse(literal) as string;
}

function expect(scanner: Scanner, character: string): void {
  skipSpace(scanner);
  if (scanner.text[scanner.at] !== character) throw broken(scanner, `expected "${character}"`);
  scanner.at += 1;
}

function skipSpace(scanner: Scanner): void {
  take(scanner, /[ \t\r\n]*/y);
}

/** The text that a sticky pattern matches here, which is then behind us. */
function take(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at;
  const found = pattern.exec(scanner.text)?.[0];
  if (found !== undefined) scanner.at += found.length;
  return found;
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
