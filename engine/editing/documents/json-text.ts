import {
  getLocation,
  type Node,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { type JsonPath, parsePointer, toJsonPointer } from '../../json-schema/pointers.ts';

/** A parsed JSON text: its value, or at least one fault. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly faults: readonly JsonFault[] };

/**
 * A position at which a text is not JSON: line and column from 1, and the JSON Pointer of the surrounding
 * value.
 */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly reason: string;
}

const maxFaults = 10;

/**
 * Parses JSON (RFC 8259). Reports up to ten faults; syntax errors after an unclosed string are not reported,
 * because they may result from it. A duplicate key is a fault as well; `JSON.parse` would silently use the
 * last one. So is a text that is nested too deeply.
 * `readJson('{"a": 1,}') // {ok: false, faults: [{line: 1, column: 9, pointer: '', reason: 'expected a key in
 * double quotes'}]}`
 */
export function readJson(text: string): JsonText {
  const json = removeByteOrderMark(text);
  const faults = findJsonErrors(json).slice(0, maxFaults);
  if (faults.length === 0) return { ok: true, value: JSON.parse(json) };
  return { ok: false, faults: faults.map((fault) => toJsonFault(json, fault)) };
}

/**
 * Returns the line and column (from 1) of the value at a JSON Pointer (RFC 6901), or of the nearest value
 * around it. A text with faults is read as far as possible; without any value, returns the beginning.
 */
export function locatePointer(
  text: string,
  pointer: string,
): { readonly line: number; readonly column: number } {
  const json = removeByteOrderMark(text);
  let node = parseTree(json);
  for (const step of parsePointer(pointer)) {
    const inner = node && findChildValue(node, step);
    if (inner === undefined) break;
    node = inner;
  }
  return getLineAndColumn(json, node?.offset ?? 0);
}

function removeByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Returns the value of an object under a key, or of a list at an index; undefined if there is none. */
function findChildValue({ type, children = [] }: Node, step: string): Node | undefined {
  if (type === 'array') return children[Number(step)];
  return children.find(({ children: [key] = [] }) => key?.value === step)?.children?.[1];
}

interface JsonError {
  readonly offset: number;
  /** Absent for a token that is neither a key nor a value. */
  readonly reason: string | undefined;
  /** The path to the surrounding value. Absent: it is found by the offset. */
  readonly path?: JsonPath;
}

/**
 * Converts an error to a fault with its line, column, pointer and reason. An error without a reason gets what
 * is expected at its position.
 */
function toJsonFault(json: string, { offset, reason, path }: JsonError): JsonFault {
  const location = getLocation(json, offset);
  const steps = path ?? location.path;
  const expected = location.isAtPropertyKey
    ? reasonsByCode.PropertyNameExpected
    : reasonsByCode.ValueExpected;
  const what = reason ?? expected ?? '';
  return {
    ...getLineAndColumn(json, offset),
    // An empty key has not been written yet.
    pointer: toJsonPointer(steps.at(-1) === '' ? steps.slice(0, -1) : steps),
    reason: offset < json.length ? what : `${what}, but the document ends here`,
  };
}

/**
 * Returns the errors of a text and its duplicate keys, without errors that only result from an earlier one. A
 * text that is nested too deeply has this error only.
 */
function findJsonErrors(json: string): readonly JsonError[] {
  const faults: JsonError[] = [];
  const keys = new Map<string, Set<string>>();
  // A fault at or directly after text that could not be read has the same cause.
  let unreadUpTo = -1;
  let hasOpenString = false;
  /** Adds an error, unless it results from text that could not be read before it. */
  const onError = (code: ParseErrorCode, offset: number, length: number) => {
    const name = printParseErrorCode(code);
    const isSameFault = unreadUpTo >= 0 && json.slice(unreadUpTo, offset).trim() === '';
    if (!isSameFault && !hasOpenString) faults.push({ offset, reason: reasonsByCode[name] });
    unreadUpTo = isSameFault
      ? findItemEnd(json, offset)
      : name.endsWith('Expected')
        ? offset
        : offset + length;
    if (name === 'ValueExpected') unreadUpTo = Math.max(unreadUpTo, offset + length);
    hasOpenString ||= name === 'UnexpectedEndOfString';
  };
  try {
    visit(
      json,
      {
        onError,
        /** Starts the list of known keys of an object. */
        onObjectBegin: (_offset, _length, _line, _column, path) => {
          keys.set(toJsonPointer(path()), new Set());
        },
        /** Adds an error for a key that the object has already. */
        onObjectProperty: (key, offset, _length, _line, _column, path) => {
          const known = keys.get(toJsonPointer(path()));
          const reason = `the key "${key}" is here a second time`;
          if (known?.has(key)) faults.push({ offset, reason, path: [...path(), key] });
          known?.add(key);
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ offset: 0, reason: 'nested too deeply to be read', path: [] }];
  }
  return faults;
}

/** Returns the offset after the next comma or closing bracket; without one, the end of the text. */
function findItemEnd(json: string, offset: number): number {
  const end = json.slice(offset).search(/[,\]}]/);
  return end === -1 ? json.length : offset + end + 1;
}

const reasonsByCode: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":"',
  CommaExpected: 'expected "," or the end of the list or object',
  CloseBraceExpected: 'expected "," or "}"',
  CloseBracketExpected: 'expected "," or "]"',
  EndOfFileExpected: 'expected the end of the document',
  InvalidCommentToken: 'JSON has no comments; remove it',
  UnexpectedEndOfComment: 'JSON has no comments; remove it',
  UnexpectedEndOfString: 'the text that begins here has no end on its line',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'the text that begins here holds an incomplete "\\u" escape',
  InvalidEscapeCharacter: 'the text that begins here holds an unknown escape',
  InvalidCharacter: 'the text that begins here holds a control character; write it as an escape',
};

/** Returns the line and column of an offset, both from 1. */
function getLineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
