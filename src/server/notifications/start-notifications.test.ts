import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Form } from '#engine';
import type { NotificationRule } from '../../api/inbox.ts';
import type { ComposedMail, MailDelivery } from '../delivery/mail/mail-transport.ts';
import type { Content } from '../forms/content/content.ts';
import { createFakeClock } from '../platform/concurrency/testing/fake-clock.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { createLog } from '../platform/log/log.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { arrival, createEntry } from '../store/testing/new-entry.ts';
import { createTemporaryFolder } from '../store/testing/temporary-folder.ts';
import { startNotifications } from './start-notifications.ts';

const times = { pollMs: 10, gapMs: 1000, unansweredMs: 500, leaseMs: 1e9 };
const settings = {
  ...serverSettings,
  mail: { ...serverSettings.mail, firstDelayMs: 50 },
  notifications: { ...serverSettings.notifications, ...times, mostListed: 2, tries: 2 },
};

/** No type and no office: the mails name the ids. */
const form = { types: [], rules: [], texts: {} } as unknown as Form;
const content = { sites: [], enquiryTypes: [], offices: [] } as unknown as Content;

const busy: MailDelivery = { kind: 'deferred', reason: 'try again' };
const refused: MailDelivery = { kind: 'rejected', reason: 'no such user' };

/** Starts servers on one database, with a person who has rules. Each delivery has the next of the answers. */
async function start({
  servers = 1,
  answers = [],
  rules = [{ kind: 'new', when: 'at-once' }],
}: {
  readonly servers?: number;
  readonly answers?: MailDelivery[];
  readonly rules?: readonly NotificationRule[];
} = {}) {
  const clock = createFakeClock(arrival);
  const store = openSqliteStore({ dataFolder: createTemporaryFolder(), settings, whenAbsent: 'make' });
  const note = { at: arrival, action: 'person-changed', who: { name: 'a' } } as const;
  const person = { id: 'ann', name: 'Ann', role: 'owner', createdAt: arrival } as const;
  await store.addPerson({ person: { ...person, email: 'ann@example.com' }, now: arrival, note });
  const own = { rules, hour: 8, zone: 'UTC', locale: 'de', origin: 'https://forms.example' };
  await store.setNotificationSettings({ person: 'ann', settings: own });
  const mails: ComposedMail[] = [];
  const running = Array.from({ length: servers }, () =>
    startNotifications({
      store,
      form: () => form,
      content: () => content,
      openTransport: async () => ({
        deliver: async (mail) => {
          mails.push(mail);
          return answers.shift() ?? { kind: 'accepted' };
        },
        forget: async () => undefined,
        close: () => undefined,
      }),
      mailFrom: undefined,
      publicOrigin: undefined,
      keys: new Uint8Array(32),
      settings,
      clock,
      random: () => 0.5,
      log: createLog({ write: () => undefined, now: clock.now }),
    }),
  );
  onTestFinished(async () => {
    await Promise.all(running.map(({ stop }) => stop()));
    await store.close();
  });
  /** Advances the clock, step by step, until this many mails were sent. */
  async function awaitMails(count: number) {
    const step = () => {
      clock.advance(times.pollMs);
      return mails.length;
    };
    await expect.poll(step, { interval: 2 }).toBe(count);
    return PostalMime.parse(mails[count - 1]?.raw ?? '');
  }
  return { store, mails, awaitMails, note, accept: () => accept(store, clock.now()) };
}

async function accept(store: ReturnType<typeof openSqliteStore>, receivedAt: number) {
  const entry = createEntry({ receivedAt });
  await store.accept(entry);
  return entry;
}

const getTime = ({ date }: { readonly date?: string | undefined }) => Date.parse(date ?? '');

describe('startNotifications', () => {
  it('mails an enquiry once, however many servers there are, and those soon after it in one mail', async () => {
    const { awaitMails, accept: arrive } = await start({ servers: 2 });
    const first = await arrive();
    const mail = await awaitMails(1);
    expect(mail.subject).toBe(`Neue Anfrage: 6, ${first.reference}`);
    expect(mail.html).toContain(`href="https://forms.example/studio/enquiries/${first.reference}"`);
    const others = [await arrive(), await arrive(), await arrive()];
    const summary = await awaitMails(2);
    expect(getTime(summary) - getTime(mail)).toBeGreaterThanOrEqual(times.gapMs);
    expect(summary.subject).toBe('Anfragen bei forms.example: 3');
    const isListed = others.map(({ reference }) => summary.text?.includes(reference));
    // The mail lists two and says that there is one more.
    expect(isListed).toEqual([true, true, false]);
    expect(summary.text).toMatch(/Weitere\s+1/);
  });

  it('tries again as the same mail, without what was erased meanwhile', async () => {
    const { store, mails, awaitMails, note, accept: arrive } = await start({ answers: [busy] });
    const [erased, left] = [await arrive(), await arrive()];
    await awaitMails(1);
    await store.eraseEnquiry({ id: erased.id, note });
    const again = await awaitMails(2);
    expect(mails[1]?.id).toBe(mails[0]?.id);
    expect(again.text).toContain(left.reference);
    expect(again.text).not.toContain(erased.reference);
  });

  it('gives a mail up that is refused, and goes on with the next', async () => {
    const { awaitMails, accept: arrive } = await start({ answers: [refused] });
    await arrive();
    await awaitMails(1);
    const next = await arrive();
    expect((await awaitMails(2)).subject).toContain(next.reference);
  });

  it('reminds of an enquiry that nobody has answered for some time, and not of others', async () => {
    const rules = [{ kind: 'unanswered', when: 'at-once' }] as const;
    const { store, awaitMails, accept: arrive } = await start({ rules });
    const [open, answered] = [await arrive(), await arrive()];
    const seen = { handling: 'new' } as const;
    await store.handleEnquiry({ id: answered.id, now: arrival, seen, handling: 'answered' });
    expect((await awaitMails(1)).subject).toBe(`Noch nicht beantwortet: 6, ${open.reference}`);
  });
});
