import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../config/settings.ts';
import type { ReadinessCheck } from '../health/health.ts';
import { openBucket } from './open-bucket.ts';
import { neverAnswer, startFakeS3 } from './testing/fake-s3.ts';
import { watchBucket } from './watch-bucket.ts';

describe('watchBucket', () => {
  it('tells of a bucket that hangs without waiting for it, and when it is back', async () => {
    const fake = await startFakeS3();
    const bucket = openBucket(fake, { ...serverSettings.bucket, answerMs: 200 });
    onTestFinished(() => bucket.close());
    const checks: ReadinessCheck[] = [];
    const stop = watchBucket({ bucket, health: { addCheck: (check) => checks.push(check) }, everyMs: 20 });
    onTestFinished(stop);
    const [check] = checks;
    expect([check?.name, check?.findTrouble()]).toEqual(['bucket', undefined]);
    fake.fault = neverAnswer;
    await expect
      .poll(() => check?.findTrouble())
      .toBe(
        'the bucket of the photos does not work: it does not answer in time; check that it runs, and that no firewall blocks this server',
      );
    fake.fault = undefined;
    await expect.poll(() => check?.findTrouble()).toBeUndefined();
  });
});
