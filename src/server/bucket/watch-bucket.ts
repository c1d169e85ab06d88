import type { Health } from '../health/health.ts';
import type { Bucket } from './bucket.ts';
import { BucketError } from './bucket-error.ts';

/**
 * Looks every so often whether the bucket does its work, and has `/readyz` tell what was found last: however long a bucket hangs,
 * whoever asks waits for nothing. It warns: every instance would find the same, and each takes enquiries without photos. Gives the
 * function that ends it. The bucket answered a moment ago, when it was opened.
 */
export function watchBucket({
  bucket,
  health,
  everyMs,
}: {
  readonly bucket: Pick<Bucket, 'look'>;
  readonly health: Pick<Health, 'addCheck'>;
  readonly everyMs: number;
}): () => void {
  let found: string | undefined;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    found = await bucket.look().then(
      () => undefined,
      (error: unknown) => (error instanceof BucketError ? error.reason : 'it could not be looked at'),
    );
    isLooking = false;
  };
  health.addCheck({
    ...{ name: 'bucket', isWarning: true },
    look: () => found && `the bucket of the photos does not do its work: ${found}`,
  });
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}
