import { describe, expect, it } from 'vitest';
import { listFindings } from '../cli/checking.ts';
import { createSampleDocuments } from '../support/sample-documents.ts';
import type { CorpusForm } from './corpus.ts';

/** Declares the tests of `slipway check` for forms of the corpus. */
export function describeChecks(forms: readonly CorpusForm[]): void {
  describe('slipway check of a form of the corpus', () => {
    it.each(forms)(
      'finds the errors that it has, and no others: $key',
      ({ schema, ui, checks = [], ...more }) => {
        const errors = listFindings(createSampleDocuments(schema, ui, more)).filter(
          ({ severity }) => severity === 'error',
        );
        const own = errors.filter(({ file }) => file.startsWith('forms/') || file === 'rules.json');
        expect(own.map(({ code }) => code)).toEqual(checks);
      },
    );
  });
}
