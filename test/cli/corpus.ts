import { readdirSync, readFileSync } from 'node:fs';
import type { Documents } from '#engine';
import { readFrozenDocuments } from '../support/forms.ts';

/** Returns the frozen documents with an enquiry type for each foreign schema of `corpus/`, plus `changes`. */
export function createCorpusDocuments(changes: Documents = {}): Documents {
  const own = readFrozenDocuments();
  const { enquiryTypes } = own['enquiry-types.json'] as { readonly enquiryTypes: readonly object[] };
  const keys = readdirSync(new URL('corpus/', import.meta.url)).map((file) => file.replace('.json', ''));
  const foreign = keys
    .sort()
    .flatMap((key) => [
      [`forms/${key}/schema.json`, readJson(`corpus/${key}.json`)] as const,
      [`forms/${key}/ui.json`, {}] as const,
    ]);
  const entries = keys.map((key, index) => ({ id: 1_000 + index, key, folder: key }));
  return {
    ...own,
    'enquiry-types.json': { enquiryTypes: [...enquiryTypes, ...entries] },
    ...Object.fromEntries(foreign),
    ...changes,
  };
}

/** Returns values that types alone must reject, by the name of their foreign schema. */
export function readRefusedValues(): Readonly<Record<string, readonly object[]>> {
  return readJson('corpus-refused.json') as Record<string, readonly object[]>;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}
