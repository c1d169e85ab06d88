import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import type { VersionListView } from '../../src/api/versions.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import { createTemporaryData, fetchPageStatus, startOnData } from './damaged-studio.ts';

// Damaged rows of versions, or a file in the place of a folder, do not affect visitors.

it('serves visitors with a file in the place of the studio’s folder, and damaged rows of versions', async () => {
  const data = createTemporaryData();
  let server = await startOnData(data);
  await server.stop();
  writeFileSync(join(data, 'studio'), 'nonsense');
  mkdirSync(join(data, 'forms'));
  writeFileSync(join(data, 'forms', `${'a'.repeat(64)}.json`), '{"replacedAt":null,"documents":5}');
  const db = new DatabaseSync(join(data, 'slipway.db'));
  db.exec(
    `UPDATE version_documents SET documents = '{"rules.json":', consequences = 'nonsense' WHERE number = 1`,
  );
  db.exec(`UPDATE versions SET content = '[]' WHERE number = 1`);
  db.close();

  server = await startOnData(data);
  expect(await fetchPageStatus(server)).toBe(200);
  expect(server.logged()).toMatch(/"version-damaged".*version 1/);
  const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const { live, versions } = await owner.get<VersionListView>('versions');
  expect([live, versions.map(({ number, note }) => [number, note])]).toEqual([
    2,
    [
      [2, ''],
      [1, 'damaged'],
    ],
  ]);
  const broken = await owner.ask('GET', 'versions/1');
  expect([broken.status, await broken.json()]).toMatchObject([503, { error: 'not-readable' }]);
  // The draft is in the database, so the file is only reported.
  expect(server.logged()).toMatch(/"draft-not-taken-up".*studio\/draft\.jsonl/);
  expect((await owner.get<DraftView>('draft')).version).toBe(0);
});
