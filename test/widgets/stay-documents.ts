import { createBlockDocuments } from '../blocks/block-documents.ts';
import { readRawDemoContent, withDemoPages } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { createUploadDocuments } from '../uploads/upload-documents.ts';

type Doc = Readonly<Record<string, unknown>>;

/** The page of the form with rare widgets. */
export const stayPath = '/stay';

const rating = {
  type: 'integer',
  oneOf: ['Poor', 'Fair', 'Good', 'Very good'].map((title, index) => ({ const: index + 1, title })),
};

/** A form about a stay in a harbour: dates in parts, a harbour among many, a matrix of questions. */
const schema = {
  type: 'object',
  required: ['name', 'email', 'born', 'home_port', 'stay'],
  properties: {
    name: { $ref: 'fields.json#/$defs/name' },
    email: { $ref: 'fields.json#/$defs/email' },
    born: { type: 'string', format: 'date', formatMinimum: '1900-01-01' },
    arrival: { type: 'string', format: 'date' },
    home_port: { type: 'string' },
    stay: {
      type: 'object',
      required: ['berth', 'staff'],
      properties: {
        berth: { ...rating, title: 'The berth' },
        staff: { ...rating, title: 'The people on the quay' },
        showers: { ...rating, title: 'The showers' },
      },
    },
  },
  examples: [
    {
      name: 'Ada Marsh',
      email: 'ada@example.com',
      born: '1984-05-03',
      home_port: 'fowey',
      stay: { berth: 3, staff: 4 },
    },
  ],
};

const ui = {
  born: { 'ui:widget': 'date-parts', 'ui:autocomplete': 'bday' },
  arrival: { 'ui:widget': 'date-parts' },
  home_port: { 'ui:widget': 'autocomplete', 'ui:optionSet': 'harbours' },
  stay: { 'ui:widget': 'matrix' },
};

const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    born: 'Date of birth',
    arrival: 'Day of arrival',
    home_port: 'Home port',
    stay: 'How was your stay?',
  },
  de: {
    born: 'Geburtsdatum',
    arrival: 'Tag der Ankunft',
    home_port: 'Heimathafen',
    stay: 'Wie war Ihr Aufenthalt?',
  },
  fr: {
    born: 'Date de naissance',
    arrival: 'Jour d’arrivée',
    home_port: 'Port d’attache',
    stay: 'Comment s’est passé votre séjour\u202f?',
  },
  ar: { born: 'تاريخ الميلاد', arrival: 'يوم الوصول', home_port: 'ميناء التسجيل', stay: 'كيف كانت إقامتك؟' },
};

/** Returns the frozen forms with blocks, several uploads and a form about a stay. */
export function createStayDocuments(): Doc {
  const [plain, blocks, uploads] = [
    readFrozenDocuments(),
    createBlockDocuments(),
    createUploadDocuments(),
  ] as [Doc, Doc, Doc];
  const getRules = (all: Doc) =>
    (all['rules.json'] as { readonly rules: readonly { readonly id: string }[] }).rules;
  const known = new Set(getRules(blocks).map(({ id }) => id));
  const texts = Object.keys(labels).map((locale) => {
    const file = `texts/${locale}.json`;
    return [file, { ...(uploads[file] as Doc), ...(blocks[file] as Doc) }];
  });
  return addStay({
    ...plain,
    ...blocks,
    ...Object.fromEntries(texts),
    'forms/service/schema.json': uploads['forms/service/schema.json'],
    'forms/service/ui.json': uploads['forms/service/ui.json'],
    'rules.json': {
      ...(blocks['rules.json'] as Doc),
      rules: [...getRules(blocks), ...getRules(uploads).filter(({ id }) => !known.has(id))],
    },
  });
}

/** Returns documents with the form about a stay as an additional type. */
export function addStay(all: Doc): Doc {
  const types = all['enquiry-types.json'] as { readonly enquiryTypes: readonly Doc[] };
  const texts = Object.entries(labels).map(([locale, words]) => {
    const file = `texts/${locale}.json`;
    const own = Object.entries(words).map(([name, label]) => [`fields.${name}.label`, label]);
    return [file, { ...(all[file] as Doc), ...Object.fromEntries(own) }];
  });
  return {
    ...all,
    'enquiry-types.json': { enquiryTypes: [...types.enquiryTypes, { id: 40, key: 'stay', folder: 'stay' }] },
    'lists.json': { lists: { ...(all['lists.json'] as { lists?: Doc } | undefined)?.lists, harbours: {} } },
    'forms/stay/schema.json': schema,
    'forms/stay/ui.json': ui,
    ...Object.fromEntries(texts),
  };
}

/** Some with known names, and many more for a long list. */
const harbours = [
  { id: 'falmouth', name: 'Falmouth' },
  { id: 'fowey', name: 'Fowey' },
  { id: 'st-helier', name: 'Saint-Hélier' },
  { id: 'st-peter-port', name: 'Saint Peter Port' },
  { id: 'alesund', name: 'Ålesund' },
  ...Array.from({ length: 400 }, (_, index) => ({ id: `b${index}`, name: `Buoy ${index + 1}` })),
];

/** Returns the demonstration's content with pages of that form, one for each tested language. */
export function createStayContent() {
  const page = {
    site: 101,
    title: 'Your stay',
    placement: 'inline',
    enquiryTypes: [40],
    contactForm: { formTitle: 'Your stay', thankYouHeading: 'Thank you for your words' },
  } as const;
  const types = readRawDemoContent()['enquiry-types.json'];
  return {
    ...withDemoPages([
      { ...page, path: stayPath, locale: 'en-GB' },
      { ...page, path: `/ar${stayPath}`, locale: 'ar' },
      { ...page, path: `/us${stayPath}`, locale: 'en-US' },
    ]),
    'enquiry-types.json': [...types, { id: 40, name: 'Stay' }],
    'lists.json': { ...readRawDemoContent()['lists.json'], harbours },
  };
}
