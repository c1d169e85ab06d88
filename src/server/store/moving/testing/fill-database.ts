import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Consequence } from '#engine/compare/index.ts';
import { serverSettings } from '../../../platform/config/settings.ts';
import type { NewEnquiry } from '../../records/new-enquiry.ts';
import { getDatabasePath } from '../../sqlite/database.ts';
import { openSqliteStore } from '../../sqlite/sqlite-store.ts';
import type { Store } from '../../store.ts';
import { arrival, createEntry } from '../../testing/new-entry.ts';

/** A lone surrogate, a character beyond 16 bits, and U+0000, which PostgreSQL texts cannot contain. */
const unusualText = 'Zoë \ud800 \u{1f6a4} \0 <b>';

/**
 * Creates a SQLite database in a data folder, with data in every table: through the store's calls, or by SQL
 * where no call writes such data. `enquiries` is the number of plain enquiries, beside those of `addEnquiry`.
 */
export async function fillDatabase(
  dataFolder: string,
  { enquiries = 5 }: { readonly enquiries?: number } = {},
): Promise<void> {
  const store = openSqliteStore({ dataFolder, settings: serverSettings, whenAbsent: 'make' });
  await addPeople(store);
  await addVersions(store);
  for (let at = 0; at < enquiries; at += 1) await store.accept(createEntry({ receivedAt: arrival + at }));
  await addEnquiry(store);
  await addOthers(store);
  const [due] = await store.dueMails({ now: arrival + 99, limit: 1 });
  if (due)
    await store.recordMailAttempt({
      enquiryId: due.enquiryId,
      at: arrival,
      state: 'waiting',
      dueAt: arrival + 5,
      reason: unusualText,
    });
  await store.close();
  addRows(dataFolder);
}

/** The audit entry of every change that has one. */
const note = {
  at: arrival,
  action: 'person-changed',
  who: { id: 'a', name: unusualText },
  about: unusualText,
} as const;

/** Adds a person with a session, a token and a one-time token, and a second person with a given password. */
async function addPeople(store: Store): Promise<void> {
  const person = { id: randomUUID(), name: 'Ann Ünal', role: 'owner', createdAt: arrival } as const;
  const secondFactor = { secret: 'sealed', since: arrival, lastStep: 3, recoveryCodes: ['hash'] };
  await store.addPerson({
    person: { ...person, email: 'ann@example.com', subject: 'i s', secondFactor },
    now: arrival,
    note,
  });
  await store.changeGuide({ person: person.id, done: 'look' });
  const times = { createdAt: arrival, expiresAt: arrival + 9e9 };
  const held = { id: randomUUID(), person: person.id, ...times };
  const session = { ...held, hash: 'session', seenAt: arrival, browser: 'Firefox', address: '192.0.2.1' };
  await store.addSession({ session, note });
  await store.addToken({
    token: { ...held, hash: 'token', purpose: unusualText, start: 'slipway_abcd', role: 'editor' },
    note,
  });
  await store.addOneTimeToken({
    word: { hash: 'word', id: randomUUID(), use: 'reset', person: person.id, ...times },
  });
  const given = { ...person, id: randomUUID(), name: 'owner', password: 'scrypt' };
  await store.setGivenPassword({ person: given, mark: 'mark', now: arrival, note });
}

/** Adds a published version, deploys another one, and records a further hash of the first. */
async function addVersions(store: Store): Promise<void> {
  const version = { hash: 'f00d', origin: 'studio', by: 'Ada', note: unusualText } as const;
  const documents = { 'texts/en.json': { send: unusualText } };
  const consequences = [{ kind: unusualText }] as unknown as readonly Consequence[];
  await store.addVersion({ version: { ...version, documents, consequences }, now: arrival });
  await store.deploy({
    digest: 'digest',
    version: { ...version, hash: 'beef', documents },
    after: 1,
    now: arrival,
  });
  await store.recordVersionHash({ number: 1, hash: 'cafe' });
}

/**
 * Adds an enquiry with everything that it can have, and a later one that is erased, so that its number is
 * unused.
 */
