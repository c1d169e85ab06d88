import type { Health } from '../health/health.ts';
import type { Bucket } from './bucket.ts';
import { BucketError } from './bucket-error.ts';

/**
 * Checks a bucket at an interval and reports the last result to `/readyz`, which therefore never waits for
 * the bucket. The check is a warning: every instance would see the same failure, and each still accepts
 * enquiries without photos. The first check is due after one interval, because opening the bucket has just
 * checked it. Returns a function that ends it.
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
  let found: string | undefined;
  let isLooking = false;
  const checkBucket = async () => {
    if (isLooking) return;
    isLooking = true;
    found = await bucket.checkAccess().then(
      () => undefined,
      (error: unknown) => (error instanceof BucketError ? error.reason : 'it could not be checked'),
    );
    isLooking = false;
  };
  health.addCheck({
    name: 'bucket',
    isWarning: true,
    findTrouble: () => found && `the bucket of the photos does not work: ${found}`,
  });
  const timer = setInterval(checkBucket, everyMs).unref();
  return () => clearInterval(timer);
}
