import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { schemasFolder } from '#schemas';
import { shippedContentFolder } from '../server/forms/content/shipped-content.ts';
import { startServer } from './server.ts';

/** A receiver as docs/webhooks.md asks for one. */
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

it('reads the secrets of destinations from the settings, else from the environment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv('TEST_SECRET_OF_ENVIRONMENT', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  const content = join(folder, 'content');
  cpSync(shippedContentFolder, content, { recursive: true });
  const destinations = ['TEST_SECRET_OF_SETTINGS', 'TEST_SECRET_OF_ENVIRONMENT', 'TEST_SECRET_OF_NOBODY'].map(
    (name, at) => ({
      id: `crm-${at}`,
      kind: 'webhook',
      url: 'https://crm.example.com',
      secrets: [`env:${name}`],
    }),
  );
  writeFileSync(join(content, 'destinations.json'), JSON.stringify(destinations));
  const starting = startServer({
    schemas: fileURLToPath(schemasFolder),
    content,
    settings: {
      PORT: 0,
      SLIPWAY_DATA: join(folder, 'data'),
      TEST_SECRET_OF_SETTINGS: secret,
    },
    log: () => undefined,
    print: () => undefined,
  });
  await expect(starting).rejects.toMatchObject({
    lines: [expect.stringMatching(/"crm-2" of destinations\.json: .*TEST_SECRET_OF_NOBODY/)],
  });
});
