import {
  findDuplicateKey,
  type ReadTranslations,
  type TranslationFile,
  type TranslationUnit,
} from './translation-file.ts';

/** Spreadsheets read a file as UTF-8 if it begins with a byte order mark. */
const byteOrderMark = '\uFEFF';

/**
 * Formats translations as CSV (RFC 4180), with a row for each text: its key, the original, the translation
 * and the state. The first row names the languages: `key,en,de,state`.
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
 * missing, because spreadsheets write such files. The state is not read. Returns only the first fault.
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

function quoteCell(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function detectSeparator(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t'].find((sign) => head.split(sign).length > 2) ?? ',';
}

interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

type CsvRows =
  | { readonly ok: true; readonly rows: readonly CsvRow[] }
  | { readonly ok: false; readonly line: number };

/** Splits a text into rows of cells. On failure, `line` is that of a cell whose quote is never closed. */
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

/** Returns the index of the quote that ends a cell; -1 if there is none. */
function findEndOfQuotedCell(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

/** Returns the index of the next separator or line break, or of the end of the text. */
function findEndOfPlainCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
