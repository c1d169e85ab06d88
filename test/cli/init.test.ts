import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratchFolder, runSlipway } from './run-cli.ts';

describe('slipway init', () => {
  it('names no package of a registry, where the name is somebody else’s', async () => {
    const cwd = createScratchFolder();
    await runSlipway(['init'], { cwd });
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).not.toMatch(/npm (?:install|i) slipway/);
  });

  it('writes a form whose own scenarios name its own fields only, and says where scenarios belong', async () => {
    const cwd = createScratchFolder();
    await runSlipway(['init'], { cwd });
    writeFileSync(
      join(cwd, 'form.scenarios.json'),
      '{"scenarios":[{"name":"One","on":{"entered":{"zzzzzzzz":1}},"expect":{"shown":["zzzzzzzz"]}}]}',
    );
    const refused = await runSlipway(['check'], { cwd });
    expect(refused.out).toMatch(/the known ones are enquiry_type, /);
    expect(refused.out).not.toContain('office');
    rmSync(join(cwd, 'form.scenarios.json'));
    expect(await runSlipway(['test'], { cwd })).toMatchObject({
      code: 0,
      out: 'there are no scenarios; write them in form.scenarios.json.\n',
    });
  });

  it('writes a contact form into the current folder, and says what comes next', async () => {
    const cwd = createScratchFolder();
    expect(await runSlipway(['init'], { cwd })).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^form\.json is written\n(?:.+\n)+\nNext:\n {2}npx slipway dev form\.json\n/,
      ),
    });
    expect(readdirSync(cwd).toSorted()).toEqual(['.vscode', 'README.md', 'form.json', 'form.scenarios.json']);
    const { schema } = JSON.parse(readFileSync(join(cwd, 'form.json'), 'utf8'));
    expect(schema.title).toBe('Contact');
  });

  it('overwrites no form, and writes nothing then', async () => {
    const cwd = createScratchFolder();
    writeFileSync(join(cwd, 'form.scenarios.json'), '{}');
    expect(await runSlipway(['init', '--template', 'event'], { cwd })).toEqual({
      code: 1,
      out: '',
      err: 'Cannot write "form.scenarios.json": it exists; choose another folder\n',
    });
    expect(readdirSync(cwd)).toEqual(['form.scenarios.json']);
  });

  it('leaves a README and the settings of an editor as they are', async () => {
    const cwd = createScratchFolder();
    writeFileSync(join(cwd, 'README.md'), '# Ours\n');
    const { out } = await runSlipway(['init', '--json'], { cwd });
    expect(JSON.parse(out)).toEqual({
      ok: true,
      template: 'contact',
      written: ['form.json', 'form.scenarios.json', '.vscode/settings.json'],
      skipped: ['README.md'],
    });
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toBe('# Ours\n');
  });

  it('points editors to the meta schemas of the package, wherever it is installed', async () => {
    const cwd = createScratchFolder();
    const readUrl = async (folder: string) => {
      await runSlipway(['init', folder], { cwd });
      const settings = JSON.parse(readFileSync(join(cwd, folder, '.vscode/settings.json'), 'utf8'));
      return settings['json.schemas'][0].url;
    };
    expect(await readUrl('before')).toBe('./node_modules/slipway/schemas/meta/form-document.schema.json');
    mkdirSync(join(cwd, 'node_modules/slipway/schemas/meta'), { recursive: true });
    expect(await readUrl('forms/after')).toBe(
      '../../node_modules/slipway/schemas/meta/form-document.schema.json',
    );
  });

  it('knows its templates', async () => {
    expect(await runSlipway(['init', '--template', 'evnet'], { cwd: createScratchFolder() })).toMatchObject({
      code: 2,
      err: expect.stringContaining('the nearest is "event"'),
    });
  });
});
