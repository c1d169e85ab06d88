import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChangeAnswer } from '../../src/api/studio.ts';
import type { VersionListView, VersionView } from '../../src/api/versions.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { compileTestForm } from '../support/forms.ts';
import { killWhen } from '../support/kill-when.ts';
import { createSeededRandom } from '../support/many-enquiries.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createSmallSite } from '../support/small-site.ts';
import { openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

/** The acknowledged changes so far, none of which may be lost. */
interface Acknowledged {
  /** Texts written into the draft, by key. */
  readonly edits: Map<string, string>;
  /** The hashes of published versions, by number. */
  readonly published: Map<number, string>;
  /** Reasons of failed publications. */
  readonly refused: string[];
}

/**
 * The moments of the kill: during the checks before a publication; as soon as the new version is in the
 * database, before anybody is notified; after a publication was acknowledged; or after some edits.
 */
const moments = ['checking', 'stored', 'acknowledged', 'some edits later'] as const;

const [editors, publishers] = [3, 2];
const someEdits = 5 + Math.floor(20 * createSeededRandom(Number(process.env.TEST_SEED ?? 1))());

describe('a server that is killed four times amid publishing and editing, on the same data', () => {
  it('loses no edit and tears no version', async () => {
    const data = mkdtempSync(join(tmpdir(), 'slipway-kill-studio-'));
    const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
    const known: Acknowledged = { edits: new Map(), published: new Map(), refused: [] };
    let server = await startServerProcess({ ...createSmallSite(), env });
    let studio = await openStudioClient(server);
    onTestFinished(async () => {
      await server.kill();
      rmSync(data, { recursive: true, force: true });
    });
    for (const when of moments) {
      const before = { edits: known.edits.size, published: known.published.size };
      let [isOver, asked] = [false, 0];
      const repeat = async (work: () => Promise<void>) => {
        // Requests pending at the kill were not acknowledged.
        while (!isOver) await work().catch(() => undefined);
      };
      const working = [
        ...Array.from({ length: editors }, () => repeat(() => edit(studio, known))),
        ...Array.from({ length: publishers }, () =>
          repeat(() => {
            asked += 1;
            return publish(studio, known);
          }),
        ),
      ];
      const newest = await newestVersion(data);
      await killWhen(server, async () => {
        const hasCome = {
          checking: () => asked >= publishers && known.edits.size > before.edits,
          stored: async () => (await newestVersion(data)) !== newest && known.edits.size > before.edits,
          acknowledged: () => known.published.size > before.published,
          'some edits later': () => known.edits.size >= before.edits + someEdits,
        }[when];
        return known.refused.length > 0 || (await hasCome());
      });
      isOver = true;
      await Promise.all(working);
      server = await startServerProcess({ ...createSmallSite(), env });
      studio = await openStudioClient(server);
      expect(await compare(studio, known), when).toEqual({ lost: [], torn: [] });
      expect(known.edits.size, when).toBeGreaterThan(before.edits);
      if (when === 'acknowledged') expect(known.published.size).toBeGreaterThan(before.published);
      expect(countDraftCopies(data)).toBe(0);
    }
  });
});

async function newestVersion(data: string): Promise<number | undefined> {
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  const newest = (await store?.versions({ limit: 1 }))?.[0]?.number;
  await store?.close();
  return newest;
}

/** Returns the number of damaged drafts that were set aside. */
function countDraftCopies(data: string): number {
  const db = new DatabaseSync(join(data, 'slipway.db'));
  const copies = db.prepare('SELECT number FROM draft_copies').all();
  db.close();
  return copies.length;
}

/** Edits a different text each time, so that edits never conflict. */
async function edit(studio: StudioClient, { edits }: Acknowledged): Promise<void> {
  const { draft } = await studio.draft();
  const [key, word] = [`kept-${randomUUID()}`, randomUUID()];
  const patches = [{ file: 'texts/en.json', path: [key], after: word }];
  const change = { id: randomUUID(), title: { key: 'text', values: { key } }, patches };
  const answer = await studio.post<ChangeAnswer>('changes', { draft, by: 'editor', change });
  if (answer.kind === 'taken') edits.set(key, word);
}

async function publish(studio: StudioClient, { published, refused }: Acknowledged): Promise<void> {
  const answer = await studio.publish();
  if (answer.kind === 'published') published.set(answer.version.number, answer.hash);
  // Another client may have been first; any other refusal is a fault of the test.
  else if (answer.kind !== 'other-draft') refused.push(JSON.stringify(answer));
}

async function compare(studio: StudioClient, { edits, published, refused }: Acknowledged) {
  const { versions } = await studio.get<VersionListView>('versions');
  const { documents, published: live } = await studio.draft();
  const texts = Object(documents)['texts/en.json'] as Readonly<Record<string, unknown>>;
  const torn = [...refused];
  if (versions.some(({ number }, index) => number !== (versions[0]?.number ?? 0) - index))
    torn.push('numbers have a gap');
  if (versions.filter(({ state }) => state === 'live').length !== 1) torn.push('not one is live');
  for (const { number, hash, state } of versions.slice(0, 4)) {
    const version = await studio.get<VersionView>(`versions/${number}`);
    if (compileTestForm(version.documents).hash !== hash) torn.push(`version ${number} is not what it says`);
    if (state === 'live' && live.hash !== hash) torn.push(`version ${number} is not served`);
  }
  for (const [number, hash] of published)
    if (versions.every((version) => version.number !== number || version.hash !== hash))
      torn.push(`version ${number} was acknowledged`);
  return { lost: [...edits].filter(([key, word]) => texts[key] !== word).map(([key]) => key), torn };
}
