import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PublishAnswer } from '../../src/api/versions.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';
import { createTemporaryData, fetchPageStatus, startOnData } from './damaged-studio.ts';

it('takes no change while the draft cannot be locked, says that nothing can be written, and has lost nothing', async () => {
  const data = createTemporaryData();
  const server = await startOnData(data);
  const client = await openStudioClient(server);
  await client.change(changePhoneLabel('One'));
  const { draft, version, documents } = await client.draft();
  const changed = async () => {
    const title = { key: 'json', values: { file: 'texts' } };
    const change = { id: 'two', title, patches: changePhoneLabel('Two')(documents) };
    const answer = await client.ask('POST', 'changes', { draft, by: 'test', change });
    return [answer.status, await answer.json()];
  };
  // As on a full disk: SQLite cannot create its journal.
  const journal = join(data, 'studio', 'draft.jsonl.lock-journal');
  mkdirSync(journal);
  expect(await changed()).toEqual([507, { error: 'store-full' }]);
  // A version is stored outside of the draft's files.
  const published = await client.post<PublishAnswer>('publish', { draft, version, isWarned: true });
  expect(published.kind).toBe('published');
  expect(await fetchPageStatus(server)).toBe(200);
  const reported = String.raw`"reason":"Cannot lock .*draft\.jsonl.*"error":"StoreError.*"errorCode":"full"`;
  expect(server.logged()).toMatch(new RegExp(`"studio-store-full".*changes.*${reported}`));
  expect(server.logged()).toMatch(new RegExp(`"draft-not-followed".*${reported}`));
  const waiting = await client.ask('GET', 'draft');
  expect([waiting.status, await waiting.json()]).toEqual([507, { error: 'store-full' }]);
  rmdirSync(journal);
  const next = await client.draft();
  expect([next.changes, next.published.hash]).toEqual([[], 'hash' in published && published.hash]);
  expect(JSON.stringify(next.documents)).toContain('"One"');
  expect(await client.change(changePhoneLabel('Two'))).toMatchObject({ kind: 'taken' });
});
