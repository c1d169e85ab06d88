import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { serverSettings } from '../config/settings.ts';
import type { Bucket } from './bucket.ts';
import type { BucketErrorCode } from './bucket-error.ts';
import { openBucket } from './open-bucket.ts';
import { createErrorAnswer, neverAnswer, type S3Fault, startFakeS3 } from './testing/fake-s3.ts';

/** So little time that a test need not wait for what never comes. */
const impatient = {
  ...serverSettings.bucket,
  connectMs: 300,
  answerMs: 300,
  silenceMs: 300,
  transferMs: 600,
};

async function opened({ settings = serverSettings.bucket, bucket: name = 'yard' } = {}) {
  const fake = await startFakeS3();
  const bucket = openBucket({ endpoint: fake.endpoint, bucket: name }, settings);
  onTestFinished(() => bucket.close());
  return { fake, bucket };
}

/** Every call that a bucket takes. */
function calls(bucket: Bucket, folder: string): Readonly<Record<string, () => Promise<unknown>>> {
  writeFileSync(join(folder, 'whole'), 'of a photo');
  return {
    look: () => bucket.checkAccess(),
    putText: () => bucket.putText({ name: 'a', type: 'text/plain', text: 'b' }),
    putFile: () => bucket.putFile({ name: 'a', type: 'image/png', file: join(folder, 'whole') }),
    readStart: () => bucket.readStart('a', 10),
    sizeOf: () => bucket.findSize('a'),
    read: () => bucket.read('a'),
    fetchTo: () => bucket.downloadTo(join(folder, 'fetched'), { name: 'a', maxBytes: 100 }),
    remove: () => bucket.remove('a'),
    namesBefore: () => bucket.listNamesBefore('a', 0),
  };
}

