import type { Documents } from '#engine';
import { asObject } from '#engine/json-schema/values.ts';
import formDocumentSchema from '#schemas/meta/form-document.schema.json' with { type: 'json' };
import { formatMarkdownCode, formatMarkdownTable } from './markdown.ts';

/** A key of a document with the description of its meta schema. */
interface DocumentKey {
  /** The path from the root of the document: `success.scrollDelayMs`, `lists.<name>.facts`, `enquiryTypes[].id`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** The documents of a folder, with the file of each meta schema. */
const documentKinds: readonly (readonly [document: string, meta: string])[] = [
  ['enquiry-types.json', 'enquiry-types'],
  ['forms/<type>/schema.json', 'form'],
  ['forms/<type>/ui.json, ui.json', 'ui'],
  ['fields.json', 'fields'],
  ['rules.json', 'rules'],
  ['lists.json', 'lists'],
  ['texts/<locale>.json', 'texts'],
  ['settings.json', 'settings'],
  ['scenarios.json, form.scenarios.json', 'scenarios'],
];

/**
 * Formats the reference of the documents and of the keys of each, as lines of Markdown, from the meta schemas.
 * Rules have their own reference, texts and forms in one file their own pages.
 */
export function formatDocumentsReference(documents: Documents): readonly string[] {
  const schemaOf = (meta: string) => asObject(documents[`meta/${meta}.schema.json`]);
  const ui = schemaOf('ui');
  const scenarios = asObject(schemaOf('scenarios').$defs);
  return [
    '## Documents',
    '',
    'A form is one file ([its members](getting-started.md#the-members-of-the-file)), or a folder of the other documents, which needs `enquiry-types.json` and the schema of each type. [Texts](texts-and-languages.md) have their own page.',
    '',
    ...formatMarkdownTable(
      ['document', 'contents'],
      [
        ['`form.json`', formDocumentSchema.description],
        ...documentKinds.map(([document, meta]) => [
          document.split(', ').map(formatMarkdownCode).join(', '),
          String(schemaOf(meta).description ?? ''),
        ]),
      ],
    ),
    '',
    ...formatKeys('Enquiry types', 'The keys of `enquiry-types.json`.', listKeys(schemaOf('enquiry-types'))),
    '',
    ...formatKeys('UI schemas', 'The keys of a form:', listKeys(ui)),
    '',
    'The keys of a field, under its name:',
    '',
    ...formatKeyTable(listKeys(asObject(asObject(ui.$defs).field))),
    '',
    ...formatKeys('Settings', 'The keys of `settings.json`.', listKeys(schemaOf('settings'))),
    '',
    ...formatKeys('Scenarios', 'The keys of `on`, and of `usual`:', listKeys(asObject(scenarios.situation))),
    '',
    'The keys of `expect`:',
    '',
    ...formatKeyTable(listKeys(asObject(scenarios.expectations))),
  ];
}

function formatKeys(title: string, note: string, keys: readonly DocumentKey[]): readonly string[] {
  return [`## ${title}`, '', note, '', ...formatKeyTable(keys)];
}

function formatKeyTable(keys: readonly DocumentKey[]): readonly string[] {
  return formatMarkdownTable(
    ['key', 'meaning'],
    keys.map(({ path, isRequired, description }) => [
      `${formatMarkdownCode(path)}${isRequired ? ' (required)' : ''}`,
      description,
    ]),
  );
}

/**
 * Returns the described keys of a meta schema and, after each, those inside it. References to other schemas are
 * not followed.
 * @param before The path of the schema with a dot at the end; empty for the root.
 */
function listKeys(schema: Readonly<Record<string, unknown>>, before = ''): readonly DocumentKey[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = Object.entries(asObject(schema.properties)).filter(([name]) => name !== '$schema');
  return properties.flatMap(([name, inner]) =>
    listKey(before + name, required.includes(name), asObject(inner)),
  );
}

/** Returns a key, unless it has no description, and the keys inside it. */
function listKey(
  path: string,
  isRequired: boolean,
  schema: Readonly<Record<string, unknown>>,
): readonly DocumentKey[] {
  const { description, items, additionalProperties } = schema;
  return [
    ...(typeof description === 'string' ? [{ path, isRequired, description }] : []),
    ...listKeys(schema, `${path}.`),
    ...listKeys(asObject(items), `${path}[].`),
    ...listKeys(asObject(additionalProperties), `${path}.<name>.`),
  ];
}
