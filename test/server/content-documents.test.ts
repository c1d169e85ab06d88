import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Patch } from '../../engine/editing/index.ts';
import type { Json } from '../../engine/index.ts';
import type { InboxListView } from '../../src/api/inbox.ts';
import type { ContentFolderView } from '../../src/api/studio.ts';
import type { PublishAnswer, VersionView } from '../../src/api/versions.ts';
import { runSlipway } from '../cli/run-cli.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { createProgramAccess } from '../support/program-access.ts';
import { postEnquiry } from '../support/send.ts';
import { demonstrationFolder, type RunningServer, startServer } from '../support/server.ts';
import { openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

// The content of the folder is edited in the studio as documents of the draft.

const officesFile = 'content/offices.json';
const data = mkdtempSync(join(tmpdir(), 'slipway-content-'));
const content = mkdtempSync(join(tmpdir(), 'slipway-content-'));
cpSync(demonstrationFolder, content, { recursive: true });
const env = {
  SLIPWAY_DATA: data,
  SLIPWAY_CONTENT: content,
  SLIPWAY_STUDIO_PASSWORD: studioPassword,
};
let server: RunningServer;
let studio: StudioClient;
beforeAll(async () => {
  server = await startServer({ env });
  studio = await openStudioClient(server);
});
afterAll(async () => {
  await server.stop();
  for (const folder of [data, content]) rmSync(folder, { recursive: true, force: true });
});

/** Returns true if the contact page has a text. */
async function isOnPage(text: string): Promise<boolean> {
  const page = await fetch(new URL('/contact', server.url), { headers: { accept: 'text/html' } });
  return (await page.text()).includes(text);
}

/** Returns the patch that takes a list of the content folder over, changed by `edit`. */
async function takeOver(file: string, edit: (list: readonly Json[]) => readonly Json[]): Promise<Patch> {
  const { documents } = await studio.get<ContentFolderView>('content');
  return { file, path: [], after: edit(documents[file] as readonly Json[]) as Json };
}

const addOffice = (list: readonly Json[]) => [
  ...list,
  { ...(list[0] as object), id: 9001, name: 'Scilly', title: 'Scilly' } as Json,
];

describe('content that is edited in the studio', () => {
  it('is live once it is published, and not before; the folder is not written', async () => {
    const patch = await takeOver(officesFile, addOffice);
    expect((await studio.change(() => [patch])).kind).toBe('taken');
    expect((await studio.draft()).content.offices.map(({ name }) => name)).toContain('Scilly');
    expect(await isOnPage('Scilly')).toBe(false);
    const answer = await studio.publish();
    expect(answer.kind, JSON.stringify(answer)).toBe('published');
    expect(await isOnPage('Scilly')).toBe(true);
    expect(readFileSync(join(content, 'offices.json'), 'utf8')).not.toContain('Scilly');
  });

  it('replaces the file of the folder, whose other files are still read when they are saved', async () => {
    const path = (file: string) => join(content, file);
    const offices = readFileSync(path('offices.json'), 'utf8');
    writeFileSync(path('offices.json'), offices.replaceAll('"Falmouth"', '"Not Falmouth"'));
    const pages = readFileSync(path('pages.json'), 'utf8');
    writeFileSync(path('pages.json'), pages.replace('"Contact the yard"', '"Call at the yard"'));
    await expect.poll(() => isOnPage('Call at the yard')).toBe(true);
    expect(await isOnPage('Scilly')).toBe(true);
    expect(await isOnPage('Not Falmouth')).toBe(false);
    writeFileSync(path('offices.json'), offices);
  });

  it('cannot be published with a mistake, which is a finding at its place', async () => {
    const { documents } = await studio.draft();
    const list = documents[officesFile] as readonly { readonly services: readonly string[] }[];
    const services = list.at(-1)?.services ?? [];
    const change = (before: readonly string[], after: readonly string[]) =>
      studio.change(() => [{ file: officesFile, path: ['9001', 'services'], before, after }]);
    expect((await change(services, ['sale'])).kind).toBe('taken');
    const answer = await studio.publish();
    expect(answer).toMatchObject({
      kind: 'refused',
      findings: [
        {
          code: 'bad-content',
          severity: 'error',
          file: officesFile,
          pointer: expect.stringMatching(/^\/\d+\/services\/0$/),
          reason: 'the form has no service "sale"; the nearest is "sales"',
        },
      ],
    });
    await change(['sale'], services);
    expect((await studio.publish()).kind).toBe('published');
  });

  it('is the folder again when a version is restored that did not have it, and goes back with one that had', async () => {
    const restored = await studio.post<PublishAnswer>('restore', { number: 1, isWarned: true });
    expect(restored, JSON.stringify(restored)).toMatchObject({ kind: 'published' });
    expect(restored).not.toHaveProperty('keepsLists');
    expect(await isOnPage('Scilly')).toBe(false);
    const undone = await studio.post<PublishAnswer>('restore', { number: 2, isWarned: true });
    expect(undone.kind, JSON.stringify(undone)).toBe('published');
    expect(await isOnPage('Scilly')).toBe(true);
    const { documents } = await studio.draft();
    const list = documents[officesFile] as readonly { readonly id: number }[];
    await studio.change(() => [
      { file: officesFile, path: ['9001'], before: list.at(-1) as unknown as Json },
    ]);
    expect((await studio.publish()).kind).toBe('published');
    expect(await isOnPage('Scilly')).toBe(false);
    const back = await studio.post<PublishAnswer>('restore', { number: 2, isWarned: true });
    expect(back.kind, JSON.stringify(back)).toBe('published');
    expect(back).not.toHaveProperty('keepsLists');
    expect(await isOnPage('Scilly')).toBe(true);
  });

  it('is told entry by entry, with the list of the folder as what was before', async () => {
    const { consequences } = await studio.get<VersionView>('versions/2');
    expect(consequences).toMatchObject([
      { kind: 'content-added', about: officesFile, names: ['Scilly - Scilly'] },
    ]);
  });

  it('is pulled, changed and pushed like a form; files without it do not take it away', async () => {
    const { url, token } = await createProgramAccess(server);
    const cwd = mkdtempSync(join(tmpdir(), 'slipway-content-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const run = async (...words: readonly string[]) => {
      const { code, out, err } = await runSlipway(words, {
        cwd,
        env: { SLIPWAY_URL: url, SLIPWAY_TOKEN: token },
      });
      expect({ words, code, ...(code !== 0 && { said: out + err }) }).toEqual({ words, code: 0 });
    };
    const file = join(cwd, 'schemas', officesFile);
    await run('pull');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"Scilly"', '"Tresco"'));
    await run('push');
    await run('publish', '--accept-warnings');
    expect(await isOnPage('Tresco')).toBe(true);
    await run('pull');
    rmSync(join(cwd, 'schemas', 'content'), { recursive: true });
    const texts = join(cwd, 'schemas', 'texts', 'en.json');
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('"What is it about?"', '"About?"'));
    await run('push');
    await run('publish', '--accept-warnings');
    expect(await isOnPage('Tresco')).toBe(true);
    expect(await isOnPage('About?')).toBe(true);
    const back = await studio.post<PublishAnswer>('restore', { number: 2, isWarned: true });
    expect(back.kind, JSON.stringify(back)).toBe('published');
  });

  it('leaves the enquiries of an office that is removed, under its name, to be forwarded', async () => {
    const sent = { ...sampleEnquiry, office_location: '9001', email: 'waits@example.com' };
    const { body } = await postEnquiry(server.url, sent);
    expect(body).toMatchObject({ data: { sendContactUs: { success: true } } });
    const { documents } = await studio.draft();
    const list = documents[officesFile] as readonly Json[];
    await studio.change(() => [{ file: officesFile, path: ['9001'], before: list.at(-1) as Json }]);
    expect((await studio.publish()).kind).toBe('published');

    const { rows } = await studio.get<InboxListView>('enquiries?office=9001&state=new');
    expect(rows).toMatchObject([{ office: { id: 9001, name: 'Scilly - Scilly' } }]);
    const seen = { queued: 0 };
    const answer = await studio.ask('POST', `enquiries/${rows[0]?.id}/forward`, { office: '1', seen });
    expect(answer.status, await answer.text()).toBe(200);
    const back = await studio.post<PublishAnswer>('restore', { number: 2, isWarned: true });
    expect(back.kind, JSON.stringify(back)).toBe('published');
  });

  it('stays at a restart', async () => {
    await server.stop();
    server = await startServer({ env });
    studio = await openStudioClient(server);
    expect(await isOnPage('Scilly')).toBe(true);
  });
});
