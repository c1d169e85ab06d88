import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../support/forms.ts';
import { createUploadDocuments } from '../uploads/upload-documents.ts';
import { startPhotoServer } from './support/photo-server.ts';

describe('POST /api/contact-upload', () => {
  it('answers with a path of ours, a method and an absolute address', async () => {
    const server = await startPhotoServer();
    const answer = await server.ask({ filename: 'stern.jpg', contentType: 'image/jpeg' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      path: expect.stringMatching(/^photos\/[0-9a-f]{32}\.jpg$/),
      method: 'PUT',
      url: expect.stringMatching(`^${server.origin}/api/photos/[0-9a-f]{32}\\.jpg\\?`),
    });
  });

  it.each(['image/jpg', 'image/jpeg', 'image/png'])('issues a target for %s', async (contentType) => {
    const server = await startPhotoServer();
    expect((await server.ask({ filename: 'a', contentType })).status).toBe(200);
  });

  it.each(['image/heic', 'image/svg+xml', 'text/html', '', 7, null])(
    'refuses the type %j',
    async (contentType) => {
      const server = await startPhotoServer();
      const answer = await server.ask({ filename: 'stern.jpg', contentType });
      expect(answer.status).toBe(415);
      expect(await answer.json()).toEqual({
        error: 'wrong-type',
        message: 'Choose a photo of the type JPEG, PNG',
      });
    },
  );

  it.each([
    [20 * 2 ** 20 + 1, 413, { error: 'too-large', message: 'choose a photo of at most 20\u00A0MB' }],
    [0, 400, { error: 'empty', message: 'the file is empty, choose another' }],
  ])('refuses a file of %i bytes at once', async (size, status, says) => {
    const server = await startPhotoServer();
    const answer = await server.ask(
      { filename: 'stern.jpg', contentType: 'image/jpeg' },
      { 'slipway-upload-size': `${size}` },
    );
    expect([answer.status, await answer.json()]).toEqual([status, says]);
  });

  it.each(['', -1, 1.5, null, 2 ** 60, '0x7'])('leaves the size %j aside, which is none', async (size) => {
    const server = await startPhotoServer();
    const answer = await server.ask(
      { filename: 'stern.jpg', contentType: 'image/jpeg' },
      { 'slipway-upload-size': `${size}` },
    );
    expect(await answer.json()).toMatchObject({ url: expect.not.stringContaining('exact') });
  });

  it('speaks of files where a form takes other files than photos', async () => {
    const server = await startPhotoServer({ form: compileTestForm(createUploadDocuments()) });
    const answer = await server.ask({ filename: 'note.txt', contentType: 'text/plain' });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      message: expect.stringMatching(/^Choose a file of the type .*PDF/),
    });
  });

  it.each([undefined, '', ' ', 7, ['a.jpg'], '../..', '\u0000'])(
    'refuses the file name %j',
    async (filename) => {
      const server = await startPhotoServer();
      const answer = await server.ask({ filename, contentType: 'image/jpeg' });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'bad-filename' });
    },
  );

  it.each([
    ['a path that climbs', '../../etc/passwd.jpg', 'passwd.jpg'],
    ['a path of Windows', 'C:\\Users\\ann\\stern.jpg', 'stern.jpg'],
    ['a NUL byte', 'stern\u0000.jpg', 'stern.jpg'],
    ['a name that turns the reading direction', 'stern\u202egpj.exe.jpg', 'sterngpj.exe.jpg'],
    ['a name of 300 characters', `${'x'.repeat(296)}.jpg`, `${'x'.repeat(188)}…xxxxxxx.jpg`],
    ['a name in Arabic', 'قارب.jpg', 'قارب.jpg'],
  ])('keeps %s as data, and out of the path', async (_what, filename, kept) => {
    const server = await startPhotoServer();
    const { path } = await server.target('image/jpeg', filename);
    const [entry] = await server.store.findPhotos([path]);
    expect(entry?.name).toBe(kept);
    expect(path).toMatch(/^photos\/[0-9a-f]{32}\.jpg$/);
  });

  it('never issues a path twice', async () => {
    const server = await startPhotoServer();
    const targets = await Promise.all(Array.from({ length: 50 }, () => server.target()));
    expect(new Set(targets.map(({ path }) => path)).size).toBe(50);
  });

  it('limits the targets of one address, and says when to try again', async () => {
    const server = await startPhotoServer({ isRateLimited: true });
    const ask = () => server.ask({ filename: 'a.jpg', contentType: 'image/jpeg' });
    const answers = await Promise.all(Array.from({ length: 101 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBe(600);
    expect(await refused[0]?.json()).toMatchObject({ error: 'too-many-requests' });
  });

  it('lets the sites’ domains call from other origins, and no one else', async () => {
    const server = await startPhotoServer();
    const from = async (origin: string) => {
      const answer = await fetch(`${server.origin}/api/contact-upload`, {
        method: 'OPTIONS',
        headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
      });
      return answer.headers.get('Access-Control-Allow-Origin');
    };
    expect(await from('https://www.example.com')).toBe('https://www.example.com');
    expect(await from('https://evil.example')).toBeNull();
  });
});
