import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Documents } from '../../engine/index.ts';
import type { AuditListView } from '../../src/api/people.ts';
import type { StudioEvent } from '../../src/api/studio.ts';
import type { CancelAnswer, PublishAnswer, VersionListView, VersionView } from '../../src/api/versions.ts';
import { readShippedDocuments, withoutRules } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { changePhoneLabel, openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

// publishing.long.test.ts covers two servers on one data folder.
let server: RunningServer;
/** Two people in the studio. */
let studio: StudioClient;
let other: StudioClient;

beforeAll(async () => {
  server = await startServer({
    documents: { ...readShippedDocuments(), ...withoutRules },
    env: { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' },
  });
  [studio, other] = [await openStudioClient(server), await openStudioClient(server)];
});
afterAll(() => server.stop());

interface Page {
  readonly html: string;
  readonly ticket: string;
}

async function page(): Promise<Page> {
  const html = await (await fetch(new URL('/contact?enquiryType=service', server.url))).text();
  const text = /id="slipway-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null';
  return { html, ...(JSON.parse(text) as { ticket: string }) };
}

const isSeen = async (word: string) => (await page()).html.includes(word);

function published(answer: PublishAnswer) {
  if (answer.kind !== 'published') throw new Error(`Not published: ${JSON.stringify(answer)}`);
  return answer.version;
}

const list = async (query = '') => (await studio.get<VersionListView>(`versions${query}`)).versions;
const live = () => studio.get<VersionView>('versions/live');

describe('a version of the draft', () => {
  it('is kept with who, when, why and what it changes, and is live', async () => {
    expect(await list()).toMatchObject([{ number: 1, origin: 'folder', by: 'deployment', state: 'live' }]);
    const before = await page();
    await studio.change(changePhoneLabel('Mobile number'));
    const from = Date.now();
    const version = published(await studio.publish({ note: ' asked for by the office ' }));
    expect(version).toMatchObject({ number: 2, state: 'live', origin: 'studio', by: 'owner', after: 1 });
    expect(version.note).toBe('asked for by the office');
    expect(version.liveAt).toBeGreaterThanOrEqual(from);
    expect(await isSeen('Mobile number')).toBe(true);

    // A page keeps the version with which it was opened. An enquiry and its mail contain that version.
    for (const { ticket } of [before, await page()]) {
      const answer = await postEnquiry(server.url, enquiry(), { headers: { 'slipway-ticket': ticket } });
      expect(answer.isSuccess).toBe(true);
    }
    const enquiries = await server.mailsDone();
    expect(enquiries.map((each) => each.version)).toEqual([1, 2]);
    const mails = enquiries.map(({ id }) => mailOf(server.data, id));
    expect(mails.map((mail) => /Version of the form\r?\n {2}(\d+)/.exec(mail)?.[1])).toEqual(['1', '2']);

    const { documents, consequences, ...summary } = await live();
    expect(JSON.stringify(documents)).toContain('Mobile number');
    expect(consequences).toHaveLength(summary.consequenceCount ?? -1);
    expect(consequences?.map(({ kind }) => kind)).toContain('label');
    expect((await list())[0]).toEqual(summary);
  });

  it('is refused to the later of two who publish the same draft, with what came between', async () => {
    await studio.change(changePhoneLabel('Telephone'));
    const draft = await studio.draft();
    expect(await other.draft()).toMatchObject({ draft: draft.draft, version: draft.version });
    const both = await Promise.all([studio.publish({ note: 'a' }), other.publish({ note: 'b' })]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['other-draft', 'published']);
    const { number } = await live();
    expect(both.find(({ kind }) => kind === 'other-draft')).toMatchObject({
      published: { number },
      since: [{ number }],
    });
  });

  it('asks where the check warns, and is none where it finds errors', async () => {
    await studio.change((documents) => [
      { file: 'texts/de.json', path: ['send-message'], before: textOf(documents, 'de') },
    ]);
    const asked = await studio.publish({ isWarned: false });
    if (asked.kind !== 'warned') throw new Error(JSON.stringify(asked));
    expect(asked.findings.map(({ file }) => file)).toContain('texts/de.json');
    published(await studio.publish());
    const { documents: now } = await studio.draft();
    const text = { file: 'texts/en.json', path: ['send-message'] };
    const before = textOf(now, 'en');
    await studio.change(() => [{ ...text, before, after: 'Send {' }]);
    const refused = await studio.publish();
    if (refused.kind !== 'refused') throw new Error(JSON.stringify(refused));
    expect(new Set(refused.findings.map(({ severity }) => severity))).toEqual(new Set(['error']));
    await studio.change(() => [{ ...text, before: 'Send {', after: before }]);
  });

  it('asks once about what the check warns of: it is known, and said to be, as long as it is live', async () => {
    const { events, end } = await listening();
    await studio.change((documents) => [
      { file: 'texts/fr.json', path: ['sending'], before: textOf(documents, 'fr', 'sending') },
    ]);
    expect(await studio.publish({ isWarned: false })).toMatchObject({ kind: 'warned' });
    published(await studio.publish());
    await studio.change(changePhoneLabel('Number'));
    const reported = () => {
      const proven = events.flatMap((event) =>
        event.kind === 'report' && event.report.isProven ? [event.report.findings] : [],
      );
      return proven.at(-1)?.filter(({ file }) => file === 'texts/fr.json');
    };
    await expect.poll(reported).toMatchObject([{ code: 'missing-translation', isKnown: true }]);
    published(await studio.publish({ isWarned: false }));
    await end();
  });

  it('is restored as a version of its own, upon which the draft goes on', async () => {
    await studio.change(changePhoneLabel('Landline'));
    const first = await studio.get<VersionView>('versions/1');
    const version = published(
      await studio.post<PublishAnswer>('restore', { number: 1, note: 'back', isWarned: true }),
    );
    expect(version).toMatchObject({ restores: 1, hash: first.hash, origin: 'restore', note: 'back' });
    expect((await live()).documents).toEqual(first.documents);
    // The draft's label conflicts with that of the version: a person decides, and nothing is lost.
    const { collisions, documents, published: stands } = await studio.draft();
    expect(stands.hash).toBe(first.hash);
    expect(JSON.stringify(documents)).not.toContain('Landline');
    expect(collisions.map(({ change }) => change.patches[0]?.after)).toContain('Landline');
    const [collision] = collisions;
    await studio.post('settle', { id: collision?.change.id });
    expect((await other.draft()).collisions).toHaveLength(collisions.length - 1);
    expect(await isSeen('Telephone')).toBe(false);
    const none = await studio.ask('POST', 'restore', { number: 99 });
    expect([none.status, await none.json()]).toEqual([404, { kind: 'no-version' }]);
  });
});

describe('a version that is scheduled', () => {
  const at = '2099-07-01T09:00';

  it('waits for its time by the clock of a time zone, and is cancelled', async () => {
    await studio.change(changePhoneLabel('In summer'));
    const answer = await studio.publish({ at, timeZone: 'Europe/Paris', note: 'season' });
    expect(answer, JSON.stringify(answer)).toMatchObject({
      kind: 'scheduled',
      version: { state: 'scheduled', goesLiveAt: Date.parse('2099-07-01T07:00Z'), timeZone: 'Europe/Paris' },
    });
    if (answer.kind !== 'scheduled') return;
    const { number } = answer.version;
    expect((await live()).number).not.toBe(number);
    // The answer to another publication names the scheduled version.
    await studio.change(changePhoneLabel('In spring'));
    expect(await studio.publish({ isWarned: false })).toMatchObject({ waiting: [{ number }] });
    const cancelled = await other.ask('DELETE', `versions/${number}`);
    expect((await cancelled.json()) as CancelAnswer).toMatchObject({
      kind: 'cancelled',
      version: { number, state: 'cancelled' },
    });
    for (const [again, status] of [
      [number, 409],
      [1, 409],
      [999, 404],
      ['x', 404],
    ] as const)
      expect((await studio.ask('DELETE', `versions/${again}`)).status).toBe(status);
  });

  it.each([
    [{ at: '2020-01-01T00:00', timeZone: 'UTC' }, { reason: 'past' }],
    [{ at: 'soon', timeZone: 'UTC' }, { reason: 'malformed' }],
    [{ at, timeZone: 'Europe/Atlantis' }, { reason: 'no-time-zone' }],
    [{ at }, { reason: 'no-time-zone' }],
    [{ at: '2099-03-29T02:30', timeZone: 'Europe/Paris' }, { reason: 'skipped' }],
    [
      { at: '2099-10-25T02:30', timeZone: 'Europe/Paris' },
      { reason: 'twice', choices: ['2099-10-25T02:30+02:00', '2099-10-25T02:30+01:00'] },
    ],
  ])('is none at a time that is none: %j', async (when, refusal) => {
    expect(await studio.publish(when)).toEqual({ kind: 'no-time', ...refusal });
  });
});

describe('the list of versions', () => {
  it('is told page by page, the newest first, without a gap', async () => {
    const numbers = (await list()).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_number, index) => numbers.length - index));
    expect((await list('?before=3')).map(({ number }) => number)).toEqual([2, 1]);
    for (const none of ['versions/0', 'versions/999', 'versions/x', 'versions/1e1'])
      expect((await studio.ask('GET', none)).status).toBe(404);
  });

  it('stands in the audit log, with whoever made it', async () => {
    const { entries } = await studio.get<AuditListView>('audit');
    const reported = entries.map(({ action, about, who }) => `${action} ${about ?? ''} ${who.name}`);
    expect(reported).toContain('published 1 deployment');
    expect(reported).toContain('published 2 owner');
    for (const action of ['restored', 'scheduled', 'schedule-cancelled'])
      expect(reported.filter((each) => each.startsWith(`${action} `))).toHaveLength(1);
  });

  it('is told of to every page that is open', async () => {
    const { events, end } = await listening();
    const { number } = published(await studio.post<PublishAnswer>('restore', { number: 1, isWarned: true }));
    const reported = () => events.flatMap((event) => (event.kind === 'version' ? [event.version] : []));
    await expect.poll(() => reported().map((version) => version.number)).toContain(number);
    await end();
  });
});

