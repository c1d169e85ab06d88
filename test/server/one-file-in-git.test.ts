import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDocument } from '../../engine/editing/documents/index.ts';
import { createScratchFolder, runSlipway } from '../cli/run-cli.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { createProgramAccess, type ProgramAccess } from '../support/program-access.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { openStudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

const deployed = {
  schema: {
    type: 'object',
    title: 'Visit',
    properties: { guests: { type: 'integer', title: 'Guests' }, day: { type: 'string', title: 'Day' } },
  },
  rules: [{ id: 'day-for-guests', description: 'A day for guests.', then: { require: ['day'] } }],
};

let server: RunningServer;
let access: ProgramAccess;
beforeAll(async () => {
  server = await startServer({
    documents: {
      ...Object.fromEntries(Object.keys(readFrozenDocuments()).map((file) => [file, undefined])),
      'form.json': deployed,
    },
    env: { SLIPWAY_STUDIO_PASSWORD: studioPassword },
  });
  access = await createProgramAccess(server);
});
afterAll(() => server.stop());

/** Runs `slipway` in a folder, with a token. */
const runWithToken = (cwd: string, ...words: readonly string[]) =>
  runSlipway(words, { cwd, env: { SLIPWAY_URL: access.url, SLIPWAY_TOKEN: access.token } });

/** Runs it, and expects success. */
async function runToSuccess(cwd: string, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await runWithToken(cwd, ...words);
  expect({ words, code, ...(code !== 0 && { said: out + err }) }).toEqual({ words, code: 0 });
  return out;
}

// biome-ignore lint/suspicious/noExplicitAny: members of every shape are looked at and changed.
type Form = any;

const readForm = (folder: string): Form => JSON.parse(readFileSync(join(folder, 'form.json'), 'utf8'));

function writeForm(folder: string, form: unknown): void {
  writeFileSync(join(folder, 'form.json'), formatDocument(form));
}

function editForm(folder: string, change: (form: Form) => void): void {
  const form = readForm(folder);
  change(form);
  writeForm(folder, form);
}

async function pullForm(...words: readonly string[]): Promise<string> {
  const folder = createScratchFolder();
  await runToSuccess(folder, 'pull', 'form.json', ...words);
  return folder;
}

describe('slipway pull and push of a form in one file', () => {
  it('leave the content of the sites to the server', async () => {
    const studio = await openStudioClient(server);
    const sites = {
      file: 'content/sites.json',
      path: [],
      after: [{ id: 1, domain: 'localhost', name: 'Club' }],
    };
    expect((await studio.change(() => [sites])).kind).toBe('taken');
    const folder = await pullForm('--draft');
    expect(readForm(folder)).toEqual(deployed);
    editForm(folder, (form) => {
      form.schema.properties.guests.title = 'People';
    });
    await runToSuccess(folder, 'push', 'form.json');
    const { documents } = await studio.draft();
    expect(documents['content/sites.json']).toEqual(sites.after);
    await studio.change(() => [{ file: sites.file, path: [], before: sites.after }]);
    writeForm(folder, deployed);
    await runToSuccess(folder, 'push', 'form.json');
  });

  it('write the form that is deployed, and nothing that is as by default', async () => {
    const folder = await pullForm('--version', '1');
    expect(readForm(folder)).toEqual(deployed);
    expect(readdirSync(folder).sort()).toEqual(['.form.slipway.json', 'form.json']);
    const before = readFileSync(join(folder, 'form.json'), 'utf8');
    expect(await runToSuccess(folder, 'pull')).toMatch(/nothing to write/);
    expect(readFileSync(join(folder, 'form.json'), 'utf8')).toBe(before);
    expect(await runToSuccess(folder, 'push')).toMatch(/Nothing to push/);
  });

  it('know the version of a deployed file, also with scenarios beside it', async () => {
    const folder = createScratchFolder();
    writeForm(folder, deployed);
    const scenarios = { usual: { types: ['form'], locales: ['en'] }, scenarios: [] };
    writeFileSync(join(folder, 'form.scenarios.json'), formatDocument(scenarios));
    await runToSuccess(folder, 'pull', '--version', '1');
    expect(readForm(folder)).toEqual(deployed);
    expect(existsSync(join(folder, 'form.scenarios.json'))).toBe(true);
  });

  it('merge both sides, and tell conflicts by the members of the file', async () => {
    const [ours, theirs] = [await pullForm(), await pullForm()];
    editForm(theirs, ({ schema }) => {
      schema.properties.day.title = 'Their day';
      schema.properties.boat = { type: 'string', title: 'Boat' };
    });
    expect(await runToSuccess(theirs, 'push', 'form.json')).toContain('  form.json /schema\n');
    editForm(ours, (form) => {
      form.schema.properties.day.title = 'Our day';
      form.texts = { en: { 'send-message': 'Come' } };
    });
    const before = readFileSync(join(ours, 'form.json'), 'utf8');
    const refused = await runWithToken(ours, 'pull', '--draft');
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        / {2}form\.json \/schema\/properties\/day\/title\n.*"Day"\n.*"Our day"\n.*"Their day"/,
      ),
    });
    expect(readFileSync(join(ours, 'form.json'), 'utf8')).toBe(before);
    expect(await runWithToken(ours, 'push')).toMatchObject({
      code: 1,
      out: expect.stringContaining('form.json /schema/properties/day/title'),
    });
    expect(await runToSuccess(ours, 'pull', '--draft', '--theirs')).toContain(
      'Changed here, and not on the server: form.json /texts/en',
    );
    expect(readForm(ours)).toMatchObject({
      schema: { properties: { day: { title: 'Their day' }, boat: { title: 'Boat' } } },
      texts: { en: { 'send-message': 'Come' } },
    });
    await runToSuccess(ours, 'push');
    expect(readForm(await pullForm('--draft'))).toEqual(readForm(ours));
  });

  it('leave the name of the type as the server has it, until the title is changed', async () => {
    const names = async () => {
      const folder = createScratchFolder();
      await runToSuccess(folder, 'pull', 'all', '--draft');
      const text = readFileSync(join(folder, 'all', 'enquiry-types.json'), 'utf8');
      return JSON.parse(text).enquiryTypes[0].names;
    };
    const all = createScratchFolder();
    await runToSuccess(all, 'pull', 'all', '--draft');
    const file = join(all, 'all', 'enquiry-types.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Visit"', '"A visit"'));
    await runToSuccess(all, 'push', 'all');
    const folder = await pullForm('--draft');
    editForm(folder, ({ schema }) => {
      schema.properties.guests.minimum = 1;
    });
    await runToSuccess(folder, 'push');
    expect(await names()).toEqual({ en: 'A visit' });
    editForm(folder, ({ schema }) => {
      schema.title = 'Your visit';
    });
    await runToSuccess(folder, 'push');
    expect(await names()).toEqual({ en: 'Your visit' });
  });

  it('refuse what one file cannot have, and push without a loss beside it', async () => {
    const file = await pullForm('--draft');
    const all = createScratchFolder();
    await runToSuccess(all, 'pull', 'all', '--draft');
    writeFileSync(join(all, 'all', 'fields.json'), formatDocument({ $defs: { extra: { type: 'string' } } }));
    await runToSuccess(all, 'push', 'all');
    const before = readFileSync(join(file, 'form.json'), 'utf8');
    for (const folder of [file, createScratchFolder()]) {
      const existed = existsSync(join(folder, 'form.json'));
      expect(await runWithToken(folder, 'pull', 'form.json', '--draft')).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /the draft has what a form in one file cannot have.* {2}fields\.json.*Pull into a new folder/s,
        ),
      });
      expect(existsSync(join(folder, 'form.json'))).toBe(existed);
    }
    expect(readFileSync(join(file, 'form.json'), 'utf8')).toBe(before);
    editForm(file, ({ schema }) => {
      schema.properties.guests.maximum = 9;
    });
    await runToSuccess(file, 'push');
    await runToSuccess(all, 'pull', 'all', '--draft');
    expect(readFileSync(join(all, 'all', 'fields.json'), 'utf8')).toContain('extra');
    expect(readFileSync(join(all, 'all', 'forms/form/schema.json'), 'utf8')).toContain('"maximum": 9');
  });

  it.each([
    ['{', 'form.json'],
    ['{ "a": 1 }', 'it has no "schema"'],
    ['{ "schema": {}, "rule": [] }', 'the nearest is "rules"'],
  ])('refuse the file %s', async (text, says) => {
    const folder = createScratchFolder();
    writeFileSync(join(folder, 'form.json'), text);
    for (const command of ['push', 'pull'])
      expect(await runWithToken(folder, command)).toMatchObject({
        code: 1,
        out: expect.stringContaining(says),
      });
    expect(readFileSync(join(folder, 'form.json'), 'utf8')).toBe(text);
  });
});
