import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { allCommands } from '../../src/cli/commands/index.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { createScratchFolder, repositoryRoot, runSlipway } from './run-cli.ts';

const commands = (await allCommands.loadAll()).filter(({ subject }) => subject === 'stored-data');

/** A data folder with one enquiry and an open store, as a server has it, and `slipway` beside it. */
async function createServerData() {
  const folder = createScratchFolder();
  const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
  onTestFinished(() => store.close());
  const entry = createEntry();
  await store.accept(entry);
  const slipway = (...args: readonly string[]) => runSlipway(args, { env: { SLIPWAY_DATA: folder } });
  return { entry, slipway };
}

describe('the commands for stored data', () => {
  it('are also programs of the server, with an npm script each', async () => {
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
    const helps = commands.map(async ({ name }) => {
      const script = { owner: 'new-owner', migrate: 'migrate-data' }[name] ?? name;
      expect(scripts[script]).toBe(`node src/server/${script}.ts`);
      const program = join(repositoryRoot, 'src/server', `${script}.ts`);
      const { stdout } = await promisify(execFile)(process.execPath, [program, '--help']);
      expect(stdout).toBe((await runSlipway([name, '--help'])).out);
    });
    await Promise.all(helps);
  });

  it('report as a program of the server what is wrong, with the same code, and nothing on standard output', async () => {
    const program = join(repositoryRoot, 'src/server/photos.ts');
    const failed = await promisify(execFile)(process.execPath, [program, '--json', '--rety', 'x']).catch(
      (error) => error,
    );
    expect(failed).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'Cannot read "--rety": unknown option; the nearest is "--retry"\n',
    });
  });

  it('list enquiries and photos, and verify the log', async () => {
    const { entry, slipway } = await createServerData();
    const listed = await slipway('enquiries', '--json');
    expect({ ...listed, out: JSON.parse(listed.out) }).toMatchObject({
      code: 0,
      out: [{ id: entry.id }],
      err: '',
    });
    expect((await slipway('enquiries', '--show', entry.reference)).out).toContain(entry.reference);
    expect(await slipway('photos', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
    expect(await slipway('audit')).toEqual({
      code: 0,
      out: '0 entries, unchanged; the hash of the last is \n',
      err: '',
    });
  });

  it('copy the data, and create the link of an owner', async () => {
    const { slipway } = await createServerData();
    const copy = join(createScratchFolder(), 'copy');
    expect(await slipway('backup', copy)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Copied 1 enquiries and \d+ files of /),
      err: '',
    });
    expect(existsSync(join(copy, 'slipway.db'))).toBe(true);
    expect(await slipway('owner', 'https://www.example.com/studio')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^https:\/\/www\.example\.com\/studio\S+\n$/),
      err: '',
    });
  });

  it.each([
    ['backup', [], 'name one folder'],
    ['backup', ['one', 'two'], 'name one folder'],
    ['audit', ['one', 'two'], 'name one file only'],
    ['owner', ['ftp://example.com'], 'name one origin'],
    ['migrate', [], 'Name one database'],
    ['migrate', ['--to', 'postgres://x/y', '--from', 'postgres://x/y'], 'Name one database'],
    ['migrate', ['--to', 'mysql://x/y'], '--to'],
  ])('refuse wrong arguments with code 2: %s %j', async (name, args, message) => {
    const { code, out, err } = await runSlipway([name, ...args]);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(message) });
    expect(err.trim().split('\n')).toHaveLength(1);
    const { out: json } = await runSlipway([name, ...args, '--json']);
    expect(JSON.parse(json)).toMatchObject({ ok: false });
  });

  it.each([
    ['new-owner', 'owner'],
    ['migrate-data', 'migrate'],
  ])('still run by the name that they had before: %s', async (former, name) => {
    const help = await runSlipway([former, '--help']);
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining(`slipway ${name}`) });
    expect(help).toEqual(await runSlipway([name, '--help']));
  });

  it.each([
    ['enquiries', ['--show', 'x'], 1],
    ['photos', ['--retry', 'x'], 1],
    ['audit', [], 1],
    ['audit', ['nowhere.jsonl'], 1],
    ['backup', ['FOLDER/copy'], 1],
    ['owner', [], 1],
    ['migrate', ['--to', 'postgres://127.0.0.1:9/none'], 3],
  ])('say why they cannot do what is asked: %s %j', async (name, args, code) => {
    const folder = createScratchFolder();
    const words = args.map((arg) => arg.replace('FOLDER', folder));
    const failed = await runSlipway([name, ...words], { env: { SLIPWAY_DATA: folder } });
    expect(failed).toEqual({ code, out: '', err: expect.stringMatching(/\S\n$/) });
    expect(failed.err).not.toContain('this is a bug');
  });
});
