import type { Health } from '../health/health.ts';
import type { Bucket } from './bucket.ts';
import { BucketError } from './bucket-error.ts';

/**
 * Checks a bucket at an interval and reports the last result to `/readyz`, which therefore never waits for
 * the bucket. The check is a warning: every instance would see the same failure, and each still accepts
 * enquiries without photos. The first check is due after one interval, because opening the bucket has just
 * checked it. Returns a function that stops the checks.
 */
export function watchBucket({
  bucket,
  health,
  everyMs,
}: {
  readonly bucket: Pick<Bucket, 'checkAccess'>;
  readonly health: Pick<Health, 'addCheck'>;
  readonly everyMs: number;
}): () => void {
  let failure: string | undefined;
  let isChecking = false;
  const checkBucket = async () => {
    if (isChecking) return;
    isChecking = true;
    failure = await bucket.checkAccess().then(
      () => undefined,
      (error: unknown) => (error instanceof BucketError ? error.reason : 'it could not be checked'),
    );
    isChecking = false;
  };
  health.addCheck({
    name: 'bucket',
    isWarning: true,
    findTrouble: () => failure && `the bucket of the photos does not work: ${failure}`,
  });
  const timer = setInterval(checkBucket, everyMs).unref();
  return () => clearInterval(timer);
}
