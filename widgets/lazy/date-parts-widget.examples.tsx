import type { WidgetExamples } from '../testing/widget-examples.ts';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'date-parts',
    about: 'A day in three parts: for days that people know, such as that of their birth.',
    field: 'born',
    label: { en: 'Date of birth', de: 'Geburtsdatum', fr: 'Date de naissance', ar: 'تاريخ الميلاد' },
    schema: { type: 'string', format: 'date', formatMinimum: '1900-01-01' },
    ui: { 'ui:autocomplete': 'bday' },
    filled: '1984-05-03',
    wrong: '1884-05-03',
  },
];
