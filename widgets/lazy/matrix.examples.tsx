import type { LocalizedText, WidgetExamples } from '../testing/widget-examples.ts';

const marks = ['Poor', 'Fair', 'Good', 'Very good'];
const mark = { type: 'integer', oneOf: marks.map((title, index) => ({ const: index + 1, title })) };

const berth: LocalizedText = { en: 'The berth', de: 'Der Liegeplatz', fr: 'Le poste', ar: 'المرسى' };
const staff: LocalizedText = {
  en: 'The people on the quay',
  de: 'Die Leute am Kai',
  fr: 'Les gens du quai',
  ar: 'العاملون على الرصيف',
};

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'matrix',
    about: 'Several questions with the same answers, as a table where there is room for one.',
    field: 'stay',
    label: {
      en: 'How was your stay?',
      de: 'Wie war Ihr Aufenthalt?',
      fr: 'Comment s’est passé votre séjour\u202f?',
      ar: 'كيف كانت إقامتكم؟',
    },
    schema: {
      type: 'object',
      required: ['berth'],
      properties: { berth: { title: berth.en, ...mark }, staff: { title: staff.en, ...mark } },
    },
    texts: { 'fields.stay.berth.label': berth, 'fields.stay.staff.label': staff },
    filled: { berth: 3, staff: 4 },
    wrong: { staff: 4 },
    states: {
      many: {
        schema: {
          properties: Object.fromEntries(
            Array.from({ length: 12 }, (_, index) => [
              index === 0 ? 'berth' : `question_${index}`,
              { title: `Question ${index + 1}`, ...mark },
            ]),
          ),
        },
      },
    },
  },
];
