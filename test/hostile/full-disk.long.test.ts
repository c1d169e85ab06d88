import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import { createCorpusSite, getCorpusPath, readCorpus } from '../corpus/corpus.ts';
import { fetchFormPage, parseFormPage, toMultipart } from '../support/posts.ts';
import { postEnquiry } from '../support/send.ts';
import type { ServerProcessOptions } from '../support/server-process.ts';
import { startServerProcess } from '../support/server-process.ts';
import { openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createPhonePhoto,
  putPhotoBytes,
  requestUploadTarget,
  uploadPhotoOverHttp,
} from '../support/uploads.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// A full disk: for photos, and for everything.

async function started(options: ServerProcessOptions) {
  const server = await startServerProcess(options);
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

const ready = async (url: string) => {
  const answer = await fetch(new URL('/readyz', url));
  return `${answer.status} ${await answer.text()}`;
};

it('refuses photos below its floor, and stores enquiries all the same', async () => {
  // No disk has an exabyte.
  const server = await started({ env: { SLIPWAY_PHOTOS_FLOOR_MB: '999999999' } });
  const answer = await putPhotoBytes(await requestUploadTarget(server.url), await createPhonePhoto());
  expect(answer.status).toBe(507);
  expect(await answer.json()).toEqual({
    error: 'store-full',
    message: 'we cannot store photos at the moment, send your message without it',
  });
  await expect
    .poll(server.logged)
    .toMatch(/"level":"error","event":"photo-not-stored".*"code":"store-full".*"error":"NoRoom"/);
  expect(await ready(server.url)).toMatch(/^503 .*free-space/);
  expect((await postEnquiry(server.url, sampleEnquiry)).isSuccess).toBe(true);
});

it('tells whoever posts a photo without scripts, and keeps what was typed', async () => {
  const server = await started({ env: { SLIPWAY_PHOTOS_FLOOR_MB: '999999999' } });
  const page = await fetchFormPage(server.url, '/contact');
  const { name, email, message } = sampleEnquiry;
  const entries = Object.entries({ enquiry_type: '7', office_location: '1', name, email, message });
  const photo = new File([new Uint8Array(await createPhonePhoto())], 'bow.jpg', { type: 'image/jpeg' });
  const body = toMultipart([
    ...page.hidden,
    ...entries.map(([field, value]) => [field, String(value)] as const),
    ['upload', photo],
  ]);
  const answer = await parseFormPage(
    await fetch(new URL('/contact', server.url), { method: 'POST', headers: { accept: 'text/html' }, body }),
  );
  expect(answer.status).toBe(422);
  expect(answer.html).toContain('we cannot store photos at the moment');
  expect(answer.html).toContain('Hello');
});

it('keeps photos on a disk of their own', async () => {
  const photos = mkdtempSync(join(tmpdir(), 'slipway-photos-'));
  onTestFinished(() => rmSync(photos, { recursive: true, force: true }));
  const server = await started({ env: { SLIPWAY_PHOTOS: photos } });
  await uploadPhotoOverHttp(server.url, await createPhonePhoto());
  expect(readdirSync(join(photos, 'originals'))).toHaveLength(1);
  expect(readdirSync(server.data)).not.toContain('photos');
});

it('acknowledges nothing that it cannot write, says so, and is not ready', async () => {
  // The system limits the file size of this server: its database, which contains the forms, is full soon.
  const server = await started({ env: { SLIPWAY_RATE_LIMIT: 'off' }, mostFileBytes: 1_500_000 });
  const message = 'x'.repeat(4900);
  const acknowledged = new Set<string>();
  let refusal: Awaited<ReturnType<typeof postEnquiry>> | undefined;
  for (let count = 0; count < 400 && refusal === undefined; count += 1) {
    const answer = await postEnquiry(server.url, { ...sampleEnquiry, message: `${message} ${count}` });
    if (answer.isSuccess) acknowledged.add(answer.body.extensions?.reference ?? '');
    else refusal = answer;
  }
  expect(refusal).toMatchObject({ status: 503 });
  await expect
    .poll(server.logged)
    .toMatch(/"level":"error","event":"enquiry-not-stored".*"error":"StoreError/);
  await expect.poll(() => ready(server.url)).toMatch(/^503 .*database/);
  expect(acknowledged.size).toBeGreaterThan(0);
  const stored = new Set((await server.enquiries()).map(({ reference }) => reference));
  expect([...acknowledged].filter((reference) => !stored.has(reference))).toEqual([]);
});

it('takes no edit and publishes nothing that it cannot write, says so, and goes on when there is room', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-full-studio-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const small = createCorpusSite(readCorpus().filter(({ key }) => key === 'all-of'));
  const site = { ...small, documents: { ...small.documents, 'scenarios.json': undefined } };
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
  const full = await started({ ...site, env, mostFileBytes: 1_000_000 });
  let studio = await openStudioClient(full);
  const [kept, versions] = [new Set<string>(), new Set<string>()];
  const fill = async (): Promise<Response> => {
    for (let count = 0; ; count += 1) {
      const key = `kept-${count}`;
      const edited = await edit(studio, key);
      if (!edited.ok) return edited;
      kept.add(key);
      const { draft, version } = await studio.draft();
      const published = await studio.ask('POST', 'publish', { draft, version, isWarned: true });
      if (!published.ok) return published;
      const answer = (await published.json()) as { readonly kind: string; readonly hash: string };
      expect(answer.kind, JSON.stringify(answer)).toBe('published');
      versions.add(answer.hash);
    }
  };
  const refused = await fill();
  expect({ status: refused.status, body: await refused.json() }).toEqual({
    status: 507,
    body: { error: 'store-full' },
  });
  await expect
    .poll(full.logged)
    .toMatch(/"level":"error","event":"studio-store-full".*\/studio\/api\/(?:changes|publish)/);
  expect((await fetch(new URL(getCorpusPath('all-of'), full.url))).status).toBe(200);
  await full.kill();

  const roomy = await startServerProcess({ ...site, env });
  onTestFinished(async () => void (await roomy.stop()));
  studio = await openStudioClient(roomy);
  const draft = await studio.draft();
  const words = Object(draft.documents)['texts/en.json'] as object;
  expect([...kept].filter((key) => !(key in words))).toEqual([]);
  expect([...versions]).toContain(draft.published.hash);
  expect((await edit(studio, 'again')).ok).toBe(true);
  expect((await studio.publish()).kind).toBe('published');
});

async function edit(studio: StudioClient, key: string): Promise<Response> {
  const { draft }: DraftView = await studio.draft();
  const patches = [{ file: 'texts/en.json', path: [key], after: 'x'.repeat(30_000) }];
  return studio.ask('POST', 'changes', {
    draft,
    by: 'test',
    change: { id: crypto.randomUUID(), title: { key: 'text', values: { key } }, patches },
  });
}
