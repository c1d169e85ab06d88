import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnquiryView, PictureView } from '../../src/api/inbox.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';
import { createPhonePhoto, putPhotoBytes } from '../support/uploads.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-enquiry-pictures-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
/** A name that reverses the following text, to look like a picture or a page. */
const trick = 'stern\u202egnp.\u0000\r\nexe"; filename="evil.html';

function exampleOf(key: string): SendVariables {
  const { examples } = readShippedDocuments()[`forms/${key}/schema.json`] as {
    readonly examples: readonly SendVariables[];
  };
  return examples[0] ?? {};
}

let server: RunningServer;
let owner: StudioSession;
let reference = '';
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const photos = [
    await uploadedAs('bow.jpg', await createPhonePhoto()),
    await uploadedAs(trick, await createPhonePhoto()),
  ];
  const broken = await uploadedAs('broken.jpg', Buffer.concat([(await createPhonePhoto()).subarray(0, 900)]));
  const { body } = await postEnquiry(server.url, {
    ...exampleOf('valuation'),
    domain: 'www.trevarrow.example',
    submission_url: 'https://elsewhere.example/',
    enquiry_type: 8,
    upload: [...photos, broken],
  });
  expect(body.errors).toBeUndefined();
  reference = body.extensions?.reference ?? '';
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function uploadedAs(filename: string, bytes: Buffer): Promise<string> {
  const answer = await fetch(new URL('/api/contact-upload', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename, contentType: 'image/jpeg' }),
  });
  const target = await answer.json();
  expect((await putPhotoBytes(target, bytes)).status).toBe(200);
  return target.path;
}

const pictures = async (): Promise<readonly PictureView[]> =>
  (await owner.get<EnquiryView>(`enquiries/${reference}`)).pictures;

const fetched = (address: string | undefined, person = owner) =>
  fetch(new URL(address ?? '/', server.url), { headers: { cookie: person.cookie } });

it('shows what was encoded anew, whole and small, under names that turn nothing round', async () => {
  await expect
    .poll(async () => (await pictures()).map(({ state }) => state))
    .toEqual(['ready', 'ready', expect.stringMatching(/quarantined|withheld/)]);
  const [bow, tricky, broken] = await pictures();
  expect(bow).toMatchObject({ name: 'bow.jpg', type: 'image/jpeg' });
  expect(tricky?.name).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(broken).not.toHaveProperty('address');
  expect(broken).not.toHaveProperty('previewAddress');
  for (const picture of [bow, tricky]) {
    const whole = await fetched(picture?.address);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(whole.status).toBe(200);
    expect(bytes).toHaveLength(picture?.bytes ?? 0);
    const small = await fetched(picture?.previewAddress);
    expect(Buffer.from(await small.arrayBuffer()).subarray(0, 3)).toEqual(bytes.subarray(0, 3));
    for (const { headers } of [whole, small]) {
      expect(headers.get('content-type')).toBe('image/jpeg');
      expect(headers.get('content-disposition')).toMatch(
        /^inline; filename=photo\.jpg(?:; filename\*=UTF-8''[\w%.-]+\.jpg)?$/,
      );
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toContain('no-store');
    }
  }
});

it('gives none to whoever may not see the enquiry', async () => {
  const [bow] = await pictures();
  const people = [
    await inviteAndJoin(server.url, owner, { name: 'No right', role: 'publisher' }),
    await inviteAndJoin(server.url, owner, {
      name: 'Other type',
      role: 'viewer',
      enquiries: 'erase',
      types: ['sales'],
    }),
    await inviteAndJoin(server.url, owner, {
      name: 'Other site',
      role: 'viewer',
      enquiries: 'erase',
      sites: ['204'],
    }),
  ];
  const statuses = [403, 404, 404];
  for (const address of [bow?.address, bow?.previewAddress]) {
    expect((await fetch(new URL(address ?? '/', server.url))).status).toBe(401);
    const answers = await Promise.all(people.map((person) => fetched(address, person)));
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  }
});

it.each(['2', '2/preview', '3', '-1', '1e0', '%2e%2e', '999999999', '0%00'])(
  'finds no picture where there is none: %s',
  async (number) => {
    const answer = await fetched(`/studio/api/enquiries/${reference}/pictures/${number}`);
    expect(answer.status).toBe(404);
  },
);

it('leaves no file of a suspected enquiry that is erased', async () => {
  const path = await uploadedAs('casino.jpg', await createPhonePhoto());
  const { body } = await postEnquiry(
    server.url,
    {
      ...exampleOf('valuation'),
      domain: 'www.trevarrow.example',
      submission_url: 'https://elsewhere.example/',
      enquiry_type: 8,
      upload: [path],
    },
    { headers: { 'slipway-trap': '1' } },
  );
  const files = () => readdirSync(join(data, 'photos', 'originals'));
  expect(files()).toContain(basename(path));
  const casino = body.extensions?.reference ?? '';
  expect((await owner.ask('DELETE', `enquiries/${casino}`)).status).toBe(200);
  expect(files()).not.toContain(basename(path));
});

it('says of a photo that is no longer there that it is gone', async () => {
  const [before] = await pictures();
  const ready = join(data, 'photos', 'ready');
  for (const file of readdirSync(ready)) rmSync(join(ready, file));
  const [bow] = await pictures();
  expect(bow).toMatchObject({ name: 'bow.jpg', state: 'gone' });
  expect(bow).not.toHaveProperty('address');
  const answer = await fetched(before?.address);
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 404,
    body: { error: 'not-found' },
  });
});
