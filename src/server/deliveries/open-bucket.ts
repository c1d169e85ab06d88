import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { PutObject } from './open-courier.ts';

/** What a store says to a region that nobody named, as for photos. */
const defaultRegion = 'us-east-1';

/** What puts enquiries into the bucket of the photos. Credentials and the region come from the usual `AWS_*`. */
export function openBucket({
  endpoint,
  bucket,
}: {
  readonly endpoint: string;
  readonly bucket: string;
}): PutObject {
  const client = new S3Client({
    endpoint,
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? defaultRegion,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return async (name, body) => {
    const object = { Bucket: bucket, Key: name, Body: body, ContentType: 'application/json' };
    await client.send(new PutObjectCommand(object));
  };
}
