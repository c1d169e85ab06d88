import type { WidgetExamples } from '../testing/widget-examples.ts';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'any',
    about: 'A value of no type that a schema would name.',
    field: 'anything',
    label: {
      en: 'Anything else',
      de: 'Was es sonst gibt',
      fr: 'Autre chose',
      ar: 'أي شيء آخر',
    },
    schema: {},
    filled: 'Moored at the third buoy',
  },
];
