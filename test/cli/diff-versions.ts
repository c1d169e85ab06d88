import { join } from 'node:path';
import { expect } from 'vitest';
import { writeDocuments } from '../support/forms.ts';
import { type CheckedDocument, changeFrozenDocuments, type DocumentChanges } from './checking.ts';
import { createScratchFolder, runSlipway } from './run-cli.ts';

/** Returns a folder with the frozen documents in `old`, and changed ones in `new`. */
export function writeVersions(changes: DocumentChanges): string {
  const folder = createScratchFolder();
  writeDocuments(join(folder, 'old'));
  writeDocuments(join(folder, 'new'), changeFrozenDocuments(changes));
  return folder;
}

interface ReportedConsequence {
  readonly kind: string;
  readonly type?: string;
  readonly types?: readonly string[];
  readonly field?: string;
  readonly situations: number;
  readonly of: number;
  readonly example: { readonly on: object; readonly page?: string } | null;
  readonly sentence: string;
}

export async function runDiff(
  changes: DocumentChanges,
  ...words: readonly string[]
): Promise<readonly ReportedConsequence[]> {
  const { code, out } = await runSlipway(['diff', 'old', 'new', '--json', ...words], {
    cwd: writeVersions(changes),
  });
  expect(code).toBe(0);
  return JSON.parse(out);
}

export const listDiffSentences = async (changes: DocumentChanges, ...words: readonly string[]) =>
  (await runDiff(changes, ...words)).map(({ sentence }) => sentence);

export const changeRuleById =
  (id: string, change: (rule: CheckedDocument) => void) => (document: CheckedDocument) =>
    change(document.rules.find((each: CheckedDocument) => each.id === id));

export const plantRuleAtEnd = (planted: object) => (document: CheckedDocument) =>
  document.rules.push({ id: 'planted', description: 'A planted rule.', ...planted });

export const allowThreePhotos: DocumentChanges = {
  'rules.json': changeRuleById('one-photo', ({ then }) => {
    then.limit.upload.count = 3;
  }),
};
