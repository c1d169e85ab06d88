import { expect, it, onTestFinished, vi } from 'vitest';
import { openBucket } from './open-bucket.ts';
import { startReceiver } from './testing/receiver.ts';

it('puts an enquiry into the bucket by its name, as JSON, and fails where the bucket does', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
  onTestFinished(() => void vi.unstubAllEnvs());
  let status = 200;
  const { port, received } = await startReceiver((response) => response.writeHead(status).end());
  const put = openBucket({ endpoint: `http://localhost:${port}`, bucket: 'yard' });
  await put('enquiries/K7Q-M2X-HP4.json', '{"a":"Zoë"}');
  expect(received).toMatchObject([{ body: '{"a":"Zoë"}', headers: { 'content-type': 'application/json' } }]);
  expect(received[0]?.url).toMatch(/^\/yard\/enquiries\/K7Q-M2X-HP4\.json(?:\?|$)/);
  status = 403;
  await expect(put('enquiries/K7Q-M2X-HP4.json', '{}')).rejects.toThrow();
});
