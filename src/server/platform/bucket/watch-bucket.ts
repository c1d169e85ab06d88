import type { Health } from '../health/health.ts';
import type { Bucket } from './bucket.ts';
import { BucketError } from './bucket-error.ts';

/**
 * Checks a bucket at an interval, first after one interval, and reports the last result to `/readyz`. A
 * failure is only a warning, because each instance still accepts enquiries without photos.
 * @returns A function that stops the checks.
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
  /** Checks the bucket and stores the reason of a failure. Does nothing while a check is running. */
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
    /** Returns the failure of the last check; undefined before the first one and after a successful one. */
    findTrouble: () => failure && `the bucket of the photos does not work: ${failure}`,
  });
  const timer = setInterval(checkBucket, everyMs).unref();
  return () => clearInterval(timer);
}
