import { describePhotoStore } from './support/store-suite.ts';

const { SLIPWAY_TEST_S3_ENDPOINT: endpoint, SLIPWAY_TEST_S3_BUCKET: bucket = '' } = process.env;

describePhotoStore('the folder', () => ({}));

describePhotoStore('an S3-compatible store', (skip) => {
  if (!endpoint) return skip('no S3 server answers; npm run test:s3 starts one');
  return { s3: { endpoint, bucket }, startsAt: Date.now() };
});
