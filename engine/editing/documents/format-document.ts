import { visit } from 'jsonc-parser';
import { toJsonPointer } from '../../json-schema/pointers.ts';

/**
 * Formats a document as JSON: two spaces per level, keys in the given order. A value is written on one line
 * if it fits into 110 columns; the document itself never is, unless it is a list or empty. A line break ends
 * the result. Biome's formatter changes nothing in it.
 * `formatDocument({a: [1, {b: true}]}) // '{\n  "a": [1, { "b": true }]\n}\n'`
 * @param written The former text of the document. Blank lines between the members of its objects are
 * preserved; blank lines in lists are not.
 */
export function formatDocument(value: unknown, written?: string): string {
  const gaps = written === undefined ? new Set<string>() : findMembersAfterBlankLine(written);
  return `${formatValue(value, { indent: '', before: 0, behind: 0, path: [], gaps })}\n`;
}

const lineWidth = 110;
const indentation = '  ';

interface WritePosition {
  /** The indentation of the line on which it begins. */
  readonly indent: string;
  /** The number of columns before it on that line, without the indentation. */
  readonly before: number;
  /** The number of columns that follow on its last line. */
  readonly behind: number;
  /** The keys from the root. Absent inside a list, whose items may move. */
  readonly path?: readonly string[];
  /** The JSON Pointers of the members that follow a blank line. */
  readonly gaps: ReadonlySet<string>;
}

/**
 * Formats a value on one line if it fits, else with each member on its own line. Numbers of a list fill the
 * lines.
 */
function formatValue(value: unknown, position: WritePosition): string {
  const oneLine = formatOnOneLine(value);
  const isDocument = position.path?.length === 0 && !Array.isArray(value);
  const width = position.indent.length + position.before + getTextWidth(oneLine) + position.behind;
  if (!isNonEmptyContainer(value) || (!isDocument && width <= lineWidth)) return oneLine;
  const indent = position.indent + indentation;
  /**
   * Returns the position of a member on a line of its own, without a path. A comma follows all but the last.
   */
  const createMemberPosition = (before: number, isLast: boolean) => ({
    indent,
    before,
    behind: isLast ? 0 : 1,
    gaps: position.gaps,
  });
  if (Array.isArray(value)) {
    const items = value.every((item) => typeof item === 'number')
      ? wrapNumbers(value.map(formatOnOneLine), lineWidth - indent.length).join(`\n${indent}`)
      : value
          .map((item, index) => formatValue(item, createMemberPosition(0, index === value.length - 1)))
          .join(`,\n${indent}`);
    return `[\n${indent}${items}\n${position.indent}]`;
  }
  const members = Object.entries(value);
  const written = members.map(([key, member], index) => {
    const name = `${JSON.stringify(key)}: `;
    const path = position.path && [...position.path, key];
    const gap = index > 0 && path !== undefined && position.gaps.has(toJsonPointer(path)) ? '\n' : '';
    const at = createMemberPosition(getTextWidth(name), index === members.length - 1);
    return `${gap}${indent}${name}${formatValue(member, { ...at, ...(path && { path }) })}`;
  });
  return `{\n${written.join(',\n')}\n${position.indent}}`;
}

function isNonEmptyContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function formatOnOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatOnOneLine).join(', ')}]`;
  if (typeof value === 'number') return JSON.stringify(value).replace('e+', 'e');
  if (!isNonEmptyContainer(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${formatOnOneLine(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/**
 * Returns rows of numbers with the commas between them, with as many on a row as fit into `width` columns.
 */
function wrapNumbers(numbers: readonly string[], width: number): readonly string[] {
  const rows: string[] = [];
  numbers.forEach((number, index) => {
    const word = index < numbers.length - 1 ? `${number},` : number;
    const row = rows.at(-1);
    if (row === undefined || row.length + 1 + word.length > width) rows.push(word);
    else rows[rows.length - 1] = `${row} ${word}`;
  });
  return rows;
}

/**
 * Returns the number of columns of a text: 0 for combining marks, 2 for characters as wide as a Chinese one.
 */
function getTextWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  return [...text].reduce((sum, letter) => sum + (zeroWidth.test(letter) ? 0 : wide.test(letter) ? 2 : 1), 0);
}

const narrow = /^[ -~]*$/;
const zeroWidth = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}]/u;
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

/** Returns the pointers of the members of objects, outside lists, that follow a blank line. */
function findMembersAfterBlankLine(text: string): ReadonlySet<string> {
  const gaps = new Set<string>();
  visit(text, {
    /** Adds the pointer of a member that follows a blank line, unless a list contains it. */
    onObjectProperty: (key, offset, _length, _line, _column, path) => {
      const steps = path();
      const isGap = followsBlankLine(text, offset) && steps.every((each) => typeof each === 'string');
      if (isGap) gaps.add(toJsonPointer([...steps, key]));
    },
  });
  return gaps;
}

/** Returns true if the white space directly before the offset contains more than one line break. */
function followsBlankLine(text: string, offset: number): boolean {
  let breaks = 0;
  for (let at = offset - 1; /\s/.test(text[at] ?? ''); at -= 1) breaks += text[at] === '\n' ? 1 : 0;
  return breaks > 1;
}
