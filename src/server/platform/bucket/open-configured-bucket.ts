import { serverSettings } from '../config/settings.ts';
import type { Bucket, BucketAddress } from './bucket.ts';

/**
 * Opens the configured bucket; undefined if none is configured. The S3 client is large and loaded only if
 * needed.
 */
export async function openConfiguredBucket(place: BucketAddress | undefined): Promise<Bucket | undefined> {
  if (place === undefined) return undefined;
  const { openBucket } = await import('./open-bucket.ts');
  return openBucket(place, serverSettings.bucket);
}
