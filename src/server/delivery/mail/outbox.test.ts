import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../platform/concurrency/testing/fake-clock.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import type { MailQueue } from '../../store/records/mail-queue.ts';
import type { NewEnquiry } from '../../store/records/new-enquiry.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { composeMail } from './compose.ts';
import { createFileTransport } from './file-transport.ts';
import type { ComposedMail, MailDelivery, MailTransport } from './mail-transport.ts';
import { startOutbox } from './outbox.ts';

const settings = { ...serverSettings.mail, concurrency: 2, tries: 3, firstDelayMs: 1000, pollMs: 60_000 };

const taken: MailDelivery = { kind: 'accepted' };
const busy: MailDelivery = { kind: 'deferred', reason: 'try again', code: '451' };
const noSuchUser: MailDelivery = { kind: 'rejected', reason: 'no such user', code: '550' };

/** A transport that answers in turn, and at last always the same. */
function answering(...answers: readonly MailDelivery[]) {
  const mails: ComposedMail[] = [];
  const transport: MailTransport = {
    async deliver(mail) {
      mails.push(mail);
      return answers[Math.min(mails.length, answers.length) - 1] ?? taken;
    },
    forget: async () => {},
    close: () => {},
  };
  return { mails, transport };
}

/** A transport whose deliveries end when the test says so. */
function held() {
  const underWay: { readonly id: string; end(delivery: MailDelivery): void }[] = [];
  let isClosed = false;
  const forgotten: string[] = [];
  const transport: MailTransport = {
    deliver: ({ id }) => new Promise((end) => underWay.push({ id, end })),
    forget: async (id) => void forgotten.push(id),
    close() {
      isClosed = true;
      for (const { end } of underWay) end({ kind: 'deferred', reason: 'broken off' });
    },
  };
  return { transport, underWay, forgotten, isClosed: () => isClosed };
}

/** An outbox over a real database, whose clock the test moves and whose log tells the test how far it is. */
function outboxOn(
  folder: string,
  transport: MailTransport,
  around: (queue: MailQueue) => MailQueue = (q) => q,
  differences: Partial<typeof settings> = {},
) {
  const clock = createFakeClock(arrival);
  const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
  const events: string[] = [];
  let heard = Promise.withResolvers<void>();
  const write = (line: string) => {
    events.push(JSON.parse(line).event);
    heard.resolve();
    heard = Promise.withResolvers();
  };
  const start = () =>
    startOutbox({
      queue: around(store),
      transport,
      compose: (due) => composeMail({ due, mailFrom: undefined }),
      settings: { ...settings, ...differences },
      clock,
      random: () => 0.5,
      log: createLog({ write, now: clock.now }),
    });
  onTestFinished(() => store.close());
  return {
    store,
    clock,
    events,
    start,
    /** Resolves when the log holds so many events of a name. */
    async logged(event: string, count = 1): Promise<void> {
      while (events.filter((candidate) => candidate === event).length < count) await heard.promise;
    },
    accept: (entry: NewEnquiry = createEntry()) => store.accept(entry).then(() => entry.id),
    mails: async () => (await store.page({ limit: 100 })).enquiries.map(({ mail }) => mail),
  };
}

