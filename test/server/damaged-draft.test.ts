import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import type { VersionListView } from '../../src/api/versions.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import { createTemporaryData, fetchPageStatus, startOnData } from './damaged-studio.ts';

// A damaged draft, and damaged files of an earlier release, do not affect visitors.

it('serves visitors with a damaged draft, says what is damaged, and goes on with what can be read', async () => {
  const data = createTemporaryData();
  const keyFile = join(data, 'studio', 'installation-key.pem');
  mkdirSync(join(data, 'studio'));
  writeFileSync(keyFile, 'nonsense');
  writeFileSync(join(data, 'studio', 'other-installations.json'), '[1, {"x": }');
  let server = await startOnData(data);
  const client = await openStudioClient(server);
  await client.change(changePhoneLabel('One'));
  await client.change(changePhoneLabel('Two'));
  await server.stop();
  const db = new DatabaseSync(join(data, 'slipway.db'));
  db.exec(`UPDATE draft_lines SET content = json_set(content, '$.undoes', 5) WHERE number = 2`);
  db.close();

  server = await startOnData(data);
  expect(await fetchPageStatus(server)).toBe(200);
  const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const refusal = await owner.ask('GET', 'draft');
  expect([refusal.status, await refusal.json()]).toEqual([
    503,
    {
      error: 'no-draft',
      isMendable: true,
      message: expect.stringMatching(
        /line 2 in the table "draft_lines" .*\/undoes must be array.*from a backup.*draft\/mend/,
      ),
    },
  ]);
  expect(server.logged()).toMatch(/"draft-not-opened"/);
  // Parts without the draft work.
  expect((await owner.get<VersionListView>('versions')).live).toBe(1);
  expect((await owner.ask('GET', 'people')).status).toBe(200);
  const restored = await owner.ask('POST', 'restore', { number: 1, isWarned: true });
  expect(await restored.json()).toMatchObject({ kind: 'published' });
  const files = await owner.ask('GET', 'files?of=live');
  expect([files.status, await files.json()]).toMatchObject([
    503,
    { error: 'not-readable', message: expect.stringContaining('installation-key.pem') },
  ]);
  rmSync(keyFile);
  expect((await owner.ask('GET', 'files?of=live')).status).toBe(200);

  expect(await fetchPageStatus(server)).toBe(200);
  const { aside = '' } = await owner.post<{ readonly aside?: string }>('draft/mend', {});
  expect(aside).toBe('draft_copies 1');
  const { changes, documents } = await owner.get<DraftView>('draft');
  expect(changes).toHaveLength(1);
  expect(JSON.stringify(documents)).toContain('"One"');
});
