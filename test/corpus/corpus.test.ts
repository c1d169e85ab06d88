import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { readyFindings } from '../cli/checking.ts';
import { throughJson } from '../parity/wire.ts';
import { sampleDocuments } from '../support/sample-documents.ts';
import { type SampleForm, sampleForm, sampleForms } from '../support/sample-form.ts';
import { type CorpusForm, corpus, drawnForms } from './corpus.ts';

const all = corpus();
const { forms, refused } = sampleForms(all);

function formOf({ key }: CorpusForm): SampleForm {
  const form = forms.get(key);
  if (form === undefined) throw new Error(`"${key}" is refused: ${JSON.stringify(refused.get(key))}`);
  return form;
}

const told = (problems: readonly Problem[]) => problems.map(({ field, code }) => `${field} ${code}`).sort();

const drawn = drawnForms();

describe('a form of the corpus', () => {
  it.each(all.filter((one) => one.refused))('is refused with its place and what to do: $key', (one) => {
    const problems = refused.get(one.key) ?? [];
    expect(problems.map(({ pointer, code }) => [pointer, code])).toEqual(one.refused);
    for (const { reason } of problems) expect(reason).toMatch(/; |correct|use |is not a draft/);
  });

  it.each(drawn)('takes what its schema takes, in the page and on the server: $key', (one) => {
    const { form, inPage, onServer } = formOf(one);
    expect(one.valid.length).toBeGreaterThan(0);
    for (const { answers, stored = answers } of one.valid) {
      const page = inPage(answers);
      expect({ answers, problems: page.messages, values: page.values }).toEqual({
        answers,
        problems: [],
        values: stored,
      });
      const server = onServer(throughJson(form, page.variables));
      expect({ answers, problems: server.messages, values: server.values }).toEqual({
        answers,
        problems: [],
        values: stored,
      });
    }
  });

  it.each(drawn)('refuses what its schema refuses, in the page and on the server: $key', (one) => {
    const { form, inPage, onServer } = formOf(one);
    expect(one.invalid.length).toBeGreaterThan(0);
    for (const { answers, problems } of one.invalid) {
      const raw = onServer(answers);
      expect({ answers, problems: told(raw.problems) }).toEqual({ answers, problems: [...problems].sort() });
      for (const message of raw.messages) expect(message).not.toMatch(/: $|undefined|\[object/);
      // A page leaves out what it offers no way to enter, and judges what it sends.
      const page = inPage(answers);
      const server = onServer(throughJson(form, page.variables));
      expect({ answers, told: server.messages }).toEqual({ answers, told: page.messages });
      if (page.problems.length === 0) expect(page.values).not.toMatchObject(answers);
    }
  });
});

describe('slipway check', () => {
  it.each(drawn)(
    'finds the errors that a form of the corpus has, and no others: $key',
    ({ schema, ui, checks = [], ...more }) => {
      const errors = readyFindings(sampleDocuments(schema, ui, more)).filter(
        ({ severity }) => severity === 'error',
      );
      const own = errors.filter(({ file }) => file.startsWith('forms/') || file === 'rules.json');
      expect(own.map(({ code }) => code)).toEqual(checks);
    },
  );

  it('meets the branches inside a field, and tells of one that nobody can meet', () => {
    const paid = { type: 'string', enum: ['yes', 'no'] };
    const inside = (then: object) => ({
      type: 'object',
      properties: {
        tax: {
          type: 'object',
          properties: { paid },
          if: { properties: { paid: { const: 'yes' } }, required: ['paid'] },
          then,
        },
      },
    });
    const errorsOf = (then: object) =>
      readyFindings(sampleDocuments(inside(then))).filter(
        ({ severity, file }) => severity === 'error' && file.startsWith('forms/'),
      );
    expect(errorsOf({ required: ['where'], properties: { where: { type: 'string' } } })).toEqual([]);
    const dead = errorsOf({
      required: ['where'],
      properties: { where: { type: 'string', minLength: 3, pattern: '^..$' } },
    });
    expect(dead.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['dead-branch', '/properties/tax/then'],
    ]);
  });
});

describe('an answer of which a page leaves an item out', () => {
  it('is judged alike by page and server', () => {
    const { form, inPage, onServer } = sampleForm({
      type: 'object',
      properties: { answer: { type: 'array', prefixItems: [{ type: 'object' }] } },
      anyOf: [{}],
    });
    const page = inPage({ answer: [0] });
    const server = onServer(throughJson(form, page.variables));
    expect({ told: server.messages, values: server.values }).toEqual({
      told: page.messages,
      values: page.values,
    });
  });
});
