import type { WidgetExamples } from '../testing/widget-examples.ts';

/**
 * Inputs that always show a value but send none before they are changed. They cannot be invalid, but they can
 * be left empty.
 */
export const examples: readonly WidgetExamples[] = [
  {
    widget: 'range',
    about: 'A number on a slider, where about is near enough.',
    field: 'experience',
    label: {
      en: 'Years at sea',
      de: 'Jahre auf See',
      fr: 'Années en mer',
      ar: 'سنوات في البحر',
    },
    schema: { type: 'integer', minimum: 0, maximum: 40 },
    filled: 12,
  },
  {
    widget: 'color',
    about: 'A colour, by the browser’s own picker.',
    field: 'hull',
    label: { en: 'Colour of the hull', de: 'Farbe des Rumpfs', fr: 'Couleur de la coque', ar: 'لون الهيكل' },
    schema: { type: 'string' },
    filled: '#14303f',
  },
];
