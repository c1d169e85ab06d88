import type { LocalizedText, WidgetExamples } from '../testing/widget-examples.ts';

const first: LocalizedText = { en: 'First name', de: 'Vorname', fr: 'Prénom', ar: 'الاسم الأول' };
const guest: LocalizedText = { en: 'Guest', de: 'Gast', fr: 'Invité', ar: 'ضيف' };

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'array',
    about: 'As many of something as there are; what a list is drawn with.',
    field: 'crew',
    label: { en: 'Crew', de: 'Besatzung', fr: 'Équipage', ar: 'الطاقم' },
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: 8,
      items: {
        type: 'object',
        title: guest.en,
        required: ['first'],
        properties: { first: { type: 'string', title: first.en } },
      },
    },
    texts: { 'fields.crew.item': guest, 'fields.crew.first.label': first },
    filled: [{ first: 'Ada' }, { first: 'Bert' }],
    wrong: [{ first: 'Ada' }, {}],
    states: {
      empty: { schema: { minItems: 0 }, entered: [] },
      many: { entered: Array.from({ length: 8 }, (_, index) => ({ first: `Guest ${index + 1}` })) },
    },
  },
];
