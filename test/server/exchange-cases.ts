import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { formatDocument } from '../../engine/editing/documents/index.ts';
import { readTexts, schemasFolder } from '../../schemas/index.ts';
import type { TokenView } from '../../src/api/people.ts';
import type { DraftView } from '../../src/api/studio.ts';
import { type CliRun, createScratchFolder, runSlipway } from '../cli/run-cli.ts';
import { createProgramAccess, type ProgramAccess } from '../support/program-access.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';

let server: RunningServer;
let access: ProgramAccess;
/** Runs `slipway` in a folder, with a token. */
const runWithToken = (cwd: string, ...words: readonly string[]): Promise<CliRun> =>
  runSlipway(words, { cwd, env: { SLIPWAY_URL: access.url, SLIPWAY_TOKEN: access.token } });

/** Runs it, and expects success. */
async function runToSuccess(cwd: string, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await runWithToken(cwd, ...words);
  expect({ words, code, ...(code !== 0 && { said: out + err }) }).toEqual({ words, code: 0 });
  return out;
}

const getDocumentPath = (folder: string, file: string) => join(folder, 'schemas', file);
const readText = (folder: string, file: string) => readFileSync(getDocumentPath(folder, file), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: documents of every shape are looked at.
const readDocument = (folder: string, file: string): any => JSON.parse(readText(folder, file));

// biome-ignore lint/suspicious/noExplicitAny: likewise.
function editFile(folder: string, file: string, change: (document: any) => void): void {
  const before = readText(folder, file);
  const document = JSON.parse(before);
  change(document);
  writeFileSync(getDocumentPath(folder, file), formatDocument(document, before));
}

async function pullIntoFolder(): Promise<string> {
  const folder = createScratchFolder();
  await runToSuccess(folder, 'pull');
  return folder;
}

/** Pushes a changed text as another person. */
async function pushText(text: string, key = 'optional'): Promise<string> {
  const folder = await pullIntoFolder();
  await runToSuccess(folder, 'pull', '--draft');
  editFile(folder, 'texts/en.json', (texts) => {
    texts[key] = text;
  });
  await runToSuccess(folder, 'push');
  return folder;
}

async function resetDraft(): Promise<void> {
  const folder = createScratchFolder();
  await runToSuccess(folder, 'pull', '--draft');
  const live = await pullIntoFolder();
  cpSync(join(live, 'schemas'), join(folder, 'schemas'), {
    recursive: true,
    filter: (path) => !path.endsWith('.slipway.json'),
  });
  await runToSuccess(folder, 'push');
}

/** Changes and publishes a text as another person. */
async function publishText(key: string, text: string): Promise<void> {
  await runToSuccess(await pushText(text, key), 'publish', '--accept-warnings');
}

/** Starts the server of a file's commands. */
export function startExchangeServer(): void {
  beforeAll(async () => {
    server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
    access = await createProgramAccess(server);
  });
  afterAll(async () => {
    await server.stop();
  });
}

/**
 * Declares the tests of downloading documents from a server.
 * @param isWhole Includes those that publish repeatedly.
 */
export function describePull({ isWhole }: { readonly isWhole: boolean }): void {
  describe('slipway pull', () => {
    it('writes what is live to the byte as it is in git, and the next time nothing', async () => {
      const folder = createScratchFolder();
      await runToSuccess(folder, 'pull', '--version', '1');
      const [git, here] = await Promise.all([
        readTexts(fileURLToPath(schemasFolder)),
        readTexts(join(folder, 'schemas')),
      ]);
      expect(Object.fromEntries(here)).toEqual(Object.fromEntries(git));
      const again = await runToSuccess(folder, 'pull', '--version', '1', '--json');
      expect(JSON.parse(again)).toMatchObject({ ok: true, written: [], removed: [], own: [] });
    });

    if (isWhole)
      it('leaves what is edited here, and brings what was published meanwhile', async () => {
        const folder = await pullIntoFolder();
        editFile(folder, 'texts/en.json', (texts) => {
          texts.required = 'needed';
        });
        await publishText('optional', 'if you like');
        const { code, out } = await runWithToken(folder, 'pull');
        expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('texts/en.json') });
        expect(readDocument(folder, 'texts/en.json')).toMatchObject({
          required: 'needed',
          optional: 'if you like',
        });
        expect(out).toContain('Changed here, and not on the server: texts/en.json');
      });

    if (isWhole)
      it('writes nothing where both changed the same, tells both, and goes by the side that is named', async () => {
        const folder = await pullIntoFolder();
        editFile(folder, 'texts/en.json', (texts) => {
          texts.optional = 'Ours';
        });
        await publishText('optional', 'Theirs');
        const before = readText(folder, 'texts/en.json');
        const { code, out } = await runWithToken(folder, 'pull');
        expect(code).toBe(1);
        expect(out).toContain('texts/en.json /optional');
        expect(out).toContain('ours     "Ours"');
        expect(out).toContain('theirs   "Theirs"');
        expect(readText(folder, 'texts/en.json')).toBe(before);
        await runToSuccess(folder, 'pull', '--theirs');
        expect(readDocument(folder, 'texts/en.json').optional).toBe('Theirs');
      });

    it('takes files of a deployment for the version that says the same, and asks where none does', async () => {
      const folder = createScratchFolder();
      cpSync(schemasFolder, join(folder, 'schemas'), { recursive: true });
      await runToSuccess(folder, 'pull', '--version', '1');
      const edited = createScratchFolder();
      cpSync(schemasFolder, join(edited, 'schemas'), { recursive: true });
      editFile(edited, 'settings.json', (settings) => {
        settings.pipedLength = 59;
      });
      const refused = await runWithToken(edited, 'pull');
      expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('--base NUMBER') });
      await runToSuccess(edited, 'pull', '--base', '1');
      expect(readDocument(edited, 'settings.json').pipedLength).toBe(59);
    });
  });
}