async function addEnquiry(store: Store): Promise<void> {
  const path = 'photos/keel.jpg';
  const photo = { path, name: 'keel.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival };
  await store.issuePhoto(photo);
  await store.recordPhotoStored({ path, bytes: 4, storedAt: arrival });
  const rest: Partial<NewEnquiry> = {
    visitor: { name: unusualText, email: 'zoe@example.org' },
    values: { message: unusualText, crew: [{ name: 'Grünwald', age: 7 }] },
    photos: [path],
    idempotency: { key: 'key', bodyHash: 'hash' },
    deliveries: [{ destination: 'crm', body: JSON.stringify({ odd: unusualText }) }],
  };
  const entry = createEntry({ ...rest, receivedAt: arrival + 50 });
  const receipt = { state: 'waiting', to: 'zoe@example.org', content: entry.mail.content } as const;
  await store.accept({ ...entry, receipt });
  await store.commentOnEnquiry({ id: entry.id, now: arrival, text: unusualText });
  await store.setInboxViews({
    person: 'ada',
    seen: 0,
    views: [{ id: 'mine', name: 'Mine', query: 'assignee=me', isCounted: true }],
  });
  await store.addReply({
    id: entry.id,
    key: 'key',
    now: arrival,
    to: 'zoe@example.org',
    words: { by: { id: 'ann', name: 'Ann Ünal' }, subject: unusualText, text: unusualText },
    mail: entry.mail.content,
    seen: { state: 'new', reply: 0 },
    limit: { most: 1, windowMs: 1 },
  });
  const [due] = await store.claimDeliveries({
    now: arrival + 60,
    leasedUntil: arrival + 99,
    photosWaitMs: 0,
    places: [{ destination: 'crm', limit: 1 }],
  });
  if (due) {
    const { destination, queuedAt } = due;
    const tried = { enquiryId: entry.id, destination, at: arrival, queuedAt, tries: due.tries };
    await store.recordDeliveryAttempt({ ...tried, state: 'failed', reason: 'no answer' });
  }
  const erased = createEntry({ receivedAt: arrival + 60 });
  await store.accept(erased);
  await store.eraseEnquiry({ id: erased.id, note });
}

/** Adds saved answers, figures, a retention rule, a draft with its review, a key of the installation, two other ones, and a copy of offices. */
async function addOthers(store: Store): Promise<void> {
  await store.saveAnswers({
    hash: 'answers',
    savedAt: arrival,
    expiresAt: arrival + 9e9,
    path: '/valuation',
    enquiryType: 6,
    email: 'bo@example.org',
    values: { message: unusualText },
  });
  await addNotifications(store);
  const block = {
    id: randomUUID(),
    kind: 'phrase',
    folded: 'win',
    value: unusualText,
    by: note.who,
  } as const;
  await store.addBlock({ block: { ...block, reason: unusualText, addedAt: arrival }, most: 9, note });
  await store.countBlocked({ id: block.id, at: arrival });
  const figure = { day: '2026-11-21', site: '1', type: 'sales', step: 'met', code: 'required' } as const;
  // Sorted by their bytes, which is not JavaScript's order.
  const fields = ['name', '\u{1f6a4}', '\uff5e', ''];
  await store.addFigures(fields.map((field, at) => ({ ...figure, field, count: at + 1 / 3 })));
  const rules = [{ enquiries: 730 }];
  await store.setRetention({ seen: [], rules, note });
  const draft = { id: 'draft', head: JSON.stringify({ send: unusualText }), lines: ['1', '2'] };
  await store.beginDraft({ draft });
  await store.copyDraft({ now: arrival });
  await store.appendToDraft({ line: '3', after: { id: 'draft', lines: 2 } });
  await addReview(store);
  await store.addInstallationKey({ number: 1, sealed: 'sealed' });
  const last = { number: 3, documents: { 'texts/en.json': { send: unusualText } } };
  await store.updateOtherInstallation({ fingerprint: 'SHA256:a', isTrusted: true, last });
  await store.updateOtherInstallation({ fingerprint: 'SHA256:b' });
  const copy = { key: 'copy', list: 'offices' };
  await store.claimContentCopy({ ...copy, now: arrival, until: arrival + 9 });
  const entries = [{ id: 3, name: unusualText }];
  await store.saveContentCopy({ key: copy.key, dueAt: arrival + 9, details: { goodAt: arrival }, entries });
}

/** Adds the settings of a person, a notification whose mail is under way, and events that are not distributed. */
async function addNotifications(store: Store): Promise<void> {
  const rules = [{ kind: 'new', when: 'at-once', type: '6' }] as const;
  const settings = { rules, hour: 8, zone: 'Europe/Paris', locale: 'de', origin: 'https://a.example' };
  await store.setNotificationSettings({ person: 'ann', settings });
  const [event] = await store.notificationEvents({ now: arrival + 99, limit: 1 });
  if (event)
    await store.distributeNotifications([
      {
        number: event.number,
        notifications: [{ person: 'ann', dueAt: arrival }],
        unansweredAt: arrival + 9e6,
      },
    ]);
  const claim = { now: arrival, leasedUntil: arrival + 99, mails: [randomUUID()], most: 9 };
  const [batch] = await store.claimNotifications(claim);
  if (batch)
    await store.recordNotificationAttempt({
      ...{ person: 'ann', mail: batch.mail, at: arrival, state: 'waiting', dueAt: arrival + 9 },
      reason: unusualText,
    });
}

/** Adds a link to a preview, a comment and a request to publish. */
async function addReview(store: Store): Promise<void> {
  const by = { id: 'ann', name: unusualText };
  const link = { id: 'link', createdAt: arrival, expiresAt: arrival + 9, by, acceptsComments: true };
  const query = { site: '1', placement: 'inline', locale: 'en' } as const;
  const documents = { 'texts/en.json': { send: unusualText } };
  await store.addPreviewLink({ link: { ...link, query, documents }, most: 9, endedBefore: 0 });
  const comment = { id: 'one', thread: 'one', target: 'form:sales', at: arrival, link: 'link' };
  const limits = { most: 9, mostOfLink: 9 };
  await store.addComment({ ...comment, name: unusualText, text: unusualText, limits });
  await store.requestReview({
    draft: 'draft',
    version: 3,
    at: arrival,
    by,
    message: unusualText,
    authors: [],
  });
}

/**
 * Adds rows that only background jobs write, gives every photo a preview, and writes characters that headers
 * or mail servers might send into every photo and session.
 */
function addRows(dataFolder: string): void {
  const db = new DatabaseSync(getDatabasePath(dataFolder));
  db.prepare(`INSERT OR IGNORE INTO erased_files (kind, name) VALUES ('photo', 'photos/gone.jpg')`).run();
  db.prepare(`INSERT OR IGNORE INTO destinations_off VALUES ('archive', ?, ?)`).run(arrival, unusualText);
  db.prepare(`UPDATE photos SET state = 'ready', preview = ?, name = ?`).run(
    Buffer.from([0, 255, 1]),
    unusualText,
  );
  db.prepare('UPDATE sessions SET browser = ?').run(unusualText);
  db.close();
}
