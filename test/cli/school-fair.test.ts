import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, compileSchemas, judgeSubmitted, situationOf } from '../../src/package/engine.ts';
import { repositoryRoot, runSlipway } from './run-cli.ts';

const folder = 'examples/school-fair';
const document = JSON.parse(readFileSync(join(repositoryRoot, folder, 'form.json'), 'utf8'));

/** Returns the codes of the problems of answers, by field. */
function judge(answers: object): Readonly<Record<string, string>> {
  const compiled = compile(document);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const { form } = compiled;
  const submitted = { ...document.schema.examples[0], ...answers };
  const situation = situationOf();
  const { problems } = judgeSubmitted({
    form,
    compiledOf: compileSchemas(form).compiledOf,
    situation,
    submitted,
  });
  return Object.fromEntries(problems.map(({ field, code }) => [field, code]));
}

describe('examples/school-fair', () => {
  it('has no findings, scenarios that pass, and formatted documents', async () => {
    expect(await runSlipway(['check', '--strict', folder])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^nothing to fix\./),
    });
    expect(await runSlipway(['test', `${folder}/form.json`])).toMatchObject({
      out: '4 scenarios pass.\n',
    });
    expect(await runSlipway(['format', '--check', '--schemas', `${folder}/form.json`])).toMatchObject({
      code: 0,
    });
  });

  it('has every text in English and German', () => {
    expect(Object.keys(document.texts.de)).toEqual(Object.keys(document.texts.en));
  });

  it('judges what families send', () => {
    expect(judge({})).toEqual({});
    expect(judge({ role: 'guest', children: [] })).toEqual({});
    expect(judge({ children: [] })).toEqual({ children: 'required' });
    expect(judge({ children: [{ first_name: 'Tom', class: 'year-9' }] })).toEqual({
      'children/0/class': 'not-offered',
    });
    expect(judge({ help: 'stall' })).toEqual({ shift: 'required' });
  });
});
