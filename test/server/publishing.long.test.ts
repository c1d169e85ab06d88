import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditListView, SignedInPerson } from '../../src/api/people.ts';
import type { DraftView } from '../../src/api/studio.ts';
import type { PublishAnswer, VersionListView, VersionView } from '../../src/api/versions.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { compileTestForm } from '../support/forms.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { changePhoneLabel, openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { inviteAndJoin } from '../support/studio-session.ts';

// Two servers on one data folder, as behind a proxy without affinity.
const data = mkdtempSync(join(tmpdir(), 'slipway-publishing-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let one: RunningServer | undefined;
let other: RunningServer | undefined;
let studio: StudioClient;
let otherServer: StudioClient;

beforeAll(async () => {
  const [first, second] = [await startServer({ env }), await startServer({ env })];
  [one, other] = [first, second];
  [studio, otherServer] = [await openStudioClient(first), await openStudioClient(second)];
});
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()]);
  rmSync(data, { recursive: true });
});

async function isSeen(server: RunningServer | undefined, word: string): Promise<boolean> {
  const response = await fetch(new URL('/contact?enquiryType=service', server?.url));
  return (await response.text()).includes(word);
}

const live = () => studio.get<VersionView>('versions/live');

describe('a version of the draft', () => {
  it('is live on every server', async () => {
    await studio.change(changePhoneLabel('Mobile number'));
    expect(await studio.publish()).toMatchObject({ kind: 'published' });
    for (const server of [one, other]) await expect.poll(() => isSeen(server, 'Mobile number')).toBe(true);
  });

  it('is refused to the later of two who publish the same draft on either server', async () => {
    await studio.change(changePhoneLabel('Telephone'));
    const draft = await studio.draft();
    expect(await otherServer.draft()).toMatchObject({ draft: draft.draft, version: draft.version });
    const both = await Promise.all([studio.publish({ note: 'a' }), otherServer.publish({ note: 'b' })]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['other-draft', 'published']);
    await expect.poll(async () => (await otherServer.draft()).changes).toEqual([]);
    expect(await otherServer.post<PublishAnswer>('restore', { number: 1, isWarned: true })).toMatchObject({
      kind: 'published',
    });
    await expect.poll(() => isSeen(one, 'Telephone')).toBe(false);
  });
});

describe('a version that is scheduled', () => {
  it('goes live at its time on every server, and what was changed since stands in the draft', async () => {
    await studio.change(changePhoneLabel('In spring'));
    const draft = await studio.draft();
    const { hash } = await schedule(draft, 1500);
    await studio.change(() => [{ file: 'texts/en.json', path: ['made-since'], after: 'Since' }]);
    for (const server of [one, other]) await expect.poll(() => isSeen(server, 'In spring')).toBe(true);
    expect(await live()).toMatchObject({ hash, state: 'live' });
    await expect.poll(async () => (await studio.draft()).changes.length).toBe(1);
    const { documents, collisions } = await otherServer.draft();
    expect(documents).toMatchObject({ 'texts/en.json': { 'made-since': 'Since' } });
    expect(collisions).toEqual(draft.collisions);
  });

  it('does not go live where it would put back what whoever scheduled it may not change, and says so', async () => {
    const { number: before } = await live();
    const sarah = await inviteAndJoin(one?.url ?? '', studio, {
      name: 'Sarah',
      role: 'publisher',
      types: ['service'],
    });
    const { id } = await sarah.get<SignedInPerson>('me');
    await studio.change(changePhoneLabel('Of everybody'));
    await studio.publish();
    const { documents } = await studio.get<VersionView>(`versions/${before}`);
    await schedule({ ...(await studio.draft()), documents }, 500, { by: 'Sarah', byId: id });
    const newest = async () => (await studio.get<VersionListView>('versions')).versions[0];
    await expect.poll(async () => (await newest())?.state).toBe('cancelled');
    const refused = {
      reason: 'outside-reach',
      outside: expect.arrayContaining(['texts/en.json: fields.phone.label']),
    };
    const version = await newest();
    expect(version).toMatchObject({ by: 'Sarah', refused });
    for (const server of [one, other]) await expect.poll(() => isSeen(server, 'Of everybody')).toBe(true);
    expect([one, other].map((server) => server?.logged()).join()).toContain('"version-refused"');
    const { entries } = await studio.get<AuditListView>('audit');
    expect(entries.find(({ action }) => action === 'schedule-refused')).toMatchObject({
      about: String(version?.number),
      details: refused,
    });
  });

  it('goes live at the next start where no server ran at its time, and says so', async () => {
    const draft = await studio.draft();
    await Promise.all([one?.stop(), other?.stop()]);
    const { goesLiveAt } = await schedule(draft, -60_000);
    other = undefined;
    one = await startServer({ env });
    studio = await openStudioClient(one);
    const now = await live();
    expect(now).toMatchObject({ state: 'live', note: 'soon', goesLiveAt });
    expect(now.liveAt).toBeGreaterThan(goesLiveAt + 50_000);
    expect(one.logged()).toContain('no server was running at its time');
    expect((await studio.draft()).changes).toEqual([]);
    const { versions } = await studio.get<VersionListView>('versions');
    const { entries } = await studio.get<AuditListView>('audit');
    const reported = entries.map(({ action, about, who }) => `${action} ${about ?? ''} ${who.name}`);
    expect(reported).toContain(`went-live ${versions[0]?.number} server`);
  });
});

/** Schedules the draft for a time in ms: the studio's own clock shows whole minutes. */
async function schedule(
  { draft, version, documents }: DraftView,
  inMs: number,
  who: { readonly by: string; readonly byId?: string } = { by: 'owner' },
) {
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  if (store === undefined) throw new Error('There is no database');
  const { hash } = compileTestForm(documents);
  const goesLiveAt = Date.now() + inMs;
  const made = { hash, documents, origin: 'studio', ...who, note: 'soon', goesLiveAt } as const;
  await store.addVersion({ version: { ...made, draft: { id: draft, version } }, now: Date.now() });
  await store.close();
  return { hash, goesLiveAt };
}
