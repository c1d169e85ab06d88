/** A text read as JSON: its value, or the places where it is not JSON, at least one. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: readonly JsonFault[] };

/** A place where a text is not JSON. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** More faults than these say nothing more. */
const mostFaults = 10;

/**
 * Reads JSON (RFC 8259) and says where it breaks, in lines and columns from 1: at every place up to the one after which
 * nobody can tell what was meant. A key given twice breaks it too: `JSON.parse` would keep the last one in silence.
 * `readJson('{"a": 1,}') // {ok: false, faults: [{line: 1, column: 9, reason: 'expected a key in double quotes'}]}`
 */
export function readJson(text: string): JsonText {
  const json = withoutMark(text);
  const { faults } = scan(json);
  if (faults.length === 0) return { ok: true, value: JSON.parse(json) };
  return {
    ok: false,
    faults: faults
      .slice(0, mostFaults)
      .map(({ offset, reason }) => ({ ...lineAndColumn(json, offset), reason })),
  };
}

/** The line and column (from 1) of the value that a JSON Pointer (RFC 6901) leads to, or of the nearest value around it. */
export function placeOf(text: string, pointer: string): { readonly line: number; readonly column: number } {
  const json = withoutMark(text);
  const { places } = scan(json);
  let at = pointer;
  while (!places.has(at) && at !== '') at = at.slice(0, at.lastIndexOf('/'));
  return lineAndColumn(json, places.get(at) ?? 0);
}

/** Some editors begin a file with a byte order mark. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

interface Fault {
  readonly offset: number;
  readonly reason: string;
}

interface Scan {
  /** Every value's offset by its pointer, as far as the text could be read. */
  readonly places: ReadonlyMap<string, number>;
  /** The places where the text is not JSON. */
  readonly faults: readonly Fault[];
}

function scan(text: string): Scan {
  const scanner: Scanner = { text, at: 0, places: new Map(), faults: [], mendedAt: -1 };
  try {
    scanValue(scanner, '');
    skipSpace(scanner);
    if (scanner.at < text.length) note(scanner, 'expected the end of the document');
  } catch (error) {
    if (error instanceof RangeError) note(scanner, 'nested too deeply to be read');
    else if (!(error instanceof Lost)) throw error;
  }
  return scanner;
}

interface Scanner {
  readonly text: string;
  at: number;
  readonly places: Map<string, number>;
  readonly faults: Fault[];
  /** Where reading went on after the last fault: what is missed there as well is the same slip. */
  mendedAt: number;
}

/** Nobody can tell what comes next. */
class Lost extends Error {}

function note(scanner: Scanner, reason: string, offset: number = scanner.at): void {
  if (scanner.at === scanner.mendedAt) return;
  const isEnd = offset >= scanner.text.length;
  scanner.faults.push({ offset, reason: isEnd ? `${reason}, but the document ends here` : reason });
}

/** Goes on behind a fault. */
function mend(scanner: Scanner): void {
  skipSpace(scanner);
  scanner.mendedAt = scanner.at;
}

function scanValue(scanner: Scanner, pointer: string): void {
  skipSpace(scanner);
  scanner.places.set(pointer, scanner.at);
  const first = scanner.text[scanner.at];
  if (first === '{') scanObject(scanner, pointer);
  else if (first === '[') scanArray(scanner, pointer);
  else if (first === '"') scanString(scanner);
  else if (take(scanner, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y) === undefined) {
    note(scanner, 'expected a value');
    // A word without quotes stands for the value; where there is none at all, the list goes on.
    if (take(scanner, word) === undefined && !isNext(scanner, ',]}')) throw new Lost();
    mend(scanner);
  }
}

const word = /[^\s,:"[\]{}]+/y;

function isNext({ text, at }: Scanner, characters: string): boolean {
  return at < text.length && characters.includes(text.charAt(at));
}

function scanObject(scanner: Scanner, pointer: string): void {
  const keys = new Set<string>();
  scanList(scanner, '}', () => {
    skipSpace(scanner);
    const { at } = scanner;
    const key = scanKey(scanner);
    skipSpace(scanner);
    if (key === undefined && !isNext(scanner, ':')) return mend(scanner);
    if (key !== undefined && keys.has(key)) note(scanner, `the key "${key}" stands here a second time`, at);
    if (key !== undefined) keys.add(key);
    if (isNext(scanner, ':')) scanner.at += 1;
    else {
      note(scanner, 'expected ":"');
      mend(scanner);
    }
    scanValue(scanner, `${pointer}/${(key ?? '').replaceAll('~', '~0').replaceAll('/', '~1')}`);
  });
}

/** A key; absent where there is none in double quotes. */
function scanKey(scanner: Scanner): string | undefined {
  if (isNext(scanner, '"')) return scanString(scanner);
  note(scanner, 'expected a key in double quotes');
  if (take(scanner, word) === undefined && !isNext(scanner, ',}')) throw new Lost();
  return undefined;
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
    if (next === ',' || next === end) {
      const isMended = scanner.at === scanner.mendedAt;
      scanner.at += 1;
      skipSpace(scanner);
      // `[,]` is one slip.
      if (isMended && isNext(scanner, end)) mend(scanner);
    } else {
      note(scanner, `expected "," or "${end}"`);
      if (next === undefined || ':]}'.includes(next)) throw new Lost();
      mend(scanner);
    }
    if (next === end) return;
  }
}

function scanString(scanner: Scanner): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows no control character inside a string.
  const literal = take(scanner, /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
  if (literal === undefined) {
    note(scanner, 'the text that begins here has no end, or holds a line break or an unknown escape');
    throw new Lost();
  }
  return JSON.parse(literal) as string;
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