/**
 * Declares the tests of uploading documents to a server, and of comparing them with its own.
 * @param isWhole Includes those that publish repeatedly.
 */
export function describePush({ isWhole }: { readonly isWhole: boolean }): void {
  describe('slipway push and publish', () => {
    it('put an edited file into the draft and make it live, and push what is edited after that', async () => {
      const folder = await pullIntoFolder();
      editFile(folder, 'rules.json', ({ rules }) => {
        rules[0].description = 'Abroad no boat is valued.';
      });
      const pushed = await runWithToken(folder, 'push', '--note', 'Clearer words');
      expect(pushed).toMatchObject({ code: 0, out: expect.stringContaining('  rules.json\n') });
      expect(await runWithToken(folder, 'push')).toMatchObject({
        code: 0,
        out: expect.stringContaining('Nothing to push'),
      });
      editFile(folder, 'rules.json', ({ rules }) => {
        rules[0].description = 'Abroad, no boat is valued.';
      });
      await runToSuccess(folder, 'push');
      const published = await runWithToken(folder, 'publish', '--note', 'Clearer words', '--accept-warnings');
      expect(published).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Version \d+ of .* is live\.\n$/),
      });
      editFile(folder, 'rules.json', ({ rules }) => {
        rules[0].description = 'No boat is valued abroad.';
      });
      await runToSuccess(folder, 'push');
      const draft = createScratchFolder();
      await runToSuccess(draft, 'pull', '--draft');
      expect(readDocument(draft, 'rules.json').rules[0].description).toBe('No boat is valued abroad.');
      const live = await pullIntoFolder();
      expect(readDocument(live, 'rules.json').rules[0].description).toBe('Abroad, no boat is valued.');
    });

    if (isWhole)
      it('put two folders that went different ways together, field by field, and refuse what both changed', async () => {
        const [one, other] = [await pullIntoFolder(), await pullIntoFolder()];
        editFile(one, 'forms/service/schema.json', ({ properties }) => {
          properties.hin_number.maxLength = 41;
        });
        editFile(other, 'forms/service/schema.json', ({ required }) => {
          required.push('hin_number');
        });
        await runToSuccess(one, 'push');
        await runToSuccess(other, 'push');
        const draft = createScratchFolder();
        await runWithToken(draft, 'pull', '--draft');
        const { properties, required } = readDocument(draft, 'forms/service/schema.json');
        expect(properties.hin_number.maxLength).toBe(41);
        expect(required).toContain('hin_number');
        editFile(one, 'settings.json', (settings) => {
          settings.summaryAbove = 3;
        });
        editFile(other, 'settings.json', (settings) => {
          settings.summaryAbove = 4;
        });
        await runToSuccess(one, 'push');
        const refused = await runWithToken(other, 'push', '--json');
        expect(refused.code).toBe(1);
        expect(JSON.parse(refused.out)).toMatchObject({
          ok: false,
          kind: 'conflict',
          conflicts: [{ file: 'settings.json', path: ['summaryAbove'], base: 2, ours: 4, theirs: 3 }],
        });
        await runToSuccess(other, 'push', '--ours');
        const after = createScratchFolder();
        await runWithToken(after, 'pull', '--draft');
        expect(readDocument(after, 'settings.json').summaryAbove).toBe(4);
      });
  });

  if (isWhole)
    describe('slipway diff', () => {
      it('compares versions of a server with each other, with its draft and with files', async () => {
        const folder = await pullIntoFolder();
        editFile(folder, 'texts/en.json', (texts) => {
          texts.yes = 'Oh yes';
        });
        const changed = '“yes” is now “Oh yes” instead of';
        expect(await runToSuccess(folder, 'diff', 'live', 'schemas')).toContain(changed);
        expect(await runToSuccess(folder, 'diff', '1', '1')).toContain('Nothing changes');
        await runToSuccess(folder, 'push');
        expect(await runToSuccess(folder, 'diff', 'live', 'draft')).toContain(changed);
        expect(await runWithToken(folder, 'diff', 'live', '999')).toMatchObject({
          code: 1,
          out: expect.stringContaining('999'),
        });
        await resetDraft();
      });
    });
}

