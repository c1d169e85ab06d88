import type { WidgetExamples } from '../testing/widget-examples.ts';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'ranking',
    about:
      'A few choices to put in order: for what matters most. With more than about seven, ask for the first one.',
    field: 'priorities',
    label: {
      en: 'What matters most to you?',
      de: 'Was ist Ihnen am wichtigsten?',
      fr: 'Qu’est-ce qui compte le plus pour vous\u202f?',
      ar: 'ما الأهم بالنسبة إليكم؟',
    },
    schema: { type: 'array', uniqueItems: true, items: { enum: ['price', 'speed', 'comfort', 'range'] } },
    texts: {
      'options.priorities.price': { en: 'Price', de: 'Preis', fr: 'Prix', ar: 'السعر' },
      'options.priorities.speed': { en: 'Speed', de: 'Geschwindigkeit', fr: 'Vitesse', ar: 'السرعة' },
      'options.priorities.comfort': {
        en: 'Comfort below deck',
        de: 'Komfort unter Deck',
        fr: 'Confort sous le pont',
        ar: 'الراحة تحت السطح',
      },
      'options.priorities.range': { en: 'Range', de: 'Reichweite', fr: 'Autonomie', ar: 'المدى' },
    },
    filled: ['comfort', 'price', 'range', 'speed'],
    wrong: ['comfort', 'comfort'],
    states: {
      many: {
        schema: {
          items: {
            enum: Array.from({ length: 12 }, (_, index) => `${index + 1}. Antidisestablishmentarianism`),
          },
        },
      },
    },
  },
];
