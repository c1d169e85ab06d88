import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands/index.ts';
import { listOptions } from '../../src/command/command.ts';
import { copyForms, copySmallForm, createScratchFolder, editDocument, runSlipway } from './run-cli.ts';

/** Required arguments of a command. */
const wordsFor = (name: string) => (name === 'diff' ? ['schemas', 'schemas'] : []);

const commands = await allCommands.loadAll();
/** Commands about stored data are tested in `server-commands.test.ts`, with some. */
const aboutDocuments = commands.filter(({ subject }) => subject === 'documents');

/** True for the commands that need a form in the folder where they run, and nothing else. */
function readsForms(name: string): boolean {
  return ['check', 'dev', 'test', 'explain', 'types', 'graphql', 'jsonschema', 'format'].includes(name);
}

describe('runSlipway', () => {
  it('finds each command by the name that it has', () => {
    expect(allCommands.names).toEqual(commands.map(({ name }) => name));
  });

  it('lists its commands', async () => {
    for (const words of [[], ['--help'], ['help']]) {
      const { code, out } = await runSlipway(words);
      expect(code).toBe(0);
      const width = Math.max(...commands.map(({ name }) => name.length));
      for (const { name, summary } of commands) expect(out).toContain(`${name.padEnd(width)}  ${summary}`);
    }
  });

  it('explains each command with its options, examples and exit codes', async () => {
    for (const command of commands) {
      const { name, examples, failure } = command;
      const { code, out } = await runSlipway([name, '--help']);
      expect(code).toBe(0);
      expect(await runSlipway(['help', name])).toMatchObject({ code: 0, out });
      for (const option of Object.keys(listOptions(command))) expect(out).toContain(`--${option}`);
      for (const [line] of examples) expect(out).toContain(line);
      expect(out).toContain(`1  ${failure}`);
    }
  });

  it.each(commands)('refuses an option that the command does not have: $name', async ({ name }) => {
    expect(await runSlipway([name, '--hepl'])).toEqual({
      code: 2,
      out: '',
      err: 'Cannot read "--hepl": unknown option; the nearest is "--help"\n',
    });
  });

  it.each(commands)('refuses an option without its value: $name', async (command) => {
    for (const [option, { value = '[]' }] of Object.entries(listOptions(command)))
      if (!value.startsWith('['))
        expect(await runSlipway([command.name, `--${option}`, '--help'])).toEqual({
          code: 2,
          out: '',
          err: `Cannot read "--${option}": its value is missing; write --${option} ${value}\n`,
        });
  });

  const withoutPositionals = commands.filter(({ positionals }) => positionals === undefined);

  it.each(withoutPositionals)('refuses what is no option: $name', async ({ name }) => {
    expect(await runSlipway([name, 'please'])).toEqual({
      code: 2,
      out: '',
      err: `Cannot read "please": "slipway ${name}" takes options only; try --help\n`,
    });
  });

  it.each([
    [['chekc'], 'unknown command; the nearest is "check"'],
    [['frobnicate'], 'unknown command; there are init, dev, check, test'],
    [['check', '--shemas', 'x'], 'unknown option; the nearest is "--schemas"'],
    [['check', '-x'], 'unknown option'],
    [['check', '--schemas'], 'its value is missing; write --schemas FILE|FOLDER'],
    [['check', '--schemas', '--json'], 'its value is missing'],
    [['check', '--strict=yes'], 'takes no value'],
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
    const { code, out, err } = await runSlipway(words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) });
    expect(err.trim().split('\n')).toHaveLength(1);
    if (!words.some((word) => word === '--json')) expect(out).toBe('');
  });

  it('says in one line what it cannot do, with code 3', async () => {
    const folder = createScratchFolder();
    const missing = await runSlipway(['check', '--schemas', 'nowhere'], { cwd: folder });
    expect(missing).toMatchObject({ code: 3, err: expect.stringContaining('there is no such folder') });
    const dashed = await runSlipway(['check', '--schemas=--nowhere'], { cwd: folder });
    expect(dashed).toMatchObject({ code: 3, err: expect.stringContaining('there is no such folder') });
    const unwritable = await runSlipway(['types', '--out', 'no/such/folder/forms.gen.ts'], {
      cwd: copySmallForm(),
    });
    expect(unwritable).toMatchObject({
      code: 3,
      err: expect.stringContaining('choose another file with --out'),
    });
  });

  it('reads ./schemas where there is one', async () => {
    const folder = await copyForms();
    await editDocument(folder, 'rules.json', (text) => text.replace('"service"', '"servise"'));
    const { code, out } = await runSlipway(['check'], { cwd: folder });
    expect(code).toBe(1);
    expect(out).toContain('schemas/rules.json:');
  });

  it('reads ./form.json where there is no ./schemas, and tells of a form by its own positions', async () => {
    const folder = createScratchFolder();
    const form = { schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } } };
    writeFileSync(join(folder, 'form.json'), JSON.stringify(form));
    const named = await runSlipway(['check', 'form.json'], { cwd: folder });
    expect(named).toMatchObject({ code: 0, err: '', out: expect.stringContaining('no errors') });
    for (const words of [['check'], ['check', '.'], ['check', '--schemas', 'form.json']])
      expect(await runSlipway(words, { cwd: folder }), words.join(' ')).toEqual(named);
    writeFileSync(join(folder, 'form.json'), JSON.stringify({ ...form, ui: { nmae: {} } }, null, 2));
    expect(await runSlipway(['check', '--strict'], { cwd: folder })).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^\.\/form\.json:12:13: warning unused-ui: .* the nearest is "name" \(\/ui\/nmae\)$/m,
      ),
    });
    writeFileSync(join(folder, 'form.json'), '{"properties":{}}');
    expect(await runSlipway(['check'], { cwd: folder })).toMatchObject({
      code: 1,
      out: expect.stringContaining('form.json:1:1: error malformed-document: this is no form'),
    });
  });

  it('tests a form in one file by the scenarios beside it', async () => {
    const folder = createScratchFolder();
    const form = { schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } } };
    const scenario = { name: 'asks for the name', on: {}, expect: { fields: ['name'] } };
    writeFileSync(join(folder, 'visit.json'), JSON.stringify(form));
    writeFileSync(join(folder, 'visit.scenarios.json'), JSON.stringify({ scenarios: [scenario] }));
    expect(await runSlipway(['test', 'visit.json', 'name'], { cwd: folder })).toMatchObject({
      code: 0,
      out: '1 scenario passes.\n',
    });
    writeFileSync(join(folder, 'visit.scenarios.json'), JSON.stringify({ scenarios: [{}] }));
    expect((await runSlipway(['check', 'visit.json'], { cwd: folder })).out).toContain(
      './visit.scenarios.json:1:15: error malformed-document',
    );
  });

  it('compares forms in one file', async () => {
    const folder = createScratchFolder();
    const schema = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } };
    writeFileSync(join(folder, 'old.json'), JSON.stringify({ schema }));
    writeFileSync(join(folder, 'new.json'), JSON.stringify({ schema: { ...schema, required: ['name'] } }));
    expect(await runSlipway(['diff', 'old.json', 'new.json'], { cwd: folder })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^- “Name” becomes required everywhere\.\n/),
    });
  });

  it.each(aboutDocuments.filter(({ name }) => readsForms(name)))(
    'advises to begin where there is no form: $name',
    async ({ name }) => {
      const { code, err } = await runSlipway([name], { cwd: createScratchFolder() });
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^No form here\. Start with `npx slipway init`/),
      });
    },
  );

  it.each([
    // It ends when it is interrupted (`dev.test.ts`).
    ...aboutDocuments.filter(({ name }) => name !== 'dev').map(({ name }) => [name]),
    ['chekc'],
    ['check', '--schemas', 'nowhere'],
    ['types', '--out', 'forms.gen.ts'],
    ['types', '--out', 'missing.gen.ts', '--check'],
    ['test', 'no scenario is called so'],
  ])('gives programs JSON, however it ends: %s %s %s %s', async (...words) => {
    const { code, out } = await runSlipway([...words, '--json'], { cwd: copySmallForm() });
    expect(JSON.parse(out)).toMatchObject({ ok: code === 0 });
  });

  // Commands with a server only query readable documents (`test/server/asking-commands.test.ts`); the one that
  // listens and the one that writes a form read no documents, and one shows them with their mistakes.
  const others: readonly string[] = ['webhook-listen', 'init', 'dev'];
  const local = aboutDocuments.filter(
    ({ name, options }) => options.url === undefined && !others.includes(name),
  );

  it.each(local.map(({ name }) => name))('gives programs JSON of broken documents: %s', async (name) => {
    const folder = copySmallForm();
    await editDocument(folder, 'rules.json', () => '{');
    const { code, out } = await runSlipway([name, ...wordsFor(name), '--json'], { cwd: folder });
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 1,
      ok: false,
      findings: [{ code: 'malformed-json', line: 1 }],
    });
  });

  const readers = [
    ...local.map(({ name }) => [name]),
    ['dev'],
    ['conform', '--url', 'http://127.0.0.1:9'],
    ['push'],
  ];

  it.each(readers)(
    'refuses a folder without a form, with code 2 and no other form in its place: %s',
    async (...words) => {
      const folder = createScratchFolder();
      const place = { cwd: folder, env: { SLIPWAY_URL: 'http://127.0.0.1:9', SLIPWAY_TOKEN: 'none' } };
      const command = [...words, ...wordsFor(words[0] ?? '')];
      const nothing = await runSlipway(command, place);
      expect({ ...nothing, lines: nothing.err.split('\n').length }).toMatchObject({
        code: 2,
        out: '',
        lines: 2,
      });
      const program = await runSlipway([...command, '--json'], place);
      expect(JSON.parse(program.out)).toMatchObject({ ok: false, error: nothing.err.trim() });
      // Folders of other projects often have one.
      mkdirSync(join(folder, 'schemas'));
      expect(await runSlipway(command, place)).toMatchObject({ code: 2, out: '' });
      writeFileSync(join(folder, 'schemas/person.json'), '{"type": "object"}');
      if (words[0] !== 'push')
        expect(await runSlipway(command, place)).toMatchObject({
          code: 2,
          out: '',
          err: expect.stringContaining('no "enquiry-types.json" and no "forms/…/schema.json" is there'),
        });
      expect(readdirSync(folder)).toEqual(['schemas']);
    },
  );

  it('tells everything that is wrong with malformed documents, with lines and columns, and no stack trace', async () => {
    const folder = await copyForms();
    await editDocument(folder, 'rules.json', (text) => text.replace('"rules": [', '"rules": [,'));
    await editDocument(folder, 'texts/de.json', (text) => `${text.replace('":', '"')}}`);
    await editDocument(folder, 'forms/sales/ui.json', (text) =>
      text.replace('"ui:order"', '"ui:order": 1, "ui:order"'),
    );
    // Problems of other, readable documents are reported too.
    await editDocument(folder, 'texts/fr.json', (text) =>
      text.replace('{count, plural,', '{count, plurall,'),
    );
    await editDocument(folder, 'forms/service/schema.json', (text) =>
      text.replace('"type": "object"', '"type": "objekt"'),
    );
    for (const { name } of local) {
      const { code, out, err } = await runSlipway([name, ...wordsFor(name)], { cwd: folder });
      expect(code).toBe(1);
      const message = out + err;
      expect(message).toMatch(/schemas\/rules\.json:3:\d+: error malformed-json: expected a value/);
      expect(message).toMatch(/schemas\/texts\/de\.json:2:\d+: error malformed-json: expected ":"/);
      expect(message).toMatch(/schemas\/texts\/de\.json:\d{3}:\d+: error malformed-json: expected the end/);
      expect(message).toMatch(/schemas\/texts\/fr\.json:\d+:\d+: error bad-text/);
      expect(message).toMatch(/schemas\/forms\/service\/schema\.json:\d+:\d+: error bad-schema/);
      expect(message.match(/: error /g)).toHaveLength(6);
      expect(message).toMatch(/schemas\/forms\/sales\/ui\.json:\d+:\d+: error malformed-json: .*second time/);
      expect(message).not.toMatch(/\n {4}at /);
    }
  });
});

