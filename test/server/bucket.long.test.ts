import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createErrorAnswer,
  type FakeS3,
  neverAnswer,
  openFakeS3,
} from '../../src/server/platform/bucket/testing/fake-s3.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { postEnquiry } from '../support/send.ts';
import { failToStartProcess, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createPhonePhoto, uploadPhotoOverHttp } from '../support/uploads.ts';

let fake: FakeS3;
let stop: () => Promise<void>;
let server: ServerProcess;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  ({ fake, stop } = await openFakeS3());
  env = {
    SLIPWAY_S3_ENDPOINT: fake.endpoint,
    SLIPWAY_S3_BUCKET: fake.bucket,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
  };
  server = await startServerProcess({ env });
});
afterAll(async () => {
  await server.stop();
  await stop();
});
beforeEach(() => {
  fake.fault = undefined;
});

/** An enquiry of a type with photos. */
const photographed = { ...sampleEnquiry, enquiry_type: 7 };

describe('a server whose bucket', () => {
  it.each([
    ['answers 500', createErrorAnswer(500), /"event":"enquiry-not-judged".*"reason":"it fails \(500/],
    ['hangs', neverAnswer, /"event":"enquiry-not-judged".*"reason":"it does not answer in time/],
  ])('%s while an enquiry is judged asks for it again, and takes it once', async (key, fault, line) => {
    const upload = [await uploadPhotoOverHttp(server.url, await createPhonePhoto())];
    const before = (await server.enquiries()).length;
    const headers = { 'idempotency-key': key };
    fake.fault = fault;
    const refused = await postEnquiry(server.url, { ...photographed, upload }, { headers });
    expect(refused.body.errors).toMatchObject([
      {
        message: 'Your message could not be stored. Send it again in a minute.',
        extensions: { code: 'UNAVAILABLE' },
      },
    ]);
    await expect.poll(server.logged).toMatch(line);
    expect((await postEnquiry(server.url, photographed)).isSuccess).toBe(true);
    fake.fault = undefined;
    expect((await postEnquiry(server.url, { ...photographed, upload }, { headers })).isSuccess).toBe(true);
    expect((await postEnquiry(server.url, { ...photographed, upload }, { headers })).isSuccess).toBe(true);
    expect((await server.enquiries()).slice(before)).toMatchObject([{ photos: [] }, { photos: upload }]);
  });

  it('loses a photo before it is named has its visitor add it again', async () => {
    const first = await uploadPhotoOverHttp(server.url, await createPhonePhoto());
    const second = await uploadPhotoOverHttp(server.url, await createPhonePhoto());
    const before = (await server.enquiries()).length;
    fake.objects.delete(first.replace('photos/', 'originals/'));
    const lost = await postEnquiry(server.url, { ...photographed, upload: [first] });
    // It was validated once, and lost before the visitor fixed the other problems.
    await postEnquiry(server.url, { ...photographed, email: '', upload: [second] });
    fake.objects.delete(second.replace('photos/', 'originals/'));
    const lostLater = await postEnquiry(server.url, { ...photographed, upload: [second] });
    for (const { body } of [lost, lostLater])
      expect(body.errors?.[0]?.extensions?.fields).toMatchObject([{ field: 'upload', code: 'not-issued' }]);
    expect(await server.enquiries()).toHaveLength(before);
  });

  it('goes away warns of it, and no longer once it is back', async () => {
    const ready = async () => {
      const answer = await fetch(new URL('/readyz', server.url));
      return `${answer.status} ${await answer.text()}`;
    };
    await expect.poll(ready).toBe('200 []');
    fake.fault = createErrorAnswer(403);
    await expect.poll(ready).toMatch(/^200 .*"bucket".*it denies access \(403.*"isWarning":true/);
    fake.fault = undefined;
    await expect.poll(ready).toBe('200 []');
  });

  it.each([
    [
      'is not there',
      createErrorAnswer(404),
      /there is no such bucket; create it, or correct SLIPWAY_S3_BUCKET$/,
    ],
    ['hangs', neverAnswer, /it does not answer in time; check that it runs/],
  ])('%s does not start, and says so in one line', async (_what, fault, says) => {
    fake.fault = fault;
    const { code, lines } = await failToStartProcess({ env });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(says)]);
    expect(lines[0]).toMatch(/^Cannot use SLIPWAY_S3_BUCKET="yard" at SLIPWAY_S3_ENDPOINT="http:/);
  });
});
