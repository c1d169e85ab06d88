import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foreignSources } from '#engine/exchange/foreign/sources.ts';
import { importCommand } from '../../src/cli/commands/import.ts';
import { readSamples } from '../foreign/samples.ts';
import { createScratchFolder, runSlipway } from './run-cli.ts';

/** Creates a folder with one file, a sample or a text, and returns the folder. */
function createFolderWith(file: string, value: unknown): string {
  const folder = createScratchFolder();
  writeFileSync(join(folder, file), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
}

function getSample(source: string, name: string): unknown {
  return readSamples(source).find((sample) => sample.name === name)?.value;
}

describe('slipway import of a form of another program', () => {
  it('writes a folder that slipway check accepts, and prints each line', async () => {
    const cwd = createFolderWith('survey.json', getSample('surveyjs', 'satisfaction'));
    const { code, out } = await runSlipway(['import', 'survey.json', '--out', 'forms'], { cwd });
    expect([code, out]).toEqual([0, expect.stringContaining('forms is written, from SurveyJS.')]);
    expect(out).toContain('  why, visibleIf: taken as a rule (/pages/0/elements/1/visibleIf)');
    const checked = await runSlipway(['check', '--schemas', 'forms'], { cwd });
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('no errors')]);
  });

  it('writes ./schemas by default', async () => {
    const cwd = createFolderWith('form.json', getSample('jsonforms', 'categorization'));
    expect((await runSlipway(['import', 'form.json'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'schemas/enquiry-types.json'))).toBe(true);
  });

  it('ends with 1 where visitors lose something, and writes the report to a file', async () => {
    const cwd = createFolderWith('survey.json', getSample('surveyjs', 'scripts'));
    const { code, out } = await runSlipway(
      ['import', 'survey.json', '--out', 'out', '--report', 'report.txt'],
      { cwd },
    );
    expect([code, out]).toEqual([1, expect.stringContaining('lines of the report say what visitors lose')]);
    expect(readFileSync(join(cwd, 'report.txt'), 'utf8')).toContain(
      'a, visibleIf: left out: the expression "alert(1)"',
    );
    expect(existsSync(join(cwd, 'out/rules.json'))).toBe(true);
  });

  it('prints and writes JSON', async () => {
    const cwd = createFolderWith('form.json', getSample('formio', 'contact'));
    const { code, out } = await runSlipway(
      ['import', 'form.json', '--json', '--out', 'out', '--report', 'r.json'],
      { cwd },
    );
    expect(code).toBe(0);
    const report = { source: 'Form.io', losses: 0, elements: { 'left-out': 0 } };
    expect(JSON.parse(out)).toMatchObject({ ok: true, folder: 'out', ...report });
    expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))).toMatchObject({ ok: true, ...report });
  });

  it.each([
    ['text.txt', 'hello', 'it is not JSON'],
    ['other.json', { a: 1 }, 'a form of none of these'],
    [
      'form.json',
      { schema: { type: 'object', properties: { a: { type: 'string' } } }, rules: [] },
      'a form of Slipway already',
    ],
    ['circle.json', getSample('json-schema', 'circle-alone'), 'no question'],
  ])('writes nothing for %s', async (file, value, reason) => {
    const cwd = createFolderWith(file, value);
    const { code, err } = await runSlipway(['import', file, '--out', 'out'], { cwd });
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
    expect(readdirSync(cwd)).toEqual([file]);
  });

  it('writes the reason into the report of a file that cannot be converted', async () => {
    const cwd = createFolderWith('text.txt', 'hello');
    const { code } = await runSlipway(['import', 'text.txt', '--report', 'r.txt'], { cwd });
    expect([code, readFileSync(join(cwd, 'r.txt'), 'utf8')]).toEqual([
      1,
      expect.stringContaining('Nothing is written: it is not JSON'),
    ]);
  });

  it('says of a file of no known kind what it is not, without a server', async () => {
    const cwd = createFolderWith('other.json', { a: 1 });
    const { code, err } = await runSlipway(['import', 'other.json'], { cwd });
    expect([code, err]).toEqual([1, expect.stringContaining('a form of none of these')]);
  });

  it('refuses an unknown source, a source that the file is not of, and a folder with files', async () => {
    const cwd = createFolderWith('form.json', getSample('formio', 'contact'));
    const unknown = await runSlipway(['import', 'form.json', '--from', 'formo'], { cwd });
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('the nearest is "formio"')]);
    expect((await runSlipway(['import', 'form.json', '--from', 'surveyjs'], { cwd })).code).toBe(1);
    const taken = await runSlipway(['import', 'form.json', '--out', '.'], { cwd });
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('the folder is not empty')]);
  });

  it('offers each source that can be converted', () => {
    const names = foreignSources.map(({ name }) => name).sort();
    expect([...(importCommand.options.from?.choices ?? [])].sort()).toEqual(names);
  });

  it('still sends an archive to a server', async () => {
    const cwd = createFolderWith('a.slipway', '{"slipwayArchive":1}\n{}\n');
    const { code, err } = await runSlipway(['import', 'a.slipway'], { cwd });
    expect([code, err]).toEqual([2, expect.stringContaining('Cannot find the server')]);
  });
});
