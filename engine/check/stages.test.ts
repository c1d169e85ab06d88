import { describe, expect, it } from 'vitest';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { listFindings } from '../../test/cli/checking.ts';
import { createSampleDocuments } from '../../test/support/sample-documents.ts';
import type { JsonSchema } from '../model/types.ts';
import { createChecker, type ProofProgress } from './index.ts';

/** Returns the findings in a form's schema, by place and code. */
function listReported(schema: JsonSchema): readonly string[] {
  return listFindings(createSampleDocuments({ type: 'object', ...schema }))
    .filter(({ file }) => file === 'forms/sample/schema.json')
    .map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('findings of all stages', () => {
  const properties = {
    slip: { type: 'string', title: 'Slip', maxLenght: 3 },
    format: { type: 'string', title: 'Format', format: 'emial' },
    meaning: { type: 'string', title: 'Meaning', maxLength: '3' },
    limits: { type: 'string', title: 'Limits', minLength: 5, maxLength: 3 },
    slow: { type: 'string', title: 'Slow', pattern: '^(a+)+$' },
  };

  it('come at once', () => {
    expect(listReported({ properties })).toEqual([
      '/properties/format/format unknown-format',
      '/properties/limits limit-unmeetable',
      '/properties/meaning/maxLength bad-schema',
      '/properties/slip/maxLenght unknown-keyword',
      '/properties/slow/pattern slow-pattern',
    ]);
  });

  it('tell one fault once', () => {
    expect(listReported({ properties: { slip: { enum: [], title: 'Slip' } } })).toEqual([
      '/properties/slip/enum bad-schema',
    ]);
    const itself = { properties: { a: { $ref: '#' } } };
    expect(listReported(itself)).toEqual(['/properties/a/$ref recursive-reference']);
  });
});

describe('a check', () => {
  it('says how far it is', () => {
    const documents = createSampleDocuments({
      type: 'object',
      properties: { a: { type: 'string', title: 'A' } },
    });
    const far: ProofProgress[] = [];
    const checker = createChecker({ schemasOf: (form) => compileFormChecks(form) });
    const { situations } = checker.check(documents, (progress) => far.push(progress));
    expect(far[0]).toEqual({ type: 'sample', place: 1, types: 1, situations: 1 });
    expect(far.at(-1)?.situations).toBe(situations?.sample);
  });
});
