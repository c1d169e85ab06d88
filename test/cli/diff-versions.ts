import { join } from 'node:path';
import { expect } from 'vitest';
import { writeDocuments } from '../support/forms.ts';
import { type Changes, changed, type Doc } from './checking.ts';
import { scratch, slipway } from './run-cli.ts';

/** Returns a folder with the frozen documents in `old`, and changed ones in `new`. */
export function versions(changes: Changes): string {
  const folder = scratch();
  writeDocuments(join(folder, 'old'));
  writeDocuments(join(folder, 'new'), changed(changes));
  return folder;
}

interface Told {
  readonly kind: string;
  readonly type?: string;
  readonly types?: readonly string[];
  readonly field?: string;
  readonly situations: number;
  readonly of: number;
  readonly example: { readonly on: object; readonly page?: string } | null;
  readonly sentence: string;
}

export async function told(changes: Changes, ...words: readonly string[]): Promise<readonly Told[]> {
  const { code, out } = await slipway(['diff', 'old', 'new', '--json', ...words], { cwd: versions(changes) });
  expect(code).toBe(0);
  return JSON.parse(out);
}

export const sentences = async (changes: Changes, ...words: readonly string[]) =>
  (await told(changes, ...words)).map(({ sentence }) => sentence);

export const rule = (id: string, change: (rule: Doc) => void) => (document: Doc) =>
  change(document.rules.find((each: Doc) => each.id === id));

export const plant = (planted: object) => (document: Doc) =>
  document.rules.push({ id: 'planted', description: 'A planted rule.', ...planted });

export const threePhotos: Changes = {
  'rules.json': rule('one-photo', ({ then }) => {
    then.limit.upload.count = 3;
  }),
};
