import type { WidgetExamples } from '../testing/widget-examples.ts';

/** A hidden value. It looks the same in all states and cannot be required. */
export const examples: readonly WidgetExamples[] = [
  {
    widget: 'hidden',
    about: 'A value that a form carries along and nobody sees.',
    field: 'campaign',
    label: { en: 'Campaign', de: 'Kampagne', fr: 'Campagne', ar: 'الحملة' },
    schema: { type: 'string' },
    filled: 'spring',
    states: { required: 'none', problem: 'none', disabled: 'none', locked: 'none', long: 'none' },
  },
];
