import { describe, expect, it } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import type { FormDocument } from '#engine/documents/index.ts';
import { judgeSubmitted } from './engine.ts';

function compileOrThrow(document: FormDocument) {
  const compiled = compile(document);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.form;
}

const form = compileOrThrow({
  schema: {
    type: 'object',
    required: ['name', 'role', 'guests'],
    properties: {
      name: { type: 'string' },
      role: { type: 'string', enum: ['pupil', 'parent'] },
      class: { type: 'string' },
      guests: { type: 'integer', maximum: 6 },
      day: { type: 'string', format: 'date' },
    },
  },
  rules: [
    {
      id: 'class-of-pupils',
      description: 'Only pupils have a class.',
      when: { '==': [{ var: 'values.role' }, 'pupil'] },
      then: { show: ['class'], require: ['class'] },
    },
    {
      id: 'day-from-today',
      description: 'Nobody registers for a day that is past.',
      then: { bound: { day: { minimum: { var: 'today' } } } },
    },
  ],
});

describe('judgeSubmitted', () => {
  it('accepts what the page accepts, and returns the values that count', () => {
    const values = { name: 'Ada', role: 'parent', guests: 2, class: '7b', other: 1, constructor: 'x' };
    expect(judgeSubmitted(form, values)).toMatchObject({ ok: true, problems: [] });
    expect(judgeSubmitted(form, values).values).toEqual({ name: 'Ada', role: 'parent', guests: 2 });
  });

  it('finds the problems of schema and rules', () => {
    const { ok, problems } = judgeSubmitted(form, { name: 'Ada', role: 'pupil', guests: 7 });
    expect(ok).toBe(false);
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'class required',
      'guests too-large',
    ]);
  });

  it('judges in the situation that it is given', () => {
    const values = { name: 'Ada', role: 'parent', guests: 1, day: '2026-05-01' };
    expect(judgeSubmitted(form, values, { today: '2026-05-01' }).ok).toBe(true);
    expect(judgeSubmitted(form, values, { today: '2026-05-02' }).problems).toMatchObject([
      { field: 'day', code: 'too-early' },
    ]);
  });

  it.each([[undefined], [null], [''], [[]], [7]])('has one problem of %j', (values) => {
    expect(judgeSubmitted(form, values)).toMatchObject({
      ok: false,
      problems: [{ field: '', code: 'wrong-type' }],
    });
  });

  it('takes a form with several types by the type among the values', () => {
    const documents = {
      'forms/a/schema.json': { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      'forms/b/schema.json': { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
      'enquiry-types.json': {
        enquiryTypes: ['a', 'b'].map((key, at) => ({ id: at + 1, key, folder: key, names: { en: key } })),
      },
    };
    const compiled = compile(documents);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    const { ok, values } = judgeSubmitted(compiled.form, { enquiry_type: 2, age: 7 });
    expect([ok, values]).toEqual([true, { enquiry_type: 2, age: 7 }]);
    expect(judgeSubmitted(compiled.form, { enquiry_type: 1, age: 7 }).problems).toMatchObject([
      { field: 'name' },
    ]);
  });
});
