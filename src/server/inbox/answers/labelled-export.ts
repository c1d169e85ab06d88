import { type Json, lookUpLocale } from '#engine';
import { csvByteOrderMark, getCsvSeparator, toCsvLine } from '../../platform/csv.ts';
import { getRecordedFields } from '../../preset/enquiries.ts';
import type { InboxEnquiry } from '../../store/records/inbox-entry.ts';
import {
  type EnquiryExport,
  listColumns,
  listExportedFields,
  readBatches,
  toCell,
} from '../export-enquiries.ts';
import { type FindLabelledFields, type LabelledField, listAnswerValues } from './answer-labels.ts';
import words from './export-words.json' with { type: 'json' };

export interface LabelledExport extends EnquiryExport {
  readonly findFields: FindLabelledFields;
  /** The language of the headings and states (BCP 47). */
  readonly locale: string;
}

/**
 * Yields the table of `generateCsvExport` as people read it: headings are labels, choices are written by their labels,
 * several ones with a semicolon between them, and times as `2026-11-29 10:12` in UTC. Cells are separated as
 * spreadsheets in that language expect.
 */
export async function* generateLabelledCsvExport(asked: LabelledExport): AsyncGenerator<string> {
  const { names, form, findFields, locale } = asked;
  const columns = listColumns(names);
  const fields = listExportedFields(asked);
  const known = new Set([...fields, ...getRecordedFields(names)]);
  const text = createWords(locale);
  const separator = getCsvSeparator(locale);
  const labels = new Map(
    form.types.flatMap(({ id }) =>
      [...findFields(id).values()].map(({ name, label }) => [name, label] as const),
    ),
  );
  const headings = [...columns.keys()].map(text);
  const questions = fields.map((name) => labels.get(name) ?? name);
  yield csvByteOrderMark + toCsvLine([...makeUnique(headings, questions, fields), text('more')], separator);
  for await (const enquiries of readBatches(asked)) {
    const lines = enquiries.map((enquiry) => {
      const { values } = enquiry;
      const own = findFields(enquiry.enquiryType);
      const more = Object.entries(values).filter(([name, value]) => !known.has(name) && value !== null);
      const cells = [
        ...[...columns].map(([name, getCell]) =>
          toFactCell(name, getCell(enquiry, names), { text, enquiry }),
        ),
        ...fields.map((name) => toLabelledCell(own.get(name), values[name])),
        more.length === 0 ? '' : JSON.stringify(Object.fromEntries(more)),
      ];
      return toCsvLine(cells, separator);
    });
    yield lines.join('');
  }
}

/** Returns the headings and the questions; a question that is not the only one of its text has its name, too. */
function makeUnique(
  headings: readonly string[],
  questions: readonly string[],
  fields: readonly string[],
): readonly string[] {
  const all = [...headings, ...questions];
  const isUnique = (one: string) => all.indexOf(one) === all.lastIndexOf(one);
  return [...headings, ...questions.map((one, at) => (isUnique(one) ? one : `${one} (${fields[at]})`))];
}

/** Writes a fact of an enquiry: its time and states in words, any other as it is. */
function toFactCell(
  name: string,
  cell: string | number,
  { text, enquiry }: { readonly text: (key: string) => string; readonly enquiry: InboxEnquiry },
): string | number {
  if (name === 'received') return enquiry.receivedAt.slice(0, 16).replace('T', ' ');
  return name === 'state' || name === 'delivery' ? text(`${name}.${cell}`) : cell;
}

/** Writes an answer: choices by their labels, a choice that the form does not have any more as it was stored. */
function toLabelledCell(field: LabelledField | undefined, value: Json | undefined): string | number {
  const choices = field?.choices;
  if (choices === undefined) return toCell(value);
  return listAnswerValues(value)
    .map((one) => choices.get(one) ?? one)
    .join('; ');
}

/** Returns the function that finds a word in the nearest available language, else in English; else its key. */
function createWords(locale: string): (key: string) => string {
  const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = words;
  const own: Readonly<Record<string, string>> =
    byLanguage[lookUpLocale(locale, Object.keys(byLanguage)) ?? 'en'] ?? words.en;
  return (key) => own[key] ?? key;
}
