import type { WidgetExamples } from '../testing/widget-examples.ts';

const harbours = ['Falmouth', 'Fowey', 'Saint-Hélier', 'Saint Peter Port', 'Port Solent'];
const many = Array.from({ length: 400 }, (_, index) => `Buoy ${index + 1}`);
const longHarbour =
  'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, on the strait, at the second mooring';

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'autocomplete',
    about: 'One of many, found by a few letters.',
    field: 'home_port',
    label: { en: 'Home port', de: 'Heimathafen', fr: 'Port d’attache', ar: 'ميناء التسجيل' },
    schema: { type: 'string', enum: harbours },
    filled: 'Fowey',
    states: {
      long: { schema: { enum: [...harbours, longHarbour] }, entered: longHarbour },
      many: { schema: { enum: [...harbours, ...many] } },
    },
  },
];
