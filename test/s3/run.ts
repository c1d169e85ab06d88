import { spawnSync } from 'node:child_process';
import {
  type CORSConfiguration,
  CreateBucketCommand,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { readDocsBlocks } from '../cli/docs-blocks.ts';
import { installCeph, startCeph } from './ceph.ts';

// npm run test:s3: the tests of photos with a real S3 server. It installs Ceph's gateway if it is missing and
// if it can (Debian, as root), starts it with a store in memory, and stops it afterwards.

const bucket = 'slipway-photos';

const missing = installCeph();
if (missing !== undefined) {
  console.error(`Cannot run the tests against S3: ${missing}; install them, then run this again`);
  process.exit(1);
}
const started = performance.now();
const server = await startCeph();
console.log(`Ceph's object gateway answers at ${server.endpoint} after ${seconds(started)}.`);
try {
  const { endpoint, accessKey: accessKeyId, secretKey: secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: readDocumentedCors() }));
  const tested = performance.now();
  const tests = ['test/photos/stores.test.ts', 'test/journeys/photos-in-a-bucket.test.ts'];
  const { status } = spawnSync('vitest', ['run', ...tests], {
    stdio: 'inherit',
    env: {
      ...process.env,
      SLIPWAY_TEST_S3_ENDPOINT: endpoint,
      SLIPWAY_TEST_S3_BUCKET: bucket,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  console.log(`The tests took ${seconds(tested)}.`);
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
}

/** Returns the CORS rules of a bucket from the docs, with any port for the pages of the tests. */
function readDocumentedCors(): CORSConfiguration {
  const block = readDocsBlocks('deployment.md').find(({ marks }) => marks.for === 'bucket-cors');
  if (!block) throw new Error('docs/deployment.md no longer says what a bucket has to allow');
  const { CORSRules } = JSON.parse(block.text) as CORSConfiguration;
  return { CORSRules: CORSRules?.map((rule) => ({ ...rule, AllowedOrigins: ['*'] })) };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
