import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FilesView } from '../../src/api/exchange.ts';
import type { DraftView } from '../../src/api/studio.ts';
import { generateInstallationKey, toInstallation } from '../../src/server/studio/exchange/installation.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';
import { createTemporaryData, startOnData } from './damaged-studio.ts';

it('continues with the draft, the key and the trust that an earlier release has in files', async () => {
  const former = await openStudioClient(await startOnData(createTemporaryData()));
  await former.change(changePhoneLabel('One'));
  await former.change(changePhoneLabel('Two'));
  const { draft: id, version, documents, changes, published } = await former.draft();

  const data = createTemporaryData();
  const folder = join(data, 'studio');
  const head = { id, baseHash: published.hash, baseVersion: 1, base: published.documents };
  const pem = generateInstallationKey();
  const files = {
    'draft.jsonl': [head, ...changes].map((line) => `${JSON.stringify(line)}\n`).join(''),
    'installation-key.pem': pem,
    'other-installations.json': '{"SHA256:other":{"isTrusted":true}}',
  };
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  let server = await startOnData(data);
  for (const _start of [1, 2]) {
    const client = await openStudioClient(server);
    expect(await client.draft()).toMatchObject({ draft: id, version, documents, changes } as DraftView);
    const { installation } = await client.get<FilesView>('files?of=live');
    expect(installation).toBe(toInstallation(pem).fingerprint);
    await server.stop();
    server = await startOnData(data);
  }
  // Everything is still there for the earlier release.
  expect(
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => !name.endsWith('.lock'))
        .map((name) => [name.replace(/\.left$/, ''), readFileSync(join(folder, name), 'utf8')]),
    ),
  ).toEqual(files);
  expect(server.logged()).not.toMatch(/"level":"(?:error|warn)","event":"(?:draft|installation)/);
});
