import { isContentDocument } from '../../documents/content-document.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import { formatDocument, readJson } from './index.ts';

export type DocumentReadResult =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly faults: readonly TextFault[] };

/** An error in a text. Line and column count from 1. */
export interface TextFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/**
 * The maximum length of a document in characters. Editors refuse longer input; the functions here do not test
 * it.
 */
export const maxDocumentLength = 1_000_000;

/** Formats a document as text; empty if it does not exist. */
export function formatDocumentText(documents: Documents, file: string): string {
  const value = (documents as Readonly<Record<string, Json | undefined>>)[file];
  return value === undefined ? '' : formatDocument(value);
}

/**
 * Parses a text as a document and checks it by `findDocumentFault`. Does not compile the form. Returns the
 * syntax errors, or the one fault that `findDocumentFault` finds.
 */
export function readDocumentText(documents: Documents, file: string, text: string): DocumentReadResult {
  const read = readJson(text);
  if (!read.ok) return { ok: false, faults: read.faults };
  /** Creates the result with one fault, at the first occurrence of `sign` in the text. */
  const createFaultResult = (reason: string, sign: string): DocumentReadResult => ({
    ok: false,
    faults: [{ ...locateFirstOccurrence(text, sign), reason }],
  });
  const fault = findDocumentFault(documents, file, read.value);
  if (fault !== undefined) return createFaultResult(fault.reason, fault.sign);
  return { ok: true, value: read.value as Json };
}

/**
 * Returns the reason why a value cannot be a document of this release: it is no object, and no list of the
 * content, has a key `__proto__` at any depth, or names an unknown format in `$schema`. Undefined if it can. `sign` is the part of its text
 * that is wrong; empty: the beginning.
 * @param documents Contains the meta schemas.
 */
export function findDocumentFault(
  documents: Documents,
  file: string,
  value: unknown,
): { readonly reason: string; readonly sign: string } | undefined {
  const isContent = isContentDocument(file);
  if (!(isObject(value) || (isContent && Array.isArray(value))))
    return { reason: 'a document is an object: it begins with "{"', sign: '' };
  if (hasKeyAtAnyDepth(value, '__proto__'))
    return { reason: '"__proto__" is not allowed as a key; remove it', sign: '"__proto__"' };
  // The server checks content by schemas of its own.
  if (isContent || Array.isArray(value)) return undefined;
  const known = listAllowedSchemaIds(documents, file);
  const { $schema } = value;
  if ($schema === undefined || known.includes(String($schema))) return undefined;
  return {
    reason: `"${String($schema)}" is a format that this version does not know (it knows "${known[0]}"); open it with the version that wrote it, or create it again`,
    sign: '"$schema"',
  };
}

/**
 * Returns the path of the document that describes the format of a file:
 * `getMetaFile('forms/sales/ui.json') // 'meta/ui.schema.json'`.
 */
export function getMetaFile(file: string): string {
  if (file.startsWith('texts/')) return 'meta/texts.schema.json';
  if (file.endsWith('/ui.json')) return 'meta/ui.schema.json';
  return file.includes('/') ? 'meta/form.schema.json' : `meta/${file.replace(/\.json$/, '.schema.json')}`;
}

/**
 * Returns the values that `$schema` may have in a file: those that its meta schema lists, else the path of
 * the meta schema, relative to the file.
 */
function listAllowedSchemaIds(documents: Documents, file: string): readonly string[] {
  const meta = getMetaFile(file);
  const described = asObject(asObject(asObject(documents[meta]).properties).$schema);
  const drafts = asList(described.enum).map(String);
  return drafts.length > 0 ? drafts : [`${'../'.repeat(file.split('/').length - 1)}${meta}`];
}

function hasKeyAtAnyDepth(value: unknown, key: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasKeyAtAnyDepth(item, key));
  return (
    isObject(value) &&
    (Object.hasOwn(value, key) || Object.values(value).some((item) => hasKeyAtAnyDepth(item, key)))
  );
}

/**
 * Returns the position of the first occurrence of the sign, counted from 1, or the start of the text if it
 * does not contain the sign.
 */
function locateFirstOccurrence(
  text: string,
  sign: string,
): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, Math.max(0, text.indexOf(sign))).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
