import { describe, expect, it } from 'vitest';
import { resolve, type Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { judgeSubmitted } from '#widgets/validators/judge-submitted.ts';
import { compileSchemas } from '../server/forms/documents/compile-schemas.ts';
import { createSituation } from './create-situation.ts';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
};

describe('createSituation', () => {
  it('needs no inputs', () => {
    const compiled = compile({ schema });
    if (!compiled.ok) throw new Error('The form does not compile');
    const plan = resolve(compiled.form, createSituation());
    expect(plan.isSectionShown).toBe(true);
    expect(plan.type?.key).toBe('form');
    expect(plan.fields.filter(({ visibility }) => visibility === 'shown').map(({ name }) => name)).toEqual([
      'name',
    ]);
  });

  it('is enough to judge answers, whose type need not be named if there is one', () => {
    const compiled = compile({ schema });
    if (!compiled.ok) throw new Error('The form does not compile');
    const { form } = compiled;
    const { compiledOf } = compileSchemas(form);
    const judge = (submitted: Values) =>
      judgeSubmitted({ form, compiledOf, situation: createSituation(), submitted }).problems;
    expect(judge({ name: 'Ada' })).toEqual([]);
    expect(judge({})).toEqual([{ field: 'name', code: 'required' }]);
    expect(judge({ enquiry_type: 2, name: 'Ada' })).toEqual([{ field: 'enquiry_type', code: 'not-offered' }]);
  });

  it('takes an input that is null or undefined for an absent one', () => {
    const inputs = { today: undefined, site: null, entered: null } as object;
    expect(createSituation(inputs)).toMatchObject({
      site: { id: '', isInternational: false },
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      entered: {},
    });
  });

  it('has the inputs that are given', () => {
    const enquiryTypes = [{ id: 3, name: 'general' }];
    const given = { enquiryTypes, locale: 'de', today: '2026-11-23', entered: { name: 'Ada' } };
    expect(createSituation(given)).toMatchObject({
      content: { enquiryTypes },
      locale: 'de',
      today: '2026-11-23',
      entered: { name: 'Ada' },
    });
  });
});
