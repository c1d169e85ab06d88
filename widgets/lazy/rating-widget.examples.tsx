import type { LocalizedText, WidgetExamples } from '../testing/widget-examples.ts';

const ends: Readonly<Record<string, LocalizedText>> = {
  'options.service.1': { en: '1 (poor)', de: '1 (schlecht)', fr: '1 (mauvais)', ar: '1 (ضعيف)' },
  'options.service.5': { en: '5 (excellent)', de: '5 (ausgezeichnet)', fr: '5 (excellent)', ar: '5 (ممتاز)' },
};

const recommendation: Readonly<Record<string, LocalizedText>> = {
  'options.service.0': {
    en: '0 (not at all likely)',
    de: '0 (sehr unwahrscheinlich)',
    fr: '0 (pas du tout probable)',
    ar: '0 (غير مرجح على الإطلاق)',
  },
  'options.service.10': {
    en: '10 (extremely likely)',
    de: '10 (sehr wahrscheinlich)',
    fr: '10 (très probable)',
    ar: '10 (مرجح للغاية)',
  },
};

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'rating',
    about: 'A judgement on a few steps, all in sight, as stars or as numbers.',
    field: 'service',
    label: {
      en: 'Our service',
      de: 'Unser Service',
      fr: 'Notre service',
      ar: 'خدمتنا',
    },
    schema: { type: 'integer', minimum: 1, maximum: 5 },
    texts: ends,
    filled: 4,
    states: {
      many: { schema: { minimum: 0, maximum: 10 }, texts: recommendation, entered: 8 },
    },
  },
];