/** Collects the events of every studio page, until it is ended. */
async function listening(): Promise<{
  readonly events: readonly StudioEvent[];
  readonly end: () => Promise<unknown>;
}> {
  const ending = new AbortController();
  const stream = await fetch(new URL('/studio/api/events?page=a', server.url), {
    headers: { cookie: studio.cookie },
    signal: ending.signal,
  });
  const events: StudioEvent[] = [];
  const reading = (async () => {
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as StudioEvent);
    }
  })().catch(() => undefined);
  return {
    events,
    end() {
      ending.abort();
      return reading;
    },
  };
}

function mailOf(folder: string, id: string): string {
  const outbox = join(folder, 'outbox');
  const file = readdirSync(outbox).find((name) => name.includes(id)) ?? '';
  return readFileSync(join(outbox, file), 'utf8');
}

/** Returns the enquiry of a page's visitor. */
function enquiry() {
  return {
    domain: 'www.trevarrow.example',
    submission_url: new URL('/contact', server.url).href,
    upload: [],
    enquiry_type: 3,
    name: 'Ann Berry',
    email: 'ann@example.com',
    message: 'Hello',
    office_location: '1',
  };
}

function textOf(documents: Documents, locale: string, key = 'send-message'): string {
  return String(Object(documents[`texts/${locale}.json` as keyof Documents])[key]);
}
