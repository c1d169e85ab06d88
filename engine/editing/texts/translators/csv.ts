import {
  findDuplicateKey,
  type ReadTranslations,
  type TranslationFile,
  type TranslationUnit,
} from './translation-file.ts';

/** Spreadsheets read a file as UTF-8 if it begins with a byte order mark. */
const byteOrderMark = '\uFEFF';

/**
 * Formats translations as CSV (RFC 4180) with a byte order mark, with a row for each text: its key, the
 * original, the translation and the state. A missing translation or state is an empty cell. The first row
 * names the languages: `key,en,de,state`.
 */
export function writeCsv({ source, target, units }: TranslationFile): string {
  const rows = [
    ['key', source, target, 'state'],
    ...units.map(({ key, original, translation = '', state = '' }) => [key, original, translation, state]),
  ];
  return byteOrderMark + rows.map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

/**
 * Parses translations from CSV. The separator may be a semicolon or a tab, and the column of the state may be
 * missing, because spreadsheets write such files. The state is not read; an empty cell is no translation.
 * Returns only the first fault.
 */
export function readCsv(text: string): ReadTranslations {
  const content = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
  if (content.trim() === '') return { ok: false, fault: { code: 'empty' } };
  const read = parseCsvRows(content, detectSeparator(content));
  if (!read.ok) return { ok: false, fault: { code: 'open-quote', line: read.line } };
  const [head, ...rows] = read.rows;
  const [first, source, target] = head?.cells.map((name) => name.trim()) ?? [];
  if (first?.toLowerCase() !== 'key' || !source || !target)
    return { ok: false, fault: { code: 'no-columns', line: 1 } };
  const units: TranslationUnit[] = [];
  for (const { cells, line } of rows) {
    const [key = '', original, translation] = cells;
    // Many programs add an empty line at the end.
    if (cells.every((cell) => cell === '')) continue;
    if (key === '' || original === undefined || translation === undefined)
      return { ok: false, fault: { code: 'row-length', line } };
    units.push({ key, original, ...(translation !== '' && { translation }) });
  }
  const twice = findDuplicateKey(units);
  if (twice !== undefined) return { ok: false, fault: { code: 'twice', what: twice } };
  return { ok: true, file: { source, target, units } };
}

/**
 * Puts a cell in quotes if it contains a separator, a quote or a line break, or begins or ends with white
 * space. Returns any other cell unchanged.
 */
function quoteCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Returns the first of comma, semicolon and tab that the first line contains at least twice, else a comma.
 */
function detectSeparator(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t'].find((sign) => head.split(sign).length > 2) ?? ',';
}

/** A row of cells. `line` is the line at which it begins, counted from 1. */
interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

type CsvRows =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly line: number };

/**
 * Splits a text into rows of cells. On failure, `line` is that at which the cell begins whose quote is never
 * closed, counted from 1.
 */
function parseCsvRows(text: string, separator: string): CsvRows {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let began = 1;
  let at = 0;
  while (at < text.length) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? findEndOfQuotedCell(text, at + 1) : findEndOfPlainCell(text, at, separator);
    if (end < 0) return { ok: false, line };
    const raw = text.slice(isQuoted ? at + 1 : at, end);
    cells.push(isQuoted ? raw.replaceAll('""', '"') : raw);
    line += raw.split('\n').length - 1;
    at = isQuoted ? findEndOfPlainCell(text, end + 1, separator) : end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) cells.push('');
      else if (text[at] !== '\n' && text[at] !== '\r') continue;
      else cells.push('');
    }
    rows.push({ cells, line: began });
    cells = [];
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    line += 1;
    began = line;
  }
  return { ok: true, rows };
}

/**
 * Returns the index of the quote that ends a cell, where doubled quotes do not count; -1 if there is none.
 * @param from The index after the opening quote.
 */
function findEndOfQuotedCell(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

/** Returns the index of the next separator or line break from an index on, or of the end of the text. */
function findEndOfPlainCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
