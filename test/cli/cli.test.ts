import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commandNames, loadCommands } from '../../src/cli/commands/index.ts';
import { documents, writeDocuments } from '../support/forms.ts';
import { sampleDocuments } from '../support/sample-documents.ts';
import { copyOfForms, root, scratch, slipway } from './run-cli.ts';

/** Changes a document of a copy of our forms. */
async function edit(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, 'schemas', file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

/** Sends service enquiries there. */
const sendingTo = (id: string) => (text: string) => {
  const document = JSON.parse(text);
  const when = { '==': [{ var: 'type' }, 'service'] };
  document.rules.push({ id: 'to-crm', description: 'To the CRM.', when, then: { destinations: [id] } });
  return JSON.stringify(document);
};

/** A folder with the documents of one small form in `schemas`. */
function copyOfSmallForm(): string {
  const folder = scratch();
  const gone = Object.fromEntries(Object.keys(documents()).map((file) => [file, undefined]));
  const small = sampleDocuments({ type: 'object', properties: { name: { type: 'string', maxLength: 60 } } });
  const { usual, ...known } = documents()['scenarios.json'] as { usual: object };
  const scenarios = { ...known, usual: { ...usual, types: ['sample'] }, scenarios: [] };
  writeDocuments(join(folder, 'schemas'), { ...gone, ...small, 'scenarios.json': scenarios });
  return folder;
}

/** Without which a command does not run. */
const wordsFor = (name: string) => (name === 'diff' ? ['schemas', 'schemas'] : []);

const commands = await loadCommands();

describe('slipway', () => {
  it('finds each command by the name that it has', () => {
    expect(commandNames).toEqual(commands.map(({ name }) => name));
  });

  it('lists its commands', async () => {
    for (const words of [[], ['--help'], ['help']]) {
      const { code, out } = await slipway(words);
      expect(code).toBe(0);
      const width = Math.max(...commands.map(({ name }) => name.length));
      for (const { name, summary } of commands) expect(out).toContain(`${name.padEnd(width)}  ${summary}`);
    }
  });

  it('explains each command with its options, examples and exit codes', async () => {
    for (const { name, options, examples, failure } of commands) {
      const { code, out } = await slipway([name, '--help']);
      expect(code).toBe(0);
      expect(await slipway(['help', name])).toMatchObject({ code: 0, out });
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
      for (const [line] of examples) expect(out).toContain(line);
      expect(out).toContain(`1  ${failure}`);
    }
  });

  it.each([
    [['chekc'], 'unknown command; the nearest is "check"'],
    [['frobnicate'], 'unknown command; there are check, test'],
    [['check', '--shemas', 'x'], 'unknown option; the nearest is "--schemas"'],
    [['check', '-x'], 'unknown option'],
    [['check', '--schemas'], 'its value is missing; write --schemas FOLDER'],
    [['check', '--schemas', '--json'], 'its value is missing'],
    [['check', '--strict=yes'], 'takes no value'],
    [['check', 'please'], 'takes options only'],
    [['explain', '--placement', 'modla'], 'the nearest is "modal"'],
    [['explain', '--type', 'sevice'], 'unknown enquiry type "sevice"; the nearest is "service"'],
    [['explain', '--selected-office', 'pool'], 'unknown office "pool"; the nearest is "poole"'],
    [['explain', '--entered', 'name'], 'write FIELD=VALUE'],
    [['explain', '--entered', 'yeer=2001'], 'unknown field "yeer"; the nearest is "year"'],
    [['types', '--check'], 'name it with --out FILE'],
    [['explain', '--today', 'tomorrow'], 'write the date as 2026-11-21'],
    [['explain', '--scenario', 'no such words'], 'Cannot find a scenario'],
    [['jsonschema', '--type', 'sale'], 'the nearest is "sales"'],
  ] as const)('refuses %j with a sentence and code 2', async (words, says) => {
    const { code, out, err } = await slipway(words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
    expect(err.trim().split('\n')).toHaveLength(1);
    if (!words.some((word) => word === '--json')) expect(out).toBe('');
  });

  it('says in one line what it cannot do, with code 3', async () => {
    const folder = scratch();
    const missing = await slipway(['check', '--schemas', 'nowhere'], { cwd: folder });
    expect(missing).toMatchObject({ code: 3, err: expect.stringContaining('there is no such folder') });
    const empty = await slipway(['check', '--schemas', '.'], { cwd: folder });
    expect(empty).toMatchObject({ code: 3, err: expect.stringContaining('no JSON document') });
    const unwritable = await slipway(['types', '--out', 'no/such/folder/forms.gen.ts'], { cwd: folder });
    expect(unwritable).toMatchObject({
      code: 3,
      err: expect.stringContaining('choose another file with --out'),
    });
  });

  it('reads ./schemas where there is one', async () => {
    const folder = await copyOfForms();
    await edit(folder, 'rules.json', (text) => text.replace('"service"', '"servise"'));
    const { code, out } = await slipway(['check'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toContain('schemas/rules.json:');
  });

  it.each([
    ...commands.map(({ name }) => [name]),
    ['chekc'],
    ['check', '--schemas', 'nowhere'],
    ['types', '--out', 'forms.gen.ts'],
    ['types', '--out', 'missing.gen.ts', '--check'],
    ['test', 'no scenario is called so'],
  ])('gives programs JSON, however it ends: %s %s %s %s', async (...words) => {
    const { code, out } = await slipway([...words, '--json'], { cwd: copyOfSmallForm() });
    expect(JSON.parse(out)).toMatchObject({ ok: code === 0 });
  });

  it('gives programs JSON of the mutants that nothing notices', async () => {
    const folder = copyOfSmallForm();
    const { code, out } = await slipway(['test', '--mutants', '--json'], { cwd: folder });
    expect(JSON.parse(out)).toMatchObject({ ok: code === 0 });
    expect(out).toContain('maxLength');
  });

  // Those that ask a server do so of what can be read (`test/server/exchange-commands.test.ts`); who listens, or moves what is stored, reads no document.
  const local = commands.filter(
    ({ name, options }) => options.url === undefined && !['webhook-listen', 'migrate-data'].includes(name),
  );

  it.each(local.map(({ name }) => name))('gives programs JSON of broken documents: %s', async (name) => {
    const folder = copyOfSmallForm();
    await edit(folder, 'rules.json', () => '{');
    const { code, out } = await slipway([name, ...wordsFor(name), '--json'], { cwd: folder });
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 1,
      ok: false,
      findings: [{ code: 'malformed-json', line: 1 }],
    });
  });

  it('tells everything that is wrong with malformed documents, with lines and columns, and no stack trace', async () => {
    const folder = await copyOfForms();
    await edit(folder, 'rules.json', (text) => text.replace('"rules": [', '"rules": [,'));
    await edit(folder, 'texts/de.json', (text) => `${text.replace('":', '"')}}`);
    await edit(folder, 'forms/sales/ui.json', (text) =>
      text.replace('"ui:order"', '"ui:order": 1, "ui:order"'),
    );
    // What is wrong with a document that can be read is told beside it.
    await edit(folder, 'texts/fr.json', (text) => text.replace('{count, plural,', '{count, plurall,'));
    await edit(folder, 'forms/service/schema.json', (text) =>
      text.replace('"type": "object"', '"type": "objekt"'),
    );
    for (const { name } of local) {
      const { code, out, err } = await slipway([name, ...wordsFor(name)], { cwd: folder });
      expect(code).toBe(1);
      const said = out + err;
      expect(said).toMatch(/schemas\/rules\.json:3:\d+: error malformed-json: expected a value/);
      expect(said).toMatch(/schemas\/texts\/de\.json:2:\d+: error malformed-json: expected ":"/);
      expect(said).toMatch(/schemas\/texts\/de\.json:\d{3}:\d+: error malformed-json: expected the end/);
      expect(said).toMatch(/schemas\/texts\/fr\.json:\d+:\d+: error bad-text/);
      expect(said).toMatch(/schemas\/forms\/service\/schema\.json:\d+:\d+: error bad-schema/);
      expect(said.match(/: error /g)).toHaveLength(6);
      expect(said).toMatch(/schemas\/forms\/sales\/ui\.json:\d+:\d+: error malformed-json: .*second time/);
      expect(said).not.toMatch(/\n {4}at /);
    }
  });
});

describe('slipway format', () => {
  it('writes what is written otherwise, and says with --check what that is', async () => {
    const folder = await copyOfForms();
    await slipway(['format'], { cwd: folder });
    expect(await slipway(['format', '--check'], { cwd: folder })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ documents formatted already\n$/),
    });
    const path = join(folder, 'schemas/rules.json');
    const tidy = await readFile(path, 'utf8');
    const untidy = JSON.stringify(JSON.parse(tidy));
    await writeFile(path, untidy);
    expect(await slipway(['format', '--check'], { cwd: folder })).toMatchObject({
      code: 1,
      out: 'schemas/rules.json is written otherwise\nRun slipway format to write them.\n',
    });
    expect(await readFile(path, 'utf8')).toBe(untidy);
    const written = await slipway(['format'], { cwd: folder });
    expect(written).toEqual({ code: 0, out: 'schemas/rules.json is written\n', err: '' });
    expect(await readFile(path, 'utf8')).toBe(tidy);
  });

  it('writes nothing while one of them is not JSON', async () => {
    const folder = await copyOfForms();
    await edit(folder, 'settings.json', (text) => text.replaceAll('\n', ' '));
    const settings = await readFile(join(folder, 'schemas/settings.json'), 'utf8');
    await edit(folder, 'rules.json', (text) => `// Rules\n${text}`);
    const { code, err } = await slipway(['format'], { cwd: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/schemas\/rules\.json:1:1: error malformed-json: JSON has no comments; remove it/);
    expect(await readFile(join(folder, 'schemas/settings.json'), 'utf8')).toBe(settings);
  });
});

describe('slipway check', () => {
  it('tells a finding with its place and the situation that shows it, ready to paste', async () => {
    const folder = await copyOfForms();
    const rule = {
      id: 'planted',
      description: 'A slip.',
      when: { and: [{ '==': [{ var: 'type' }, 'sales'] }, { var: 'page.inModal' }] },
      then: { hide: ['email'] },
    };
    await edit(folder, 'rules.json', (text) =>
      text.replace('"rules": [', `"rules": [\n${JSON.stringify(rule)},`),
    );
    const { code, out } = await slipway(['check'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^schemas\/rules\.json:4:\d+: error required-hidden: "email" is required for "sales"/m,
    );
    const [, scenario] = /scenario for schemas\/scenarios\.json:\n {4}(\{.*\})/.exec(out) ?? [];
    await edit(folder, 'scenarios.json', (text) =>
      text.replace('"scenarios": [', `"scenarios": [${scenario},`),
    );
    const tested = await slipway(['test', 'A visitor of "sales" can send'], { cwd: folder });
    expect(tested).toMatchObject({
      code: 1,
      out: expect.stringContaining('"problems.email" should be nothing, but is “required”'),
    });
  });

  it('fails for warnings only where it is strict', async () => {
    const folder = await copyOfForms();
    await edit(folder, 'fields.json', (text) =>
      text.replace('"$defs": {', '"$defs": { "spare": { "type": "string" },'),
    );
    expect(await slipway(['check'], { cwd: folder })).toMatchObject({
      code: 0,
      out: expect.stringContaining('warning unused-definition'),
    });
    expect((await slipway(['check', '--strict'], { cwd: folder })).code).toBe(1);
  });

  it('says of our forms how many situations it visited and what the scenarios exercise', async () => {
    const { code, out } = await slipway(['check', '--strict']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^nothing to mend\.\n[\d,]{4,} situations visited: .*\nScenarios exercise (\d+) of \1 rules and (\d+) of \2 effects \(100 %\)\.\n$/,
    );
  });
});

describe('slipway types', () => {
  it('gives the same text every time, whatever the order of the documents', async () => {
    const first = await slipway(['types']);
    expect(first.code).toBe(0);
    expect(await slipway(['types'])).toEqual(first);
  });

  it('is up to date in this project', async () => {
    expect(await slipway(['types', '--out', 'engine/generated/forms.gen.ts', '--check'])).toMatchObject({
      code: 0,
    });
  });

  it('shows what is stale, and touches nothing while it compares', async () => {
    const folder = await copyOfForms();
    expect((await slipway(['types', '--out', 'forms.gen.ts'], { cwd: folder })).code).toBe(0);
    const before = await readFile(join(folder, 'forms.gen.ts'), 'utf8');
    await edit(folder, 'forms/sales/schema.json', (text) =>
      text.replace('"properties": {', '"properties": { "budget": { "type": "number" },'),
    );
    const { code, out } = await slipway(['types', '--out', 'forms.gen.ts', '--check'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toMatch(/^forms\.gen\.ts is stale/);
    expect(out).toMatch(/^\+ {3}budget\?: number;$/m);
    expect(out).not.toMatch(/^-/m);
    expect(await readFile(join(folder, 'forms.gen.ts'), 'utf8')).toBe(before);
  });

  it('leaves the old file where the new one cannot be written, and nothing beside it', async () => {
    const folder = await copyOfForms();
    await mkdir(join(folder, 'forms.gen.ts'));
    const { code } = await slipway(['types', '--out', 'forms.gen.ts'], { cwd: folder });
    expect(code).toBe(3);
    expect((await readdir(folder)).sort()).toEqual(['forms.gen.ts', 'schemas']);
  });

  it('writes again as a schema is saved, and goes on after a slip', async () => {
    const folder = await copyOfForms();
    const interruption = new AbortController();
    const running = slipway(['types', '--out', 'forms.gen.ts', '--watch'], {
      cwd: folder,
      signal: interruption.signal,
    });
    const types = () => readFile(join(folder, 'forms.gen.ts'), 'utf8').catch(() => '');
    await expect.poll(types).toContain('export interface SalesValues');
    await edit(folder, 'forms/sales/schema.json', (text) =>
      text.replace('"properties": {', '"properties": {,'),
    );
    await edit(folder, 'forms/sales/schema.json', (text) =>
      text.replace('"properties": {,', '"properties": { "budget": { "type": "number" },'),
    );
    await expect.poll(types).toContain('budget?: number');
    interruption.abort();
    expect((await running).code).toBe(0);
  });
});

describe('the launcher', () => {
  const run = promisify(execFile);
  const launcher = join(root, 'src/cli/slipway.js');

  it('works with the Node that runs it', async () => {
    const { stdout } = await run(process.execPath, [launcher, '--help']);
    expect(stdout).toContain('Usage: slipway COMMAND');
  });

  it('hands an older Node the work of the one that npm brought, and gives its exit code', async () => {
    const older =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })";
    const preload = `data:text/javascript,${encodeURIComponent(older)}`;
    const failed = await run(process.execPath, ['--import', preload, launcher, 'chekc']).catch(
      (error) => error,
    );
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('the nearest is "check"') });
  });
});

