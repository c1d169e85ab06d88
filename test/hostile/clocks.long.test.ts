import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublishAnswer, VersionListView, VersionView } from '../../src/api/versions.ts';
import { createCorpusSite, readCorpus } from '../corpus/corpus.ts';
import type { RunningServer } from '../support/server.ts';
import { openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { startClockedServer } from './support/clocked-server.ts';

// Two servers on one data folder, whose clocks differ by minutes.

const aheadMs = 5 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'slipway-clocks-'));
const small = createCorpusSite(readCorpus().filter(({ key }) => key === 'all-of'));
const site = { ...small, documents: { ...small.documents, 'scenarios.json': undefined } };
let servers: readonly RunningServer[] = [];
let ahead: StudioClient;
let right: StudioClient;

beforeAll(async () => {
  const env = { SLIPWAY_DATA: join(folder, 'data'), SLIPWAY_STUDIO_PASSWORD: studioPassword };
  const first = await startClockedServer({ ...site, env }, aheadMs);
  const second = await startClockedServer({ ...site, env });
  servers = [first, second];
  [ahead, right] = [await openStudioClient(first), await openStudioClient(second)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
});

const write = (studio: StudioClient, word: string) =>
  studio.change(() => [{ file: 'texts/en.json', path: [`kept-${word}`], after: word }]);

function published(answer: PublishAnswer) {
  if (answer.kind !== 'published') throw new Error(JSON.stringify(answer));
  return answer.version;
}

it('what is published by the later clock first and the earlier one then follows the one on the other', async () => {
  await write(ahead, 'first');
  const first = published(await ahead.publish());
  await expect.poll(async () => (await right.get<VersionView>('versions/live')).number).toBe(first.number);
  await write(right, 'second');
  const second = published(await right.publish());
  // The draft can be edited on either server, and published.
  for (const studio of [ahead, right])
    await expect.poll(async () => (await studio.draft()).published.hash).toBe(second.hash);
  await write(ahead, 'third');
  const third = published(await ahead.publish());
  await write(right, 'fourth');
  const fourth = published(await right.publish());
  expect([second.after, third.after, fourth.after]).toEqual([first.number, second.number, third.number]);
  const { versions } = await right.get<VersionListView>('versions');
  const times = versions.map(({ liveAt = 0 }) => liveAt);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});

it('whoever publishes too late is told what came between, by whichever clock', async () => {
  const { draft, version } = await right.draft();
  await write(ahead, 'fifth');
  const fifth = published(await ahead.publish());
  const late = await right.post<PublishAnswer>('publish', { draft, version, isWarned: true });
  expect(late).toMatchObject({ kind: 'other-draft', published: { number: fifth.number } });
  expect(late.kind === 'other-draft' && late.since?.map(({ number }) => number)).toContain(fifth.number);
});
