import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Documents, Form, JsonSchema } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { createAjv, type SchemaDraft } from '#engine/json-schema/ajv.ts';
import { schemasFolder } from '#schemas';

/**
 * A frozen copy of the six forms for tests of the program, so that changes to the shipped forms break none of
 * them.
 */
const frozenFolder = new URL('frozen/', import.meta.url);

/** The meta schemas, which apply to all documents. */
const metaFolder = 'meta/';

/**
 * Returns the frozen documents with some replaced, added, or (`undefined`) removed. Each call returns fresh
 * copies.
 */
export function readFrozenDocuments(changes: Readonly<Record<string, unknown>> = {}): Documents {
  return applyDocumentChanges(parseDocuments(readFrozenTexts()), changes);
}

/** Removes the rules and their scenarios: checking a draft of the six forms then takes half the time. */
export const withoutRules = { 'rules.json': { rules: [] }, 'scenarios.json': undefined };

/**
 * Returns the shipped documents under `schemas/`, with changes. Only for tests of these documents and of
 * servers that serve them.
 */
export function readShippedDocuments(changes: Readonly<Record<string, unknown>> = {}): Documents {
  return applyDocumentChanges(parseDocuments(readTextsIn(schemasFolder)), changes);
}

/** Writes the frozen documents into a folder, with changes: a string verbatim, any other value as JSON. */
export function writeDocuments(folder: string, changes: Readonly<Record<string, unknown>> = {}): void {
  for (const [file, document] of Object.entries(applyDocumentChanges(readFrozenTexts(), changes))) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
  }
}

/**
 * Returns the meta schemas of documents, by their names under `schemas/meta/`. A form's `schema.json` is
 * described by JSON Schema itself, and the members of a form in one file by the schemas of documents.
 */
export function readMetaSchemas(): Readonly<Record<string, JsonSchema>> {
  const isUsed = (file: string) =>
    file.startsWith(metaFolder) && !/\/form(?:-document)?\.schema\.json$/.test(file);
  const used = Object.entries(readShippedDocuments()).filter(([file]) => isUsed(file));
  return Object.fromEntries(
    used.map(([file, schema]) => [file.slice(metaFolder.length), schema as JsonSchema]),
  );
}

export function getDraftMetaSchema(draft: SchemaDraft): JsonSchema {
  const ajv = createAjv(draft);
  return ajv.schemas[String(ajv.defaultMeta())]?.schema as JsonSchema;
}

type Texts = Readonly<Record<string, string>>;

function readFrozenTexts(): Texts {
  const meta = Object.entries(readTextsIn(schemasFolder)).filter(([file]) => file.startsWith(metaFolder));
  return { ...Object.fromEntries(meta), ...readTextsIn(frozenFolder) };
}

function readTextsIn(folder: URL): Texts {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.json') && !file.endsWith('tsconfig.json'),
  );
  return Object.fromEntries(
    files.map((file) => [file.replaceAll('\\', '/'), readFileSync(new URL(file, folder), 'utf8')]),
  );
}

function parseDocuments(texts: Texts): Documents {
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, JSON.parse(text)]));
}

function applyDocumentChanges(all: Documents, changes: Readonly<Record<string, unknown>>): Documents {
  return Object.fromEntries(
    Object.entries({ ...all, ...changes }).filter(([, document]) => document !== undefined),
  );
}

/**
 * Compiles documents.
 * @throws With every problem that they have.
 */
export function compileTestForm(source: Documents = readFrozenDocuments()): Form {
  const compiled = compile(source);
  if (compiled.ok) return compiled.form;
  throw new Error(
    compiled.problems.map(({ file, pointer, reason }) => `${file}#${pointer}: ${reason}`).join('\n'),
  );
}
