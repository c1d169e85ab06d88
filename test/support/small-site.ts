import { readRawDemoContent } from './content.ts';
import { readFrozenDocuments } from './forms.ts';
import type { ServerOptions } from './server.ts';

/** Field names of the two forms; texts of all other fields are left out. */
const fields = ['enquiry_type', 'name', 'email', 'phone', 'message', 'boat_model'];

const languages = ['en', 'de'];

/**
 * Returns documents and content of a site with two enquiry types (`general` and `service`) of four fields each, in English and German,
 * with two rules and no scenarios. They are checked in a tenth of the time that the six frozen forms take.
 */
export function createSmallSite(): Required<Pick<ServerOptions, 'content' | 'documents'>> {
  const frozen = readFrozenDocuments();
  const unused = Object.keys(frozen).filter((file) => /^(?:forms|texts)\//.test(file));
  const texts = languages.map((language) => `texts/${language}.json`);
  const raw = readRawDemoContent();
  return {
    documents: {
      ...Object.fromEntries(unused.map((file) => [file, undefined])),
      'enquiry-types.json': {
        enquiryTypes: [
          { id: 3, key: 'general', folder: 'general' },
          { id: 7, key: 'service', folder: 'service' },
        ],
      },
      ...createSmallForm('general', ['name', 'email', 'phone', 'message']),
      ...createSmallForm('service', ['name', 'email', 'boat_model', 'message']),
      'rules.json': { rules },
      'scenarios.json': undefined,
      'fields.json': { $defs: selectFields(Object(frozen['fields.json']).$defs) },
      'ui.json': selectFields(frozen['ui.json'] ?? {}),
      ...Object.fromEntries(
        texts.map((file) => [file, selectTexts(frozen[file as `texts/${string}.json`] as object)]),
      ),
    },
    content: {
      'enquiry-types.json': raw['enquiry-types.json'].filter(({ id }) => id === 3 || id === 7),
      'offices.json': raw['offices.json'].map((office) => ({ ...office, services: [] })),
      'pages.json': raw['pages.json']
        .filter(({ path }) => path === '/contact' || path === '/lantern-quay/contact')
        .map(({ enquiryTypes: _six, ...page }) => page),
    },
  };
}

const rules = [
  {
    id: 'landing',
    description: 'On a landing page the enquiry type is there, but visually hidden.',
    when: { var: 'page.isForLanding' },
    then: { conceal: ['enquiry_type'] },
  },
  {
    id: 'modal',
    description: 'A dialog asks for no phone number.',
    when: { var: 'page.inModal' },
    then: { hide: ['phone'] },
  },
];

function createSmallForm(key: string, names: readonly string[]): Readonly<Record<string, unknown>> {
  const properties = names.map((name) => [name, { $ref: `../../fields.json#/$defs/${name}` }]);
  return {
    [`forms/${key}/schema.json`]: {
      title: key,
      type: 'object',
      additionalProperties: false,
      required: ['name', 'email', 'message'],
      properties: Object.fromEntries(properties),
      examples: [{ name: 'Ann Berry', email: 'ann@example.com', message: 'When is the yard open?' }],
    },
    [`forms/${key}/ui.json`]: { 'ui:order': names, 'ui:submitLabel': 'send-message' },
  };
}

function selectFields(byField: object): object {
  const isUsed = (name: string) => fields.includes(name) || name === 'ui:visitor';
  return Object.fromEntries(Object.entries(byField).filter(([name]) => isUsed(name)));
}

/** Returns the texts without those of other fields, forms and blocks. */
function selectTexts(texts: object): object {
  const isUsed = (key: string) => {
    const [kind = '', name = ''] = key.split('.');
    if (kind === 'forms' || kind === 'options' || kind === 'blocks') return false;
    return kind !== 'fields' || fields.includes(name);
  };
  return Object.fromEntries(Object.entries(texts).filter(([key]) => isUsed(key)));
}