describe('slipway format', () => {
  it('writes what is not formatted, and says with --check what that is', async () => {
    const folder = await copyForms();
    await runSlipway(['format'], { cwd: folder });
    expect(await runSlipway(['format', '--check'], { cwd: folder })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ documents already formatted\n$/),
    });
    const path = join(folder, 'schemas/rules.json');
    const tidy = await readFile(path, 'utf8');
    const untidy = JSON.stringify(JSON.parse(tidy));
    await writeFile(path, untidy);
    expect(await runSlipway(['format', '--check'], { cwd: folder })).toMatchObject({
      code: 1,
      out: 'schemas/rules.json is not formatted\nRun slipway format to format them.\n',
    });
    expect(await readFile(path, 'utf8')).toBe(untidy);
    const written = await runSlipway(['format'], { cwd: folder });
    expect(written).toEqual({ code: 0, out: 'schemas/rules.json is formatted\n', err: '' });
    expect(await readFile(path, 'utf8')).toBe(tidy);
  });

  it('writes nothing while one of them is not JSON', async () => {
    const folder = await copyForms();
    await editDocument(folder, 'settings.json', (text) => text.replaceAll('\n', ' '));
    const settings = await readFile(join(folder, 'schemas/settings.json'), 'utf8');
    await editDocument(folder, 'rules.json', (text) => `// Rules\n${text}`);
    const { code, err } = await runSlipway(['format'], { cwd: folder });
    expect(code).toBe(1);
    expect(err).toMatch(/schemas\/rules\.json:1:1: error malformed-json: JSON has no comments; remove it/);
    expect(await readFile(join(folder, 'schemas/settings.json'), 'utf8')).toBe(settings);
  });
});
