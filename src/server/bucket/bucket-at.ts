import { serverSettings } from '../config/settings.ts';
import type { Bucket, BucketPlace } from './bucket.ts';

/** Opens the bucket that the configuration names, if it names one: its client is large, and loaded only where it is wanted. */
export async function bucketAt(place: BucketPlace | undefined): Promise<Bucket | undefined> {
  if (place === undefined) return undefined;
  const { openBucket } = await import('./open-bucket.ts');
  return openBucket(place, serverSettings.bucket);
}
