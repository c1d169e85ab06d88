import { serverSettings } from '../config/settings.ts';
import type { Bucket, BucketPlace } from './bucket.ts';

/**
 * Opens the configured bucket; undefined if none is configured. The S3 client is large and loaded only if
 * needed.
 */
export async function bucketAt(place: BucketPlace | undefined): Promise<Bucket | undefined> {
  if (place === undefined) return undefined;
  const { openBucket } = await import('./open-bucket.ts');
  return openBucket(place, serverSettings.bucket);
}
