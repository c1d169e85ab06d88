import { describe, expect, it, onTestFinished } from 'vitest';
import { createClamd } from '../../src/server/photos/clamd.ts';
import { startPhotoServer } from '../photos/support/photo-server.ts';
import { createJpeg } from '../photos/support/pictures.ts';
import { compileTestForm } from '../support/forms.ts';
import { eicar, startFakeClamd } from './fake-clamd.ts';
import { createPdf, createUploadDocuments } from './upload-documents.ts';

const form = compileTestForm(createUploadDocuments());
const pdf = 'application/pdf';

async function scanned(silenceMs = 60_000) {
  const clamd = await startFakeClamd();
  onTestFinished(clamd.close);
  const server = await startPhotoServer({ form, scanner: createClamd(clamd.address, silenceMs) });
  return { clamd, server };
}

describe('a PDF', () => {
  it('is kept as it is, and handed out to be saved under its name', async () => {
    const { server } = await scanned();
    const path = await server.named(createPdf(), pdf, 'Papers “2”.pdf');
    expect(path).toMatch(/\.pdf$/);
    await server.photos.idle();
    const answer = await fetch(server.link(path));
    expect(answer.headers.get('content-type')).toBe(pdf);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*Papers/);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(createPdf());
    expect(server.files()).toEqual([expect.stringMatching(/^ready\//)]);
  });

  it.each([
    ['a photo', createJpeg],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing but its ending', async () => Buffer.from('%%EOF')],
  ])('that is %s is refused', async (_what, make) => {
    const { server } = await scanned();
    const answer = await server.put(await server.target(pdf, 'papers.pdf'), await make(), pdf);
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'wrong-content' }]);
    expect(server.files()).toEqual([]);
  });

  it('is taken by no form that has no field for it', async () => {
    const server = await startPhotoServer();
    const answer = await server.ask({ filename: 'papers.pdf', contentType: pdf });
    expect(answer.status).toBe(415);
  });

  it('waits for somebody to look at it where there is no scanner', async () => {
    const server = await startPhotoServer({ form });
    const path = await server.named(createPdf(), pdf, 'papers.pdf');
    for (const wait of [0, ...retries]) {
      server.pass(wait);
      await server.photos.idle();
    }
    expect((await fetch(server.link(path))).status).toBe(503);
    expect(await server.store.quarantine()).toMatchObject([{ path, fault: 'unscanned' }]);
    await server.store.requeuePhoto({ path, now: server.now(), isReleased: true });
    await server.photos.idle();
    expect((await fetch(server.link(path))).status).toBe(200);
  });
});

/** The waiting time of the queue after each failure, plus one second. */
const retries = [60_000, 600_000, 3_600_000, 21_600_000].map((ms) => ms + 1000);

describe('a virus scanner', () => {
  it.each([
    ['a PDF', async () => createPdf(eicar), pdf, 'papers.pdf'],
    [
      'a photo',
      async () => Buffer.concat([await createJpeg(), Buffer.from(eicar)]),
      'image/jpeg',
      'stern.jpg',
    ],
  ])('keeps %s with a virus from everybody, released or not', async (_what, make, type, name) => {
    const { server, clamd } = await scanned();
    const path = await server.named(await make(), type, name);
    await server.photos.idle();
    expect(clamd.scanned()).toBe(1);
    expect(await server.state(path)).toBe('withheld');
    expect(server.files()).toEqual([]);
    expect((await fetch(server.link(path))).status).toBe(404);
    const events = server.logged().filter(({ id }) => id === path);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'photo-infected', reason: 'Eicar-Signature' }),
    );
  });

  it('that does not answer holds everything back until it does', async () => {
    const { server, clamd } = await scanned(50);
    clamd.fallSilent();
    const paths = [
      await server.named(createPdf(), pdf, 'papers.pdf'),
      await server.named(await createJpeg()),
    ];
    await server.photos.idle();
    for (const path of paths) {
      expect(await server.state(path)).toBe('stored');
      expect((await fetch(server.link(path))).status).toBe(503);
    }
    expect(await server.store.quarantine()).toMatchObject([{ fault: 'unscanned' }, { fault: 'unscanned' }]);
    // A release does not deliver unscanned files either.
    const [path = ''] = paths;
    await server.store.requeuePhoto({ path, now: server.now(), isReleased: true });
    await server.photos.idle();
    expect((await fetch(server.link(path))).status).toBe(503);
  });
});
