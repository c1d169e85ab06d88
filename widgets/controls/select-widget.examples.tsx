import type { LocalizedText, WidgetExamples } from '../testing/widget-examples.ts';

const harbours = ['falmouth', 'fowey', 'poole'];
const harbourNames: Readonly<Record<string, LocalizedText>> = {
  falmouth: { en: 'Falmouth', de: 'Falmouth', fr: 'Falmouth', ar: 'فالموث' },
  fowey: { en: 'Fowey', de: 'Fowey', fr: 'Fowey', ar: 'فوي' },
  poole: { en: 'Poole', de: 'Poole', fr: 'Poole', ar: 'بول' },
};

/**
 * Returns the labels of `harbourNames` as texts of a field’s options, by keys such as
 * `options.harbour.fowey`.
 */
function createOptionTexts(field: string): Readonly<Record<string, LocalizedText>> {
  return Object.fromEntries(
    Object.entries(harbourNames).map(([harbour, label]) => [`options.${field}.${harbour}`, label]),
  );
}

/** This label is longer than a line on a phone. */
const longHarbour: LocalizedText = {
  en: 'The old harbour at Falmouth, behind the second breakwater, at the end of the pontoon with the blue lantern',
  de: 'Der alte Hafen von Falmouth, hinter der zweiten Mole, am Ende des Stegs mit der blauen Laterne',
  fr: 'Le vieux port de Falmouth, derrière le second brise-lames, au bout du ponton à la lanterne bleue',
  ar: 'الميناء القديم في فالموث خلف حاجز الأمواج الثاني عند نهاية الرصيف ذي الفانوس الأزرق',
};

const many = Array.from({ length: 400 }, (_, index) => `Buoy ${index + 1}`);

/** Returns the part of a situation that offers one office for each name. */
const createOffices = (names: readonly string[]) => {
  const all = names.map((name, index) => ({
    id: `office-${index}`,
    name,
    title: 'Sales',
    email: 'x',
    services: ['sample'],
    site: { id: 1 },
  }));
  return { offices: all, allOffices: all };
};

/** The label of the field that chooses an event. */
const event: LocalizedText = { en: 'Boat show', de: 'Bootsmesse', fr: 'Salon nautique', ar: 'معرض القوارب' };

export const examples: readonly WidgetExamples[] = [
  {
    widget: 'select',
    about: 'One of a list that opens; what an enum is drawn with unless something else is said.',
    field: 'harbour',
    label: { en: 'Harbour', de: 'Hafen', fr: 'Port', ar: 'الميناء' },
    schema: { type: 'string', enum: harbours },
    texts: createOptionTexts('harbour'),
    filled: 'fowey',
    states: {
      long: { entered: 'falmouth', texts: { 'options.harbour.falmouth': longHarbour } },
      many: { schema: { enum: many } },
      other: {
        ownSchema: { type: 'string', maxLength: 100, examples: harbours },
        ui: { 'ui:other': true },
        entered: 'Cowes',
      },
    },
  },
  {
    widget: 'scale',
    about: 'One of a row of numbers, from worst to best.',
    field: 'condition',
    label: {
      en: 'Condition, from 1 to 5',
      de: 'Zustand, von 1 bis 5',
      fr: 'État, de 1 à 5',
      ar: 'الحالة من 1 إلى 5',
    },
    schema: { type: 'integer', enum: [1, 2, 3, 4, 5] },
    filled: 4,
  },
  {
    widget: 'type-select',
    about: 'The enquiry type; one of them always holds.',
    field: 'about',
    label: {
      en: 'Harbour that you mean',
      de: 'Welcher Hafen gemeint ist',
      fr: 'Port concerné',
      ar: 'الميناء المقصود',
    },
    schema: { type: 'string', enum: harbours },
    texts: createOptionTexts('about'),
    filled: 'fowey',
    states: { long: { entered: 'falmouth', texts: { 'options.about.falmouth': longHarbour } } },
  },
  {
    widget: 'office-select',
    about: 'The office that gets the enquiry, of those that the page offers.',
    field: 'office',
    label: { en: 'Office', de: 'Büro', fr: 'Agence', ar: 'المكتب' },
    schema: { type: 'string' },
    ui: { 'ui:optionSet': 'offeredOffices' },
    filled: 'poole',
    states: {
      empty: { content: createOffices([]) },
      many: { content: createOffices(Array.from({ length: 60 }, (_, index) => `Harbour ${index + 1}`)) },
    },
  },
  {
    widget: 'event-select',
    about: 'One of the events to come, which arrive after the page.',
    field: 'show',
    label: event,
    schema: { type: 'string' },
    ui: { 'ui:optionSet': 'futureEvents' },
    filled: 'Southampton',
    states: {
      loading: { content: { eventTitles: { state: 'loading' } } },
      failing: { content: { eventTitles: { state: 'failed' } } },
      empty: { content: { eventTitles: { state: 'ready', titles: [] } } },
    },
  },
];
