import type { WidgetExamples } from '../testing/widget-examples.ts';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'time',
    about: 'A time of day, by the visitor’s own clock.',
    field: 'hour',
    label: { en: 'When we may call', de: 'Wann wir anrufen dürfen', fr: 'Quand appeler', ar: 'متى نتصل بكم' },
    schema: { type: 'string', format: 'time', formatMinimum: '09:00', formatMaximum: '17:30' },
    filled: '10:30:00',
    wrong: '07:15:00',
  },
  {
    widget: 'date-time',
    about: 'A day and a time, by the visitor’s own clock.',
    field: 'arrival',
    label: { en: 'Arrival', de: 'Ankunft', fr: 'Arrivée', ar: 'الوصول' },
    schema: { type: 'string', format: 'date-time' },
    filled: '2026-12-03T10:30:00Z',
  },
];
