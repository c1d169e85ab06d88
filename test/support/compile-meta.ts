/**
 * Writes the names that the engine knows (`meta-names.ts`) into the meta schemas of our documents, and compiles
 * these and the drafts of JSON Schema ahead of time: `npm run meta`, after one of them was changed. The
 * generated functions return true or false.
 * `engine/json-schema/known-schemas.test.ts` fails if they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { minifySync } from 'vite';
import { formatDocument } from '#engine/editing/documents/index.ts';
import { createAjv, type SchemaDraft } from '#engine/json-schema/ajv.ts';
import { getValueAt, parsePointer } from '#engine/json-schema/pointers.ts';
import type { JsonSchema } from '#engine/model/types.ts';
import { schemasFolder } from '#schemas';
import { getDraftMetaSchema, readMetaSchemas } from './forms.ts';
import { type MetaNames, metaNames, metaWidgetProperties } from './meta-names.ts';

metaNames.forEach(writeNames);
writeWidgetProperties();

const byDraft: Readonly<Record<SchemaDraft, readonly JsonSchema[]>> = {
  '2020-12': [getDraftMetaSchema('2020-12'), ...Object.values(readMetaSchemas())],
  '2019-09': [getDraftMetaSchema('2019-09')],
  'draft-07': [getDraftMetaSchema('draft-07')],
};
const scopes = Object.entries(byDraft).map(([draft, schemas]) =>
  generateChecks(draft as SchemaDraft, schemas),
);
const source = `export function makeChecks(require) {\nconst checks = [];\n${scopes.join('\n')}\nreturn checks;\n}`;
const { code } = minifySync('meta-checks.js', source, { codegen: { legalComments: 'none' } });
// Line breaks keep the diff of a change from replacing one line of 300,000 letters.
writeFileSync(
  new URL('../../engine/generated/meta-checks.gen.js', import.meta.url),
  `// Made by "npm run meta".\n${code.replaceAll('function ', '\nfunction ')}\n`,
);

/** Writes names into a meta schema, in place of those that it has. */
function writeNames({ file, pointer, names }: MetaNames): void {
  changeMetaSchema(file, (schema) => {
    const list = getValueAt(schema, parsePointer(pointer)) as string[];
    list.splice(0, list.length, ...names);
  });
}

/** Writes the options that only some widgets have into the meta schema of UI schemas. */
function writeWidgetProperties(): void {
  changeMetaSchema('meta/ui.schema.json', (schema) =>
    Object.assign(getValueAt(schema, ['$defs', 'field', 'properties']) as object, metaWidgetProperties),
  );
}

/** Changes a meta schema in its file, and keeps the layout. */
function changeMetaSchema(file: string, change: (schema: unknown) => void): void {
  const path = new URL(file, schemasFolder);
  const text = readFileSync(path, 'utf8');
  const schema: unknown = JSON.parse(text);
  change(schema);
  writeFileSync(path, formatDocument(schema, text));
}

/** Returns code that adds the check of each schema to `checks`, in its own scope because names repeat. */
function generateChecks(draft: SchemaDraft, schemas: readonly JsonSchema[]): string {
  const ajv = createAjv(draft, { allErrors: false, messages: false, code: { source: true } });
  const keys = schemas.map((schema, index) => getSchemaKey(schema, index));
  for (const [index, schema] of schemas.entries())
    if (ajv.getSchema(keys[index] ?? '') === undefined) ajv.addSchema(schema, keys[index]);
  const names = Object.fromEntries(keys.map((key, index) => [`v${index}`, key]));
  const entries = schemas.map(
    (schema, index) =>
      `checks.push({ schema: ${JSON.stringify(JSON.stringify(schema))}, check: (value) => exports.v${index}(value) });`,
  );
  return `{\nconst exports = {};\n${standaloneCode(ajv, names)}\n${entries.join('\n')}\n}`;
}

/** Ajv knows a draft's own schema by its `$id`. */
function getSchemaKey({ $id }: JsonSchema, index: number): string {
  return typeof $id === 'string' ? $id : `document ${index}`;
}
