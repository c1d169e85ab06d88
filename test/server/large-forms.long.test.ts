import { describe, expect, it } from 'vitest';
import { checkForm } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { createOversizedDocuments, oversized } from '../support/oversized.ts';
import { describeLargeForms } from './large-forms-cases.ts';

describeLargeForms(oversized);

describe('slipway check', () => {
  it('says of both that they are too large to be drawn well', () => {
    const large = createOversizedDocuments();
    const compiled = compile(large);
    if (!compiled.ok) throw new Error(compiled.problems[0]?.reason);
    const checks = compileFormChecks(compiled.form);
    if (!checks.ok) throw new Error('a schema does not compile');
    const { findings } = checkForm({ form: compiled.form, documents: large, ...checks });
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['too-many-fields', 'too-many-choices']),
    );
  });
});
