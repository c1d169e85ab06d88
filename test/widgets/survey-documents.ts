import type { RawPage } from '../../src/server/forms/content/raw-content.ts';

type Doc = Readonly<Record<string, unknown>>;

/** The page of the form with choices with "Other", pictures, a rating, a ranking and a signature. */
export const surveyPath = '/survey';

/** The id of the type in forms and content. */
const surveyType = 42;

const goals = ['price', 'speed', 'comfort'];

const schema = {
  type: 'object',
  required: ['email', 'rig', 'boat', 'service', 'goals', 'signature'],
  properties: {
    email: { $ref: 'fields.json#/$defs/email' },
    rig: { type: 'string', maxLength: 100, examples: ['sloop', 'ketch'] },
    extras: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', maxLength: 100, examples: ['water', 'power'] },
    },
    port: { type: 'string', maxLength: 100, examples: ['fowey', 'mylor'] },
    boat: { type: 'string', enum: ['harbour', 'dusk'] },
    service: { type: 'integer', minimum: 1, maximum: 5 },
    goals: { type: 'array', uniqueItems: true, minItems: 3, items: { enum: goals } },
    signature: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 },
  },
  examples: [
    { email: 'ada@example.com', rig: 'sloop', boat: 'dusk', service: 4, goals, signature: ['photos/1.png'] },
  ],
};

const ui = {
  'ui:blocks': { berth: { kind: 'details' }, 'last-days': { kind: 'notice', tone: 'warning' } },
  'ui:order': [
    'email',
    'last-days',
    'rig',
    'extras',
    'port',
    'boat',
    'service',
    'goals',
    'berth',
    'signature',
  ],
  rig: { 'ui:widget': 'radio', 'ui:other': true },
  extras: { 'ui:widget': 'checkboxes', 'ui:other': true },
  port: { 'ui:widget': 'select', 'ui:other': true },
  boat: {
    'ui:widget': 'radio',
    'ui:images': { harbour: '/art/harbour.svg', dusk: '/art/dusk.svg' },
  },
  service: { 'ui:widget': 'rating' },
  goals: { 'ui:widget': 'ranking' },
  signature: { 'ui:widget': 'signature' },
};

