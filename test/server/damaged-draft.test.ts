import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import type { VersionListView } from '../../src/api/versions.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import { createTemporaryData, fetchPageStatus, startOnData } from './damaged-studio.ts';

// Damaged files in the studio's folder do not affect visitors.

it('serves visitors with a damaged draft, says what is damaged, and goes on with what can be read', async () => {
  const data = createTemporaryData();
  const draftFile = join(data, 'studio', 'draft.jsonl');
  let server = await startOnData(data);
  const client = await openStudioClient(server);
  await client.change(changePhoneLabel('One'));
  await client.change(changePhoneLabel('Two'));
  await server.stop();
  const lines = readFileSync(draftFile, 'utf8').split('\n');
  const damaged = lines.with(2, JSON.stringify({ ...JSON.parse(lines[2] ?? ''), undoes: 5 })).join('\n');
  writeFileSync(draftFile, damaged);
  writeFileSync(join(data, 'studio', 'installation-key.pem'), 'nonsense');
  writeFileSync(join(data, 'studio', 'other-installations.json'), '[1, {"x": }');

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
        /line 3 of ".*draft\.jsonl" .*\/undoes must be array.*from a backup.*draft\/mend/,
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
  rmSync(join(data, 'studio', 'installation-key.pem'));
  expect((await owner.ask('GET', 'files?of=live')).status).toBe(200);

  for (const text of [
    '',
    '\n',
    '{',
    '5\n',
    'null\nnull\n',
    '\u0000\u0001\n',
    '{"id":"x","baseHash":5,"base":{}}\n',
    damaged,
  ]) {
    writeFileSync(draftFile, text);
    const { status } = await owner.ask('GET', 'draft');
    expect([text.slice(0, 50), status]).toEqual([text.slice(0, 50), text === '' ? 200 : 503]);
  }
  expect(await fetchPageStatus(server)).toBe(200);
  const { aside = '' } = await owner.post<{ readonly aside?: string }>('draft/mend', {});
  expect(readFileSync(aside, 'utf8')).toBe(damaged);
  const { changes, documents } = await owner.get<DraftView>('draft');
  expect(changes).toHaveLength(1);
  expect(JSON.stringify(documents)).toContain('"One"');
});