/** Runs everything that is ready to run; several turns, since a look at the queue takes some. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('startOutbox', () => {
  it('sends a mail at once when it is queued, and notes it', async () => {
    const { mails: sent, transport } = answering(taken);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const id = await box.accept();
    await box.logged('mail-sent');
    await outbox.stop();
    expect(sent.map((mail) => mail.id)).toEqual([id]);
    expect(await box.mails()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  it('sends what has waited since before it started', async () => {
    const folder = createTemporaryFolder();
    const before = outboxOn(folder, answering().transport);
    const ids = [await before.accept(), await before.accept(), await before.accept()];
    await before.store.close();

    const { mails: sent, transport } = answering(taken);
    const box = outboxOn(folder, transport);
    const outbox = box.start();
    await box.logged('mail-sent', 3);
    await outbox.stop();
    expect(sent.map((mail) => mail.id)).toEqual(ids);
  });

  it('tries again after the back-off, not before', async () => {
    const { mails: sent, transport } = answering(busy, busy, taken);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    await box.accept();
    await box.logged('mail-delayed');
    await settle();
    box.clock.advance(999);
    await settle();
    expect(sent).toHaveLength(1);
    expect(await box.mails()).toMatchObject([{ state: 'waiting', attempts: 1, reason: 'try again' }]);

    box.clock.advance(1);
    await box.logged('mail-delayed', 2);
    await settle();
    box.clock.advance(2000);
    await box.logged('mail-sent');
    await outbox.stop();
    expect(await box.mails()).toMatchObject([{ state: 'sent', attempts: 3, reason: null }]);
  });

  it('gives up at the end of the tries, and starts anew when the mail is sent again', async () => {
    const { transport } = answering(busy, busy, busy, busy, taken);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const id = await box.accept();
    await box.logged('mail-delayed');
    await settle();
    box.clock.advance(1000);
    await box.logged('mail-delayed', 2);
    await settle();
    box.clock.advance(2000);
    await box.logged('mail-failed');
    await settle();
    expect(await box.mails()).toMatchObject([{ state: 'failed', attempts: 3 }]);

    await box.store.resend({ id, now: box.clock.now() });
    await box.logged('mail-delayed', 3);
    await settle();
    box.clock.advance(1000);
    await box.logged('mail-sent');
    await outbox.stop();
    expect(await box.mails()).toMatchObject([{ state: 'sent', attempts: 5 }]);
  });

  it('does not try again what was refused for good', async () => {
    const { mails: sent, transport } = answering(noSuchUser);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    await box.accept();
    await box.logged('mail-failed');
    await settle();
    box.clock.advance(10 * settings.longestDelayMs);
    await settle();
    await outbox.stop();
    expect(sent).toHaveLength(1);
    expect(await box.mails()).toMatchObject([{ state: 'failed', attempts: 1, reason: 'no such user' }]);
  });

  it.each([
    ['refuses for good', [noSuchUser, taken], 1],
    ['Delivery log (does not take to the end of its)', [busy, busy, busy, taken], 3],
  ])('hands what the office %s to the site, and says so', async (_, answers, tries) => {
    const { mails: sent, transport } = answering(...answers);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const entry = createEntry();
    await box.accept({ ...entry, mail: { ...entry.mail, fallback: 'yard@example.com' } });
    for (let count = 1; count < tries; count += 1) {
      await box.logged('mail-delayed', count);
      await settle();
      box.clock.advance(settings.longestDelayMs);
    }
    await box.logged('mail-sent');
    await outbox.stop();
    expect(box.events).toContain('mail-redirected');
    expect(sent.at(-1)?.to).toBe('yard@example.com');
    expect(sent.at(-1)?.raw.toString()).toContain('mail.fallback');
    expect(sent[0]?.raw.toString()).not.toContain('mail.fallback');
    expect(await box.mails()).toMatchObject([
      { state: 'sent', to: 'yard@example.com', refusedBy: 'poole@example.com' },
    ]);
  });

  it('lets no address have more than its share of what is under way', async () => {
    const { transport, underWay } = held();
    const box = outboxOn(createTemporaryFolder(), transport, (queue) => queue, {
      concurrency: 3,
      perRecipient: 1,
    });
    const outbox = box.start();
    const ids: string[] = [];
    for (const to of ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'c', 'd']) {
      const entry = createEntry();
      ids.push(await box.accept({ ...entry, mail: { ...entry.mail, to: `${to}@example.com` } }));
    }
    await settle();
    expect(underWay.map(({ id }) => id)).toEqual([ids[0], ids[4], ids[8]]);
    underWay[2]?.end(taken);
    await box.logged('mail-sent');
    await settle();
    expect(underWay.map(({ id }) => id)).toEqual([ids[0], ids[4], ids[8], ids[9]]);
    const stopped = outbox.stop();
    for (const { end } of underWay) end(taken);
    await stopped;
  });

  it.each([
    ['was taken', taken],
    ['was refused', noSuchUser],
    ['is to be tried later', busy],
  ])('sends to whom it is forwarded meanwhile, whether what is under way %s', async (_what, delivery) => {
    const { transport, underWay } = held();
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const id = await box.accept();
    await settle();
    const addresses = { to: 'kiel@example.com', fallback: null };
    await box.store.forwardEnquiry({ id, now: arrival + 9, office: 18, addresses });
    box.clock.advance(9);
    underWay[0]?.end(delivery);
    await expect.poll(() => underWay.length).toBe(2);
    underWay[1]?.end(taken);
    await outbox.waitForEnd([id]);
    const file = await box.store.enquiryDetails(id);
    expect(file?.enquiry.mail).toMatchObject({ state: 'sent', to: 'kiel@example.com', refusedBy: null });
    expect(file?.tries.map(({ to }) => to)).toEqual(['poole@example.com', 'kiel@example.com']);
    await outbox.stop();
  });

  it('takes back the mail of an enquiry that is erased while it is under way', async () => {
    const { transport, underWay, forgotten } = held();
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const [erased, remaining] = [
      await box.accept(),
      await box.accept(createEntry({ visitor: {}, values: {} })),
    ];
    await settle();
    const note = { at: arrival, action: 'erased', who: { name: 'Ada' } } as const;
    await box.store.erasePerson({ email: 'ada@example.org', limit: 9, note });
    const ended = outbox.waitForEnd([erased]);
    for (const { end } of underWay) end(taken);
    await ended;
    expect(forgotten).toEqual([erased]);
    await outbox.stop();
    expect(forgotten).not.toContain(remaining);
    expect((await box.store.page({ limit: 9 })).enquiries).toMatchObject([
      { id: remaining, mail: { state: 'sent' } },
    ]);
  });

  it('waits for photos that are still to be made, and then goes with their links', async () => {
    const { mails: sent, transport } = answering(taken);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const path = `photos/${'a'.repeat(32)}.jpg`;
    await box.store.issuePhoto({ path, name: 'bow.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival });
    await box.store.recordPhotoStored({ path, bytes: 7, storedAt: arrival });
    const entry = createEntry({ photos: [path] });
    const words = {
      heading: 'One photo',
      withheld: ['none'],
      pending: ['not ready'],
      links: ['https://link/'],
    };
    await box.accept({
      ...entry,
      mail: { ...entry.mail, content: { ...entry.mail.content, photos: words } },
    });
    await settle();
    box.clock.advance(settings.photosWaitMs - 1);
    await settle();
    expect(sent).toEqual([]);
    box.clock.advance(settings.pollMs);
    await box.logged('mail-sent');
    await outbox.stop();
    expect(sent[0]?.raw.toString()).toMatch(/not ready.*https:\/\/link\//s);
  });

  it('fails a mail that cannot be composed, and sends the others', async () => {
    const { transport } = answering(taken);
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    const good = createEntry();
    const content = { ...good.mail.content, locale: 'not a locale' };
    await box.accept(createEntry({ mail: { to: 'a@example.com', fallback: 'b@example.com', content } }));
    await box.accept(good);
    await box.logged('mail-sent');
    await box.logged('mail-failed');
    await outbox.stop();
    expect(await box.mails()).toMatchObject([{ state: 'failed' }, { state: 'sent' }]);
  });

  it('has no more under way than its settings let it', async () => {
    const { transport, underWay } = held();
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    for (let count = 0; count < 5; count += 1) await box.accept();
    await settle();
    expect(underWay).toHaveLength(2);
    underWay[0]?.end(taken);
    await box.logged('mail-sent');
    await settle();
    expect(underWay).toHaveLength(3);
    expect(new Set(underWay.map(({ id }) => id)).size).toBe(3);
    const stopped = outbox.stop();
    for (const { end } of underWay) end(taken);
    await stopped;
  });

  it('ends what is under way before it stops, and takes no more', async () => {
    const { transport, underWay, isClosed } = held();
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    for (let count = 0; count < 3; count += 1) await box.accept();
    await settle();
    const stopped = outbox.stop();
    await settle();
    expect(isClosed()).toBe(false);
    for (const { end } of underWay) end(taken);
    await stopped;
    expect(isClosed()).toBe(true);
    expect(underWay).toHaveLength(2);
    expect((await box.mails()).map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting']);
  });

  it('breaks off after the grace time what does not end', async () => {
    const { transport } = held();
    const box = outboxOn(createTemporaryFolder(), transport);
    const outbox = box.start();
    await box.accept();
    await settle();
    const stopped = outbox.stop();
    await settle();
    box.clock.advance(settings.graceMs);
    await stopped;
    expect(await box.mails()).toMatchObject([{ state: 'waiting', reason: 'broken off' }]);
  });

  it('sends a mail once although it could not be noted at first', async () => {
    const { mails: sent, transport } = answering(taken);
    let failures = 2;
    const box = outboxOn(createTemporaryFolder(), transport, (queue) => ({
      ...queue,
      recordMailAttempt: (settlement) => {
        failures -= 1;
        return failures >= 0 ? Promise.reject(new Error('disk full')) : queue.recordMailAttempt(settlement);
      },
    }));
    const outbox = box.start();
    await box.accept();
    for (const count of [1, 2]) {
      await box.logged('mail-not-noted', count);
      await settle();
      box.clock.advance(settings.pollMs);
    }
    await settle();
    await outbox.stop();
    expect(sent).toHaveLength(1);
    expect(await box.mails()).toMatchObject([{ state: 'sent' }]);
  });

  it('goes on when the queue has failed', async () => {
    const { transport } = answering(taken);
    let isBroken = true;
    const box = outboxOn(createTemporaryFolder(), transport, (queue) => ({
      ...queue,
      dueMails: (request) => (isBroken ? Promise.reject(new Error('locked')) : queue.dueMails(request)),
    }));
    const outbox = box.start();
    await box.accept();
    await box.logged('outbox-failed');
    await settle();
    isBroken = false;
    box.clock.advance(settings.pollMs);
    await box.logged('mail-sent');
    await outbox.stop();
  });

  it('finds what another process queued', async () => {
    const folder = createTemporaryFolder();
    const { transport } = answering(noSuchUser, taken);
    const box = outboxOn(folder, transport);
    const outbox = box.start();
    const id = await box.accept();
    await box.logged('mail-failed');
    await settle();

    const other = openSqliteStore({ dataFolder: folder, settings: serverSettings });
    await other.resend({ id, now: box.clock.now() });
    await other.close();
    box.clock.advance(settings.pollMs);
    await box.logged('mail-sent');
    await outbox.stop();
  });

  it('leaves the mails to the process that sends already, and takes over when that has ended', async () => {
    const folder = createTemporaryFolder();
    const [first, second] = [answering(taken), answering(taken)];
    const [a, b] = [outboxOn(folder, first.transport), outboxOn(folder, second.transport)];
    const outboxA = a.start();
    await settle();
    const outboxB = b.start();
    await b.accept();
    a.clock.advance(settings.pollMs);
    await a.logged('mail-sent');
    expect(second.mails).toEqual([]);

    await outboxA.stop();
    await a.store.close();
    await b.accept();
    await b.logged('mail-sent');
    await outboxB.stop();
    expect([first.mails.length, second.mails.length]).toEqual([1, 1]);
  });

  it('makes one file of a mail that was written, but not noted, when the process ended', async () => {
    const folder = createTemporaryFolder();
    const outboxFolder = `${folder}/outbox`;
    const transport = createFileTransport({ folder: outboxFolder });
    const before = outboxOn(folder, transport);
    const id = await before.accept();
    const [due] = await before.store.dueMails({ now: arrival, limit: 1 });
    if (!due) throw new Error('no mail is due');
    await transport.deliver(await composeMail({ due, mailFrom: undefined }));
    const written = readFileSync(`${outboxFolder}/${id}.eml`);
    await before.store.close();

    const box = outboxOn(folder, transport);
    const outbox = box.start();
    await box.logged('mail-sent');
    await outbox.stop();
    expect(readdirSync(outboxFolder)).toEqual([`${id}.eml`]);
    expect(readFileSync(`${outboxFolder}/${id}.eml`).equals(written)).toBe(true);
    expect(await box.mails()).toMatchObject([{ state: 'sent' }]);
  });
});
