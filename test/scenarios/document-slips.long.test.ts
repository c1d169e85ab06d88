import { describe, expect, it } from 'vitest';
import { findDocumentGaps } from '#engine/check/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import { readShippedDocuments } from '../support/forms.ts';

const documents = readShippedDocuments();
const known: ValidatorModuleCache = new Map();

function gapsIn(file: string) {
  return findDocumentGaps(
    documents,
    (form) => {
      const checks = compileFormChecks(form, known);
      return checks.ok ? checks : undefined;
    },
    [file],
  );
}

describe('slips in the documents that ship', () => {
  const files = Object.keys(documents).filter((file) =>
    /^(?:fields|ui|settings|enquiry-types|forms)\b/.test(file),
  );

  it.each(files)('of %s are all refused, told by check or noticed by a scenario', (file) => {
    const { gaps, mutants, noticed } = gapsIn(file);
    expect(gaps).toEqual([]);
    expect(noticed).toBeGreaterThan(0);
    expect(mutants).toBeGreaterThanOrEqual(noticed);
  });

  it('that nothing would notice are named', () => {
    const scenarios = documents['scenarios.json'] as {
      readonly scenarios: readonly { readonly name: string }[];
    };
    const stored = scenarios.scenarios.filter(({ name }) => !name.startsWith('A page waits'));
    const fewer = { ...documents, 'scenarios.json': { ...scenarios, scenarios: stored } };
    const { gaps } = findDocumentGaps(
      fewer,
      (form) => {
        const checks = compileFormChecks(form, known);
        return checks.ok ? checks : undefined;
      },
      ['settings.json'],
    );
    expect(gaps).toContain('settings.json#/sendTimeoutMs 30001 for 30000');
  });
});