/**
 * Declares the tests of drafts that cannot be published.
 * @param isWhole Includes those that publish repeatedly.
 */
export function describeRefusedPublish({ isWhole }: { readonly isWhole: boolean }): void {
  describe('slipway publish', () => {
    if (isWhole)
      it('makes an earlier version live again, which was pulled and is pushed over the live one', async () => {
        await resetDraft();
        const before = readText(await pullIntoFolder(), 'texts/en.json');
        const numbers = async (): Promise<readonly number[]> => {
          const { versions } = JSON.parse(await runToSuccess(createScratchFolder(), 'versions', '--json'));
          return versions.map(({ number }: { readonly number: number }) => number);
        };
        const [earlier] = await numbers();
        await publishText('no', 'Nay');
        const [live] = await numbers();
        const folder = createScratchFolder();
        await runToSuccess(folder, 'pull', '--version', String(earlier));
        await runToSuccess(folder, 'push', '--base', String(live));
        await runToSuccess(folder, 'publish', '--accept-warnings');
        expect(readText(await pullIntoFolder(), 'texts/en.json')).toBe(before);
      });

    if (isWhole)
      it('publishes nothing over what met another version, and says what the draft has and the files do not', async () => {
        await resetDraft();
        await publishText('no', 'Nay');
        const folder = await pushText('Never', 'no');
        await access.owner.post('restore', { number: 1, note: 'As it was', isWarned: true });
        const refused = await runWithToken(folder, 'publish');
        expect(refused).toMatchObject({ code: 1, err: '' });
        expect(refused.out).toContain('schemas/texts/en.json /no');
        const { out } = await runWithToken(folder, 'publish', '--json');
        expect(JSON.parse(out)).toMatchObject({ ok: false, kind: 'collisions' });
        expect(await runToSuccess(folder, 'push')).toMatch(
          /The draft of .* has changed in .*texts\/en\.json/,
        );
        expect(await runToSuccess(folder, 'publish', '--accept-warnings')).toMatch(
          /^Nothing to publish|is live\.$/m,
        );
        const { draft, collisions } = await access.owner.get<DraftView>('draft');
        for (const { change } of collisions) await access.owner.post('settle', { draft, id: change.id });
      });

    it('publishes nothing that has errors, and says them', async () => {
      const folder = await pullIntoFolder();
      await runWithToken(folder, 'pull', '--draft');
      const before = readText(folder, 'forms/service/schema.json');
      editFile(folder, 'forms/service/schema.json', ({ required }) => {
        required.push('no_such_field');
      });
      await runToSuccess(folder, 'push');
      const refused = await runWithToken(folder, 'publish', '--accept-warnings');
      expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('no_such_field') });
      writeFileSync(getDocumentPath(folder, 'forms/service/schema.json'), before);
      await runToSuccess(folder, 'push');
    });
  });
}

/**
 * Declares the tests of commands that query a server.
 * @param isWhole Includes those that publish repeatedly.
 */