/** Texts of fields, by language; the German ones are long. */
const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'fields.rig.label': 'Rig',
    'options.rig.sloop': 'Sloop',
    'options.rig.ketch': 'Ketch',
    'fields.extras.label': 'Extras',
    'options.extras.water': 'Water',
    'options.extras.power': 'Power',
    'fields.port.label': 'Next port',
    'options.port.fowey': 'Fowey',
    'options.port.mylor': 'Mylor',
    'fields.boat.label': 'View',
    'options.boat.harbour': 'Harbour',
    'options.boat.harbour.alt': 'Boats at a quay',
    'options.boat.dusk': 'Sea',
    'fields.service.label': 'Our service',
    'fields.service.hint': 'Only this year counts.',
    'options.service.1': '1 (poor)',
    'options.service.5': '5 (excellent)',
    'fields.goals.label': 'Your order',
    'fields.goals.hint': 'The first one matters most.',
    'options.goals.price': 'Price',
    'options.goals.speed': 'Speed',
    'options.goals.comfort': 'Comfort',
    'fields.signature.label': 'Signature',
    'blocks.berth.summary': 'Who signs?',
    'blocks.berth.text': 'The owner of the boat.',
    'blocks.last-days.text': 'The survey ends on Friday.',
  },
  de: {
    'fields.rig.label': 'Besegelungsart Ihres Fahrtenschiffes',
    'options.rig.sloop': 'Hochseetüchtige Langkielslup mit Selbstwendefockeinrichtung',
    'options.rig.ketch': 'Anderthalbmasterketsch',
    'fields.extras.label': 'Zusatzleistungsvereinbarungen',
    'options.extras.water': 'Trinkwasserversorgungsanschlussberechtigung',
    'options.extras.power': 'Landstromversorgungseinrichtungsmitbenutzung',
    'fields.port.label': 'Nächster Bestimmungshafen',
    'options.port.fowey': 'Fowey',
    'options.port.mylor': 'Mylor',
    'fields.boat.label': 'Aussicht',
    'options.boat.harbour': 'Hafenbeckenpanoramaaussicht',
    'options.boat.harbour.alt': 'Boote am Kai',
    'options.boat.dusk': 'Meeresabenddämmerungsstimmung',
    'fields.service.label': 'Unser Kundendienst',
    'fields.service.hint': 'Es zählt nur dieses Jahr.',
    'options.service.1': '1 (außerordentlich verbesserungsbedürftig)',
    'options.service.5': '5 (hervorragend)',
    'fields.goals.label': 'Ihre Reihenfolge',
    'fields.goals.hint': 'Das Erste ist Ihnen am wichtigsten.',
    'options.goals.price': 'Anschaffungsnebenkostenübersichtlichkeit',
    'options.goals.speed': 'Geschwindigkeit',
    'options.goals.comfort': 'Unterdecksbequemlichkeit',
    'fields.signature.label': 'Unterschrift',
    'blocks.berth.summary': 'Wer unterschreibt?',
    'blocks.berth.text': 'Wem das Boot gehört.',
    'blocks.last-days.text': 'Die Umfrage endet am Freitag.',
  },
  ar: {
    'fields.rig.label': 'الأشرعة',
    'options.rig.sloop': 'سلوب',
    'options.rig.ketch': 'كتش',
    'fields.extras.label': 'إضافات',
    'options.extras.water': 'ماء',
    'options.extras.power': 'كهرباء',
    'fields.port.label': 'الميناء التالي',
    'options.port.fowey': 'فوي',
    'options.port.mylor': 'مايلور',
    'fields.boat.label': 'المنظر',
    'options.boat.harbour': 'مرفأ',
    'options.boat.harbour.alt': 'قوارب عند الرصيف',
    'options.boat.dusk': 'بحر',
    'fields.service.label': 'خدمتنا',
    'fields.service.hint': 'هذا العام فقط.',
    'options.service.1': '1 (ضعيف)',
    'options.service.5': '5 (ممتاز)',
    'fields.goals.label': 'ترتيبكم',
    'fields.goals.hint': 'الأول هو الأهم.',
    'options.goals.price': 'السعر',
    'options.goals.speed': 'السرعة',
    'options.goals.comfort': 'الراحة',
    'fields.signature.label': 'التوقيع',
    'blocks.berth.summary': 'من يوقّع؟',
    'blocks.berth.text': 'مالك القارب.',
    'blocks.last-days.text': 'ينتهي الاستطلاع يوم الجمعة.',
  },
};

/** Returns documents with the form as an additional type. */
export function addSurvey(all: Doc): Doc {
  const types = all['enquiry-types.json'] as { readonly enquiryTypes: readonly Doc[] };
  const files = Object.entries(texts).map(([locale, own]) => {
    const file = `texts/${locale}.json`;
    return [file, { ...(all[file] as Doc), ...own }];
  });
  const type = { id: surveyType, key: 'survey', folder: 'survey' };
  return {
    ...all,
    'enquiry-types.json': { enquiryTypes: [...types.enquiryTypes, type] },
    'forms/survey/schema.json': schema,
    'forms/survey/ui.json': ui,
    ...Object.fromEntries(files),
  };
}

const page = { site: 101, title: 'Your trip', placement: 'inline', enquiryTypes: [surveyType] } as const;

/** Pages of that form, one for each tested language. */
export const surveyPages: readonly RawPage[] = [
  {
    ...page,
    path: surveyPath,
    locale: 'en-GB',
    contactForm: { thankYouHeading: 'Thank you for your views' },
  },
  { ...page, path: `/de${surveyPath}`, locale: 'de', contactForm: {} },
  { ...page, path: `/ar${surveyPath}`, locale: 'ar', contactForm: {} },
];

/** The type in content. */
export const surveyTypeContent = { id: surveyType, name: 'Survey' };
