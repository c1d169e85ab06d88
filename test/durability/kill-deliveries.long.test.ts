import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startWebhookReceiver } from '../../src/server/delivery/webhooks/testing/receiver.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { killWhen } from '../support/kill-when.ts';
import { postEnquiry } from '../support/send.ts';
import { startServerProcess } from '../support/server-process.ts';

const sends = 60;
const killAfter = 30;

it('delivers every acknowledged enquiry at least once to each destination, whenever the server is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const drop = mkdtempSync(join(tmpdir(), 'slipway-kill-drop-'));
  onTestFinished(() => rmSync(drop, { recursive: true, force: true }));
  // Requests pending at the kill are never answered.
  const { port, received } = await startWebhookReceiver((response) => {
    if (received.length % 3 === 0) response.writeHead(204).end();
    else setImmediate(() => response.writeHead(204).end());
  });
  const { rules } = readFrozenDocuments()['rules.json'] as { rules: readonly object[] };
  const rule = { id: 'elsewhere', description: 'To other systems.', then: { destinations: ['crm', 'drop'] } };
  const crm = {
    id: 'crm',
    kind: 'webhook',
    url: `http://localhost:${port}/`,
    mayBePrivate: true,
    secrets: ['env:CRM_SECRET'],
  };
  const options = {
    documents: { 'rules.json': { rules: [...rules, rule] } },
    content: { 'destinations.json': [crm, { id: 'drop', kind: 'fileDrop', folder: drop }] },
    env: {
      SLIPWAY_DATA: join(folder, 'data'),
      SLIPWAY_RATE_LIMIT: 'off',
      CRM_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    },
  };
  const first = await startServerProcess(options);
  const acknowledged: string[] = [];
  const death = killWhen(first, () => acknowledged.length >= killAfter);
  await Promise.allSettled(
    Array.from({ length: sends }, async () => {
      const { body } = await postEnquiry(first.url, sampleEnquiry);
      const reference = body.extensions?.reference;
      if (reference !== undefined) acknowledged.push(reference);
    }),
  );
  await death;
  expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);

  const second = await startServerProcess(options);
  onTestFinished(async () => void (await second.stop()));
  const stored = (await second.enquiries()).map(({ reference }) => reference);
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  // Pending deliveries wait for the end of their lease.
  const missing = () => {
    const posted = new Set(received.map(({ body }) => JSON.parse(body).data.reference));
    const dropped = new Set(readdirSync(drop));
    return stored.filter((one) => !posted.has(one) || !dropped.has(`${one}.json`));
  };
  await expect.poll(missing, { timeout: 180_000 }).toEqual([]);
  expect(readdirSync(drop).filter((name) => !name.endsWith('.json'))).toEqual([]);
});
