import type { WidgetExamples } from '../testing/widget-examples.ts';

/** A calculated value. It is not an input, so it cannot be required, invalid or locked. */
export const examples: readonly WidgetExamples[] = [
  {
    widget: 'output',
    about: 'What is calculated of other answers.',
    field: 'total',
    label: { en: 'Price in euros', de: 'Preis in Euro', fr: 'Prix en euros', ar: 'السعر باليورو' },
    schema: { type: 'number', default: 1280 },
    filled: 1280,
    states: { required: 'none', problem: 'none', disabled: 'none', locked: 'none' },
  },
];