export function describeQueries({ isWhole }: { readonly isWhole: boolean }): void {
  describe('slipway versions', () => {
    if (isWhole)
      it('lists what was made of files and when it is live, with the word of whoever made it', async () => {
        await resetDraft();
        const folder = await pushText('when you like', 'optional');
        const at = ['--at', '2027-01-31T09:00', '--time-zone', 'Europe/Paris'];
        const message = await runToSuccess(
          folder,
          'publish',
          ...at,
          '--accept-warnings',
          '--note',
          'For the fair',
        );
        expect(message).toContain('goes live 2027-01-31T09:00 (Europe/Paris)');
        const { versions } = JSON.parse(await runToSuccess(folder, 'versions', '--json'));
        expect(versions[0]).toMatchObject({
          state: 'scheduled',
          origin: 'push',
          by: 'owner',
          note: 'For the fair',
          goesLiveAt: Date.UTC(2027, 0, 31, 8),
        });
        expect(versions.at(-1)).toMatchObject({ number: 1, origin: 'folder' });
        expect(await runToSuccess(folder, 'versions')).toMatch(
          /^\d+ scheduled 2027-01-31 08:00 UTC by owner \(push\): For the fair\n/,
        );
        const cancelled = await access.owner.ask('DELETE', `versions/${versions[0].number}`);
        expect(cancelled.status).toBe(200);
      });

    it('lists them all, the newest first, a page after the other, each on one line', async () => {
      const getVersion = (number: number) => ({
        number,
        state: number === 3 ? 'live' : 'replaced',
        origin: 'studio',
        by: 'anna',
        at: 0,
        liveAt: Date.UTC(2026, 10, number, 9, 30),
        note: `Note ${number}\n\u001b[2J`,
        hash: '',
      });
      const pages: Readonly<Record<string, object>> = {
        '/studio/api/versions': { versions: [getVersion(3), getVersion(2)], next: 2, live: 3 },
        '/studio/api/versions?before=2': { versions: [getVersion(1)], live: 3 },
      };
      const url = await startMockServer((path) => ({ text: JSON.stringify(pages[path]) }));
      const { out } = await runSlipway(['versions', '--url', url, '--token', 't'], {
        cwd: createScratchFolder(),
      });
      expect(out).toBe(
        [
          '3 live 2026-11-03 09:30 UTC by anna (studio): Note 3 [2J\n',
          '2 replaced 2026-11-02 09:30 UTC by anna (studio): Note 2 [2J\n',
          '1 replaced 2026-11-01 09:30 UTC by anna (studio): Note 1 [2J\n',
        ].join(''),
      );
      const json = await runSlipway(['versions', '--url', url, '--token', 't', '--json'], {
        cwd: createScratchFolder(),
      });
      expect(JSON.parse(json.out)).toEqual({
        ok: true,
        versions: [getVersion(3), getVersion(2), getVersion(1)],
      });
    });
  });

  describe('a server that is asked by a command', () => {
    it.each([
      [['pull', '--url', 'nowhere'], 2, 'it is not an address'],
      [['pull', '--version', 'last'], 2, 'the number of a version'],
      [['pull', '--draft', '--version', '1'], 2, 'leave one out'],
      [['push', '--ours', '--theirs'], 2, 'leave one out'],
      [['pull', '--version', '4711'], 1, 'no such version'],
      [['publish', '--at', 'soon'], 2, 'write the time as'],
      // Each is refused after all arguments were checked.
      ...(isWhole
        ? ([
            [['publish', '--at', '2027-01-31T09:00', '--time-zone', 'Mars'], 2, 'name a zone'],
            [['publish', '--at', '2020-01-31T09:00'], 1, 'that time is in the past'],
          ] as const)
        : []),
      [['export'], 2, '--out FILE'],
      [['import'], 2, 'name the one'],
      [['import', 'nowhere.slipway'], 3, 'there is no such file'],
      [['pull', '--url', 'http://127.0.0.1:61'], 1, 'nothing listens there'],
      [['pull', '--token', 'slipway_wrong'], 1, 'this server does not know the token'],
    ] as const)('%j: exit code %i, "%s"', async (words, code, says) => {
      const folder = createScratchFolder();
      cpSync(schemasFolder, join(folder, 'schemas'), { recursive: true });
      if (words[0] === 'publish') await pushText(`Wait for ${words.join(' ')}`);
      const { out, err, ...ended } = await runWithToken(folder, ...words);
      expect({ ...ended, said: code === 1 ? out : err }).toEqual({
        code,
        said: expect.stringContaining(says),
      });
    });

    if (isWhole)
      it('says which role it takes, and that a token has come to its end', async () => {
        const { token } = await createProgramAccess(server, 'viewer');
        const folder = createScratchFolder();
        const asViewer = { cwd: folder, env: { SLIPWAY_URL: access.url, SLIPWAY_TOKEN: token } };
        expect(await runSlipway(['pull'], asViewer)).toMatchObject({ code: 0 });
        expect(await runSlipway(['push'], asViewer)).toMatchObject({
          code: 1,
          out: expect.stringContaining('this needs the role "editor"'),
        });
        await pushText('as a publisher likes');
        const refused = await runSlipway(['publish', '--json'], asViewer);
        expect({ code: refused.code, ...JSON.parse(refused.out) }).toMatchObject({
          code: 1,
          ok: false,
          kind: 'not-allowed',
          needs: 'publisher',
        });
        const tokens = await access.owner.get<readonly TokenView[]>('tokens');
        const known = tokens.find(({ start, role }) => token.startsWith(start) && role === 'viewer');
        await access.owner.ask('DELETE', `tokens/${known?.id}`);
        expect(await runSlipway(['pull'], asViewer)).toMatchObject({
          code: 1,
          out: expect.stringContaining('Cannot sign in'),
        });
      });

    it('is named on the command line or in the environment, and so is the token', async () => {
      const folder = createScratchFolder();
      expect(await runSlipway(['pull'], { cwd: folder })).toMatchObject({
        code: 2,
        err: expect.stringContaining('--url'),
      });
      const url = ['pull', '--url', access.url];
      expect(await runSlipway(url, { cwd: folder })).toMatchObject({
        code: 2,
        err: expect.stringContaining('SLIPWAY_TOKEN'),
      });
      expect(await runSlipway([...url, '--token', access.token], { cwd: folder })).toMatchObject({ code: 0 });
      // As the secret of a pipeline comes from a file.
      const env = { SLIPWAY_TOKEN: `${access.token}\r\n` };
      expect(await runSlipway(url, { cwd: folder, env })).toMatchObject({ code: 0 });
      expect(await runSlipway(url, { cwd: folder, env: { SLIPWAY_TOKEN: ' \n' } })).toMatchObject({
        code: 2,
      });
    });

    it('that writes outside of the folder, sends on, or is none, is left with nothing written', async () => {
      const files = { format: 1, installation: 'x', number: 1, files: { '../evil.json': '{}' } };
      const answers: Readonly<Record<string, MockedAnswer>> = {
        outside: { text: JSON.stringify(files) },
        elsewhere: { status: 302, location: 'https://elsewhere.example/' },
        page: { text: '<!doctype html>' },
        newer: { text: JSON.stringify({ format: 2, installation: 'x', number: 1, documents: {} }) },
        less: { text: JSON.stringify({ format: 1, installation: 'x', number: 1 }) },
        proxy: { status: 502, text: '<html>Bad gateway</html>' },
        absent: { status: 404, text: '{}' },
        steering: { status: 400, text: JSON.stringify({ error: 'bad-request', message: 'a\u001b[2Jb' }) },
      };
      let kind = '';
      const seen: (string | undefined)[] = [];
      const url = await startMockServer((_path, token) => {
        seen.push(token);
        return answers[kind] ?? {};
      });
      const says: Readonly<Record<string, string>> = {
        outside: 'which is not allowed in a folder',
        elsewhere: 'it redirects to https://elsewhere.example/',
        page: 'not a Slipway server',
        newer: 'of another release',
        less: 'not a Slipway server',
        proxy: 'status 502',
        absent: 'not a Slipway server',
        steering: ': a [2Jb',
      };
      for (kind of Object.keys(answers)) {
        const folder = createScratchFolder();
        const ended = await runSlipway(['pull', '--url', url, '--token', 't'], { cwd: folder });
        expect({ kind, ...ended }).toMatchObject({
          kind,
          code: 1,
          out: expect.stringContaining(says[kind] ?? ''),
        });
        expect(existsSync(join(folder, 'schemas'))).toBe(false);
      }
      expect(seen).toEqual(Object.keys(answers).map(() => 'Bearer t'));
    });

    it('is not asked with files that are no JSON', async () => {
      const folder = createScratchFolder();
      mkdirSync(join(folder, 'schemas'));
      writeFileSync(getDocumentPath(folder, 'rules.json'), '{"rules": [,]}');
      expect(await runWithToken(folder, 'push')).toMatchObject({
        code: 1,
        out: expect.stringContaining('schemas/rules.json:1:12'),
      });
      writeFileSync(getDocumentPath(folder, 'rules.json'), '{}');
      for (const record of ['<<<<<<<', '{}', '{"server":"x","installation":"y","version":1,"since":[{}]}']) {
        writeFileSync(getDocumentPath(folder, '.slipway.json'), record);
        const { code, err } = await runWithToken(folder, 'push');
        expect({ code, err }).toEqual({
          code: 3,
          err: expect.stringContaining('restore it from git'),
        });
      }
    });
  });
}

interface MockedAnswer {
  readonly status?: number;
  readonly text?: string;
  readonly location?: string;
}

/** Starts a server with given answers, and returns its address. */
async function startMockServer(answer: (path: string, token?: string) => MockedAnswer): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const { status = 200, text = '', location } = answer(url, headers.authorization);
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(text);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
