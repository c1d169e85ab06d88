import type { WidgetExamples } from '../testing/widget-examples.ts';

/** A value that nobody sees: it looks alike in every state, and is required of nobody. */
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
