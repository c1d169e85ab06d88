import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { lintSchemas } from '#engine/check/lint/schemas.ts';
import { compile } from '#engine/compile/index.ts';
import { getFallbackLocale, getTypeNames } from '#engine/editing/index.ts';
import { createDraftTarget, detectForeignSource, importForeign } from '#engine/exchange/foreign/index.ts';
import { diffDocuments } from '#engine/exchange/index.ts';
import type { FormImportAnswer, FormImportRequest } from '../../../api/form-import.ts';

/** The most fields that a form can have: the draft is checked with it after each change. */
const maxFields = 1_000;

/** The largest change in bytes: a request has at most 1 MiB, with a title and an id. */
const maxChangeBytes = 1_000_000;

/** Converts a file with a form of another program for a draft. Nothing in it is run. */
export function importForm({ name, text }: FormImportRequest, draft: Documents): FormImportAnswer {
  const parsed = parseJson(text);
  if (!parsed.ok) return { kind: 'no-json' };
  if (detectForeignSource(parsed.value) === undefined) return { kind: 'unknown-source' };
  if (!compile(draft).ok) return { kind: 'draft-broken' };
  const known = new Set(lintSchemas(draft).map(toFindingKey));
  const result = importForeign({
    value: parsed.value,
    name: name.replace(/\.[^.]*$/, ''),
    target: createDraftTarget(draft),
    maxFields,
    findErrors: (documents) =>
      lintSchemas(documents).filter(
        (finding) => finding.severity === 'error' && !known.has(toFindingKey(finding)),
      ),
  });
  if (!result.ok) {
    const { reason, source } = result;
    return { kind: 'refused', reason, ...(source !== undefined && { source }) };
  }
  const { source, lines, documents, types } = result;
  const patches = diffDocuments(draft, documents);
  if (Buffer.byteLength(JSON.stringify(patches)) > maxChangeBytes) return { kind: 'too-large' };
  const locale = getFallbackLocale(documents);
  return {
    kind: 'converted',
    source,
    lines,
    patches,
    types: types.map((key) => ({ key, name: getTypeNames(documents, key)[locale] ?? key })),
  };
}

/** Returns the text that distinguishes a finding from others of the same documents. */
function toFindingKey({ code, file, pointer }: Finding): string {
  return `${code} ${file} ${pointer}`;
}

function parseJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch {
    return { ok: false };
  }
}