describe('lists of the content', () => {
  it('are held against what is drawn well, those of offices for each site', async () => {
    const folder = await copyOfForms();
    const content = join(folder, 'content');
    await mkdir(content);
    const words = ['check', '--schemas', join(folder, 'schemas'), '--content', content];
    const officesOf = (site: number) =>
      Array.from({ length: 1500 }, (_, at) => ({
        id: `${site}-${at}`,
        name: `Office ${at}`,
        site: { id: site },
      }));
    const written = (offices: readonly object[]) =>
      writeFile(join(content, 'offices.json'), JSON.stringify(offices));
    await written([...officesOf(101), ...officesOf(119)]);
    expect((await slipway(words)).out).not.toContain('too-many-choices');
    await written([...officesOf(101), ...officesOf(101)]);
    expect((await slipway(words)).out).toMatch(
      /service\/schema\.json:\d+:\d+: warning too-many-choices: "office_location" of "service" chooses from up to 3000/,
    );
  });
});

describe('destinations of a rule', () => {
  it('are held against the content that check is given, and told by explain', async () => {
    const folder = await copyOfForms();
    const content = join(folder, 'content');
    await mkdir(content);
    const destination = { id: 'crm', kind: 'webhook', url: 'https://crm.example.com', secrets: ['env:CRM'] };
    await writeFile(join(content, 'destinations.json'), JSON.stringify([destination]));
    await edit(folder, 'rules.json', sendingTo('crmm'));
    const words = ['check', '--schemas', join(folder, 'schemas'), '--quiet'];
    const without = await slipway(words);
    expect(without.out).not.toContain('destination');
    const { code, out } = await slipway([...words, '--content', content]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /unknown-destination.*\n.*unknown destination "crmm"; the nearest is "crm"|unknown destination "crmm"; the nearest is "crm"/,
    );
    const told = await slipway(['explain', '--schemas', join(folder, 'schemas'), '--type', 'service']);
    expect(told.out).toMatch(/goes also to +crmm \[to-crm\]/);
  });
});