describe('openBucket', () => {
  it('puts, reads, lists and removes objects', async () => {
    const { fake, bucket } = await opened();
    const folder = createTemporaryFolder();
    const [file, fetched] = [join(folder, 'photo'), join(folder, 'fetched')];
    writeFileSync(file, 'a photo, whole');
    await bucket.checkAccess();
    await bucket.putText({ name: 'enquiries/K7Q.json', type: 'application/json', text: '{"a":"Zoë"}' });
    await bucket.putFile({ name: 'ready/a', type: 'image/png', file });
    expect(fake.objects.get('enquiries/K7Q.json')?.toString()).toBe('{"a":"Zoë"}');
    expect(await bucket.findSize('ready/a')).toBe(14);
    const start = await bucket.readStart('ready/a', 7);
    expect([start?.bytes, String(start?.start)]).toEqual([14, 'a photo']);
    const read = await bucket.read('ready/a');
    expect(String(await buffer(read?.stream ?? Readable.from([])))).toBe('a photo, whole');
    expect(await bucket.downloadTo(fetched, { name: 'ready/a', maxBytes: 13 })).toBe(false);
    expect(await bucket.downloadTo(fetched, { name: 'ready/a', maxBytes: 14 })).toBe(true);
    expect(await bucket.listNamesBefore('', Date.UTC(2026, 10, 22))).toEqual([
      'enquiries/K7Q.json',
      'ready/a',
    ]);
    expect(await bucket.listNamesBefore('', Date.UTC(2026, 10, 20))).toEqual([]);
    await bucket.remove('ready/a');
    expect([...fake.objects.keys()]).toEqual(['enquiries/K7Q.json']);
  });

  it('finds nothing where there is nothing, or no byte of it', async () => {
    const { fake, bucket } = await opened();
    fake.objects.set('empty', Buffer.alloc(0));
    expect([await bucket.readStart('gone', 7), await bucket.readStart('empty', 7)]).toEqual([
      undefined,
      undefined,
    ]);
    expect([await bucket.findSize('gone'), await bucket.read('gone')]).toEqual([undefined, undefined]);
    await bucket.remove('gone');
  });

  it('takes no more of the start than it wants from a store that knows no ranges', async () => {
    const { fake, bucket } = await opened();
    fake.fault = (_request, response) =>
      response.writeHead(200, { 'Content-Length': 2 ** 26 }).write('x'.repeat(9));
    const found = await bucket.readStart('endless', 5);
    expect([found?.bytes, String(found?.start)]).toEqual([2 ** 26, 'xxxxx']);
  });

  it.each<[string, S3Fault, BucketErrorCode, RegExp]>([
    ['answers 500', createErrorAnswer(500, 'InternalError'), 'failing', /it fails \(500/],
    [
      'knows no such key',
      createErrorAnswer(403, 'InvalidAccessKeyId'),
      'refused',
      /\(403.*; correct AWS_ACCESS_KEY_ID/,
    ],
    ['has another time', createErrorAnswer(403, 'RequestTimeTooSkewed'), 'clock', /NTP/],
    ['is in another region', createErrorAnswer(301, 'PermanentRedirect'), 'elsewhere', /AWS_REGION/],
    ['has no room', createErrorAnswer(507), 'full', /free some space there/],
    ['hangs', neverAnswer, 'silent', /does not answer in time/],
    ['hangs up', ({ socket }) => void socket.destroy(), 'unreachable', /correct SLIPWAY_S3_ENDPOINT/],
    ['talks gibberish', ({ socket }) => void socket.end('SSH-2.0-OpenSSH\r\n'), 'foreign', /not an S3 store/],
  ])('says what to mend of one that %s', async (_what, fault, code, reason) => {
    const { fake, bucket } = await opened({
      settings: fault === neverAnswer ? impatient : serverSettings.bucket,
    });
    fake.fault = fault;
    for (const [name, call] of Object.entries(calls(bucket, createTemporaryFolder()))) {
      const error = await call().catch((error: unknown) => error);
      // HEAD has no body that could name the code, so that the status alone decides.
      const isCodeKnown = !['look', 'sizeOf'].includes(name) || code !== 'clock';
      expect(error, name).toMatchObject(
        isCodeKnown ? { name: 'BucketError', code } : { name: 'BucketError' },
      );
      if (isCodeKnown) expect(String(error), name).toMatch(reason);
    }
  });

  it('does not come again in an hour, as it is bid', async () => {
    const { fake, bucket } = await opened({ settings: impatient });
    fake.fault = createErrorAnswer(503, 'SlowDown', { 'Retry-After': '3600' });
    await expect(bucket.checkAccess()).rejects.toMatchObject({ code: 'silent' });
  });

  it('says what to mend of one that is not there', async () => {
    const { bucket } = await opened({ bucket: 'yrad' });
    await expect(bucket.checkAccess()).rejects.toThrow(
      /^Cannot use SLIPWAY_S3_BUCKET="yrad" at SLIPWAY_S3_ENDPOINT="http:\S+": there is no such bucket; create it, or correct SLIPWAY_S3_BUCKET$/,
    );
    await expect(bucket.readStart('a', 7)).rejects.toMatchObject({ code: 'missing' });
  });

  it('says where nothing listens, and where credentials are not set', async () => {
    const { fake } = await opened();
    const nowhere = openBucket({ endpoint: 'http://127.0.0.1:1', bucket: 'yard' }, serverSettings.bucket);
    await expect(nowhere.checkAccess()).rejects.toMatchObject({ code: 'unreachable' });
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('HOME', createTemporaryFolder());
    const unknown = openBucket(fake, serverSettings.bucket);
    await expect(unknown.checkAccess()).rejects.toMatchObject({ code: 'no-credentials' });
  });

  it('gives up an object that stops amid its way, and leaves nothing of it', async () => {
    const { fake, bucket } = await opened({ settings: impatient });
    fake.fault = (_request, response) => response.writeHead(200, { 'Content-Length': 90 }).write('half');
    const file = join(createTemporaryFolder(), 'fetched');
    await expect(bucket.downloadTo(file, { name: 'a', maxBytes: 100 })).rejects.toMatchObject({
      code: 'silent',
    });
    expect(existsSync(file)).toBe(false);
    await expect(bucket.readStart('a', 7)).rejects.toMatchObject({ code: 'silent' });
  });

  it('leaves a file that exists as it is', async () => {
    const { fake, bucket } = await opened();
    fake.objects.set('a', Buffer.from('new'));
    const file = join(createTemporaryFolder(), 'fetched');
    writeFileSync(file, 'old');
    await expect(bucket.downloadTo(file, { name: 'a', maxBytes: 100 })).rejects.toThrow();
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  it('breaks off where told to', async () => {
    const { fake, bucket } = await opened();
    fake.fault = neverAnswer;
    const breaking = new AbortController();
    const put = bucket.putText({ name: 'a', type: 'text/plain', text: 'b' }, breaking.signal);
    await expect.poll(() => fake.asked).toHaveLength(1);
    breaking.abort();
    await expect(put).rejects.toMatchObject({ code: 'broken-off' });
    const late = bucket.putText({ name: 'a', type: 'text/plain', text: 'b' }, breaking.signal);
    await expect(late).rejects.toMatchObject({ code: 'broken-off' });
  });
});
