import type { AnswerFiguresView } from '../../../api/answer-figures.ts';
import { type CsvSeparator, csvByteOrderMark, toCsvLine } from '../../platform/csv.ts';

const heading = ['field', 'label', 'choice', 'choice_label', 'group', 'group_name', 'count'];

/**
 * Returns the charts of answers as CSV: first a line with the number of enquiries for each group, then one for each
 * choice and group. Counts that are not shown are empty.
 */
export function formatAnswersCsv(
  { enquiries, groups, fields }: AnswerFiguresView,
  separator?: CsvSeparator,
): string {
  const all = { key: '', name: '', count: enquiries };
  const rows = [
    ...[all, ...groups].map(({ key, name, count }) => ['', '', '', '', key, name, count]),
    ...fields.flatMap((field) =>
      field.choices.flatMap((choice) => [
        [field.key, field.name, choice.key, choice.name, '', '', choice.count ?? ''],
        ...groups.map(({ key, name }, at) => [
          ...[field.key, field.name, choice.key, choice.name],
          ...[key, name, choice.byGroup[at] ?? ''],
        ]),
      ]),
    ),
  ];
  return csvByteOrderMark + [heading, ...rows].map((row) => toCsvLine(row, separator)).join('');
}
