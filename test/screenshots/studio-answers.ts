import type { AnswerFiguresView, ChoiceFigures } from '../../src/api/answer-figures.ts';

const service = { key: 'service', name: 'Service' };
const valuation = { key: 'valuation', name: 'Boat valuation' };
const sites = [
  { key: '101', name: 'Trevarrow' },
  { key: '119', name: 'Trevarrow Solent' },
  { key: '102', name: 'Trevarrow International' },
];

/** Returns the figures of a field. Each choice has its counts by site, `null` for a small one. */
function createField(
  field: Pick<ChoiceFigures, 'key' | 'name' | 'types' | 'asked' | 'isMultiple'>,
  choices: Readonly<Record<string, readonly (number | null)[]>>,
): ChoiceFigures {
  const counted = Object.entries(choices).map(([name, byGroup]) => ({
    key: name === 'other' ? 'slipway:other' : name.toLowerCase(),
    name,
    count: byGroup.reduce((sum: number, one) => sum + (one ?? 0), 0),
    byGroup,
  }));
  const given = counted.reduce((sum, { count }) => sum + count, 0);
  return { ...field, answered: Math.min(given, field.asked - 6), choices: counted };
}

/** The answers of four weeks in May, divided by site. */
export const answerFigures: AnswerFiguresView = {
  from: '2026-05-01',
  until: '2026-05-28',
  enquiries: 214,
  groups: sites.map((site, at) => ({ ...site, count: [131, 52, 31][at] ?? 0 })),
  fields: [
    createField(
      { key: 'tax_paid_status', name: 'Tax status', types: [valuation], asked: 96, isMultiple: false },
      { 'Tax paid': [41, 17, 6], 'Tax not paid': [8, 3, 9], 'Not known': [4, 2, 0] },
    ),
    createField(
      { key: 'services', name: 'What do you need?', types: [service], asked: 118, isMultiple: true },
      {
        'Antifouling and hull': [38, 14, 5],
        Engine: [31, 9, 8],
        Rigging: [12, 6, 2],
        'Electronics and instruments that need an engineer on board': [9, null, 3],
      },
    ),
    createField(
      {
        key: 'contact_by',
        name: 'How may we reach you?',
        types: [service, valuation],
        asked: 214,
        isMultiple: false,
      },
      { Email: [70, 30, 22], Phone: [52, 18, 6] },
    ),
  ],
  campaigns: ['spring-boats', 'boat-show-2026'],
  choices: { types: [service, valuation], sites },
  fewest: 0,
};
