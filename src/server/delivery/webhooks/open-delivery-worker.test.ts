import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Content } from '../../forms/content/content.ts';
import { openBucket } from '../../platform/bucket/open-bucket.ts';
import { createErrorAnswer, neverAnswer, startFakeS3 } from '../../platform/bucket/testing/fake-s3.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { openDeliveryWorker } from './open-delivery-worker.ts';

/** Prepares a delivery worker for a bucket, and an enquiry that is to be delivered there. */
async function createBucketDelivery(fault?: Parameters<typeof createErrorAnswer>) {
  const fake = await startFakeS3();
  if (fault) fake.fault = createErrorAnswer(...fault);
  const store = openSqliteStore({ dataFolder: createTemporaryFolder(), settings: serverSettings });
  // The timeouts are longer than the test, so that only `stop` ends a request.
  const bucket = openBucket(fake, { ...serverSettings.bucket, answerMs: 600_000, silenceMs: 600_000 });
  const events: Record<string, unknown>[] = [];
  const content = { destinations: [{ id: 'drop', kind: 'fileDrop', prefix: 'enquiries/' }] };
  const start = () =>
    openDeliveryWorker({
      content: () => content as unknown as Content,
      store,
      bucket,
      env: {},
      settings: { ...serverSettings.deliveries, graceMs: 0 },
      log: createLog({ write: (line) => events.push(JSON.parse(line)), now: Date.now }),
    });
  onTestFinished(async () => {
    bucket.close();
    await store.close();
  });
  const entry = createEntry({ deliveries: [{ destination: 'drop', body: '{"a":"Zoë"}' }] });
  await store.accept(entry);
  const expectEvent = (event: string) => expect.poll(() => events.find((one) => one.event === event));
  return { fake, store, start, expectEvent, entry, name: `enquiries/${entry.reference}.json` };
}

describe('a file drop in a bucket', () => {
  it('is an object of JSON by the reference', async () => {
    const { fake, start, expectEvent, name } = await createBucketDelivery();
    const worker = start();
    await expectEvent('delivered').toMatchObject({ destination: 'drop' });
    expect(fake.objects.get(name)?.toString()).toBe('{"a":"Zoë"}');
    await worker.stop();
  });

  it('is tried again where the bucket does not take it, and says what to mend', async () => {
    const { start, expectEvent } = await createBucketDelivery([403, 'InvalidAccessKeyId']);
    const worker = start();
    await expectEvent('delivery-delayed').toMatchObject({
      reason: expect.stringMatching(/^the bucket does not accept it: .* correct AWS_ACCESS_KEY_ID/),
    });
    await worker.stop();
  });

  it('is taken back of an enquiry that is erased while it is put there', async () => {
    const { fake, store, start, expectEvent, entry, name } = await createBucketDelivery();
    const note = { at: 0, action: 'erased', who: { name: 'Ada' }, about: 'mark' } as const;
    fake.fault = async (request, response) => {
      fake.fault = undefined;
      fake.objects.set(name, await buffer(request));
      await store.eraseEnquiry({ id: entry.id, note });
      response.end();
    };
    const worker = start();
    await expectEvent('delivered').toBeDefined();
    await expect.poll(() => fake.asked).toEqual([`PUT ${name}`, `DELETE ${name}`]);
    await expect.poll(() => [...fake.objects.keys()]).toEqual([]);
    await worker.stop();
  });

  it('holds up no stop where the bucket hangs', async () => {
    const { fake, start } = await createBucketDelivery();
    fake.fault = neverAnswer;
    const worker = start();
    await expect.poll(() => fake.asked).toHaveLength(1);
    await worker.stop();
  });
});
