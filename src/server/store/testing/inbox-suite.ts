import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Id } from '#engine';
import { getCampaignName } from '#engine/model/campaign.ts';
import type { EnquiryActor, EnquiryFilter, InboxPulse } from '../records/inbox-entry.ts';
import type { MailQueue } from '../records/mail-queue.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry, createEntryWithoutRecipient } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type QueueingStore = Store & MailQueue;

const ada: EnquiryActor = { id: 'a', name: 'Ada' };
const ben: EnquiryActor = { id: 'b', name: 'Ben' };

/**
 * Defines the tests of the calls about the inbox, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeInbox(
  name: string,
  open: (folder: string) => QueueingStore | Promise<QueueingStore>,
): void {
  /**
   * Opens a store on a new folder, to be closed at the end of the running test, and accepts the entries in
   * their order.
   */
  async function stored(...entries: readonly NewEnquiry[]): Promise<QueueingStore> {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    for (const entry of entries) await store.accept(entry);
    return store;
  }

  /** Returns the references of the enquiries that match a filter, the latest first. */
  async function references(store: Store, filter: EnquiryFilter, limit = 100): Promise<readonly string[]> {
    return (await store.findEnquiries({ filter, limit })).map(({ reference }) => reference);
  }

  describe(`${name}: finding enquiries`, () => {
    it('gives the latest first, page by page, or the first first', async () => {
      const entries = Array.from({ length: 5 }, () => createEntry());
      const store = await stored(...entries);
      const inOrder = entries.map(({ reference }) => reference);
      const first = await store.findEnquiries({ filter: {}, limit: 2 });
      const rest = await store.findEnquiries({ filter: {}, limit: 9, before: first[1]?.sequence ?? 0 });
      expect([...first, ...rest].map(({ reference }) => reference)).toEqual([...inOrder].reverse());
      const later = await store.findEnquiries({ filter: {}, limit: 9, after: rest[0]?.sequence ?? 0 });
      expect(later.map(({ reference }) => reference)).toEqual(inOrder.slice(3));
      expect(await store.countEnquiries({ filter: {}, most: 100 })).toBe(5);
      expect(await store.countEnquiries({ filter: {}, most: 3 })).toBe(3);
    });

    it.each([
      ['a word, whatever its case', 'KEEL'],
      ['accents or none', 'zoe ecluse'],
      ['the beginning of a word', 'antif'],
      ['a mail address', 'zoe.winter@example.org'],
      ['a part of it', 'winter@example'],
      ['a number', '1987'],
      ['inside of lists and objects', 'dinghy'],
      ['Arabic', 'مرسى'],
      ['several, in any order', 'standing boat'],
      ['a day, which is written as a number is', '2026-11-21'],
      ['syntax, which there is none of', 'keel* OR "NEAR( -antifoul'],
    ])('finds %s', async (_what, search) => {
      const message =
        'The boat is on hard standing; near its KEEL the antifoul or primer peels. Écluse مرسى 2026-11-21';
      const values = { message, year: 1987, extra: { tenders: [{ kind: 'Dinghy' }] }, more: 'antifoul' };
      const wanted = createEntry({
        values,
        visitor: { name: 'Zoë Winter', email: 'zoe.winter@example.org' },
      });
      const store = await stored(createEntry(), wanted, createEntry());
      expect(await references(store, { search })).toEqual([wanted.reference]);
      expect(await store.countEnquiries({ filter: { search }, most: 9 })).toBe(1);
    });

    it.each([
      ['船の購入について相談したい', '購入', '入購'],
      ['船の購入について相談したい', '船', '舟'],
      ['ﾖｯﾄを見たい。Kestrel号', 'ヨット kestrel', 'ヨッテ'],
      ['ฉันต้องการซื้อเรือใบ', 'เรือ', 'ราคา'],
      ['Hafenstraße 7', 'hafenstrasse', 'hafenstrade'],
      ['Hafenstrasse 7', 'Hafenstraße', 'Hafenstraßen'],
      ['Jörg Müller', 'Mueller Joerg', 'Moller'],
      ['Joerg Mueller', 'müller', 'møller'],
      ['Søren Łukasz', 'soren lukasz', 'saren'],
      ['Call +44 (0)20 7946-0018, please', '02079460018', '02079460019'],
      ['Call +44 (0)20 7946-0018, please', '0044 20 7946 0018', '+45 20 7946 0018'],
      ['020 79 46 00 18', '+44 (0)20 7946-0018 call', '+44 20 7946'],
      ['020 79460018', '79460018', '0207946'],
      ['089/1234567 / 0161 496 0000', '+49 89 1234567', '+49 161 1234567'],
    ])('finds "%s" by "%s", and not by "%s"', async (message, search, other) => {
      const wanted = createEntry({ values: { message: `${message} call` } });
      const store = await stored(createEntry({ values: { message: 'Number 17, call' } }), wanted);
      expect(await references(store, { search })).toEqual([wanted.reference]);
      expect(await references(store, { search: other })).toEqual([]);
      await store.eraseEnquiry({
        id: wanted.id,
        note: { at: arrival, action: 'erased', who: { name: 'Ada' } },
      });
      expect(await references(store, { search })).toEqual([]);
    });

    it('finds those without an answer since a time, and single ones by their references', async () => {
      const [old, answered, late] = [createEntry(), createEntry(), createEntry({ receivedAt: arrival + 10 })];
      if (!old || !answered || !late) throw new Error('There are three');
      const store = await stored(old, answered, late);
      await store.handleEnquiry({ id: answered.id, now: arrival, handling: 'answered' });
      expect(await references(store, { unansweredSince: arrival + 5 })).toEqual([old.reference]);
      expect(await store.countEnquiries({ filter: { unansweredSince: arrival + 5 }, most: 9 })).toBe(1);
      const mail = ['waiting'] as const;
      const both = { references: [late.reference, answered.reference, 'NONE'], mail };
      expect(await references(store, both)).toEqual([late.reference, answered.reference]);
      expect(await references(store, { ...both, handling: 'answered' })).toEqual([answered.reference]);
    });

    it('has the saved views of each person, replaced only as they were seen', async () => {
      const store = await stored();
      const view = { id: 'v', name: 'Mine', query: 'assignee=me', isCounted: true };
      expect(await store.inboxViews('ada')).toEqual({ revision: 0, views: [] });
      const change = { person: 'ada', seen: 0, views: [view] };
      expect(await store.setInboxViews(change)).toEqual({ kind: 'done', revision: 1, views: [view] });
      expect(await store.setInboxViews({ ...change, views: [] })).toEqual({
        kind: 'changed',
        revision: 1,
        views: [view],
      });
      expect(await store.inboxViews('ben')).toEqual({ revision: 0, views: [] });
    });

    it('finds one by its reference, and none by what is no word', async () => {
      const wanted = createEntry();
      const store = await stored(createEntry(), wanted);
      expect(await references(store, { search: wanted.reference.toLowerCase() })).toEqual([wanted.reference]);
      expect(await references(store, { search: '"*" -- ()' })).toEqual([]);
      expect(await references(store, { search: '\u0000 \ud800' })).toEqual([]);
    });

    it('takes what is short for a whole word, and looks up no word twice', async () => {
      const [wanted, other] = ['The keel is in a state', 'Inside of the keelson'].map((message) =>
        createEntry({ values: { message } }),
      );
      if (!wanted || !other) throw new Error('There are two');
      const store = await stored(wanted, other);
      const both = [other.reference, wanted.reference];
      expect(await references(store, { search: 'in' })).toEqual([wanted.reference]);
      expect(await references(store, { search: 'ins' })).toEqual([other.reference]);
      expect(await references(store, { search: 'kee keel KEE keel' })).toEqual(both);
      expect(await references(store, { search: 'kee in' })).toEqual([wanted.reference]);
      expect(await references(store, { search: 'keels kee' })).toEqual([other.reference]);
      expect(await references(store, { search: 'a '.repeat(100) })).toEqual([wanted.reference]);
    });

    it('finds what arrived from a time on, and before another', async () => {
      const times = [arrival - 1, arrival, arrival + 4, arrival + 5];
      const store = await stored(...times.map((receivedAt) => createEntry({ receivedAt })));
      const filter = { from: arrival, until: arrival + 5 };
      const found = await store.findEnquiries({ filter, limit: 9 });
      expect(found.map(({ receivedAt }) => Date.parse(receivedAt))).toEqual([arrival + 4, arrival]);
      expect(await store.countEnquiries({ filter, most: 9 })).toBe(2);
    });

    it('counts the enquiries of each campaign, the most frequent first', async () => {
      const [spring, letter] = [{ campaign: 'spring', source: 'letter' }, { source: 'letter' }];
      const store = await stored(
        createEntry({ campaign: spring }),
        createEntry({ campaign: spring, enquiryType: 7, receivedAt: arrival + 5 }),
        createEntry({ campaign: letter, domain: 'other.example' }),
        createEntry({ campaign: { gclid: 'click' } }),
        createEntry({ campaign: letter, suspicion: 'honeypot' }),
        createEntry(),
      );
      const [found] = await store.findEnquiries({ filter: { campaign: 'spring', type: '6' }, limit: 9 });
      expect(found?.campaign).toEqual(spring);
      expect(await store.countCampaigns({ limit: 9 })).toEqual([
        { name: 'spring', count: 2 },
        { name: 'letter', count: 1 },
      ]);
      expect(await store.countCampaigns({ limit: 1 })).toEqual([{ name: 'spring', count: 2 }]);
      const early = { from: arrival, until: arrival + 5, limit: 9 };
      expect(await store.countCampaigns({ ...early, types: ['6', '7'], sites: ['www.example.com'] })).toEqual(
        [{ name: 'spring', count: 1 }],
      );
      expect(await store.countCampaigns({ types: [], limit: 9 })).toEqual([]);
    });

    it('gives whatever all filters hold for, as by looking at each', async () => {
      /** Returns a generator of one of the values. */
      const one = <const Value>(...values: readonly Value[]) => fc.constantFrom(...values);
      const facts = fc.record({
        enquiryType: fc.constantFrom<Id>(1, 2, '2'),
        office: fc.constantFrom<Id | null>(null, 17, '18'),
        domain: one('a.example', 'b.example'),
        campaign: one(undefined, { campaign: 'spring', source: 'letter' }, { source: 'letter' }),
        receivedAt: one(arrival, arrival + 5, arrival - 5),
        word: one('keel', 'mast'),
        isTaken: fc.boolean(),
        hasRecipient: fc.boolean(),
      });
      const filters = fc.record(
        {
          type: one('1', '2'),
          office: one('17', '18'),
          site: one('a.example', 'b.example'),
          campaign: one('spring', 'letter', 'none'),
          handling: one('new' as const, 'in-hand' as const),
          mail: one(
            ...([['waiting'], ['no-recipient', 'failed'], ['sent', 'waiting']] as const),
            ...([['sent', 'failed', 'no-recipient', 'suspected'], []] as const),
          ),
          assignee: one('a', 'b'),
          from: one(arrival, arrival + 5),
          until: one(arrival, arrival + 5),
          search: one('keel', 'mas'),
          within: one({}, { types: ['1'] }, { sites: ['b.example'], types: ['1', '2'] }, { sites: [] }),
        },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(facts, { maxLength: 12 }),
          fc.array(filters, { minLength: 5, maxLength: 5 }),
          async (all, asked) => {
            const store = await open(createTemporaryFolder());
            const expected: {
              readonly reference: string;
              readonly isIn: (filter: EnquiryFilter) => boolean;
            }[] = [];
            for (const { word, isTaken, hasRecipient, campaign: given, ...rest } of all) {
              const entry = (hasRecipient ? createEntry : createEntryWithoutRecipient)({
                ...rest,
                ...(given && { campaign: given }),
                values: { word },
              });
              await store.accept(entry);
              const change = { id: entry.id, now: arrival, handling: 'in-hand', assignee: ada } as const;
              if (isTaken) await store.handleEnquiry(change);
              expected.push({
                reference: entry.reference,
                /**
                 * Returns true if this entry matches a filter: the expected result, computed without the
                 * store.
                 */
                isIn: ({
                  type,
                  office,
                  site,
                  campaign,
                  handling,
                  mail,
                  assignee,
                  from,
                  until,
                  search,
                  within = {},
                }) =>
                  (type === undefined || type === String(rest.enquiryType)) &&
                  (office === undefined || office === String(rest.office)) &&
                  (site === undefined || site === rest.domain) &&
                  (campaign === undefined || (given && getCampaignName(given)) === campaign) &&
                  (handling === undefined || handling === (isTaken ? 'in-hand' : 'new')) &&
                  (mail === undefined || mail.includes(hasRecipient ? 'waiting' : 'no-recipient')) &&
                  (assignee === undefined || (isTaken && assignee === 'a')) &&
                  (from === undefined || rest.receivedAt >= from) &&
                  (until === undefined || rest.receivedAt < until) &&
                  (search === undefined || word.startsWith(search)) &&
                  (within.types === undefined || within.types.includes(String(rest.enquiryType))) &&
                  (within.sites === undefined || within.sites.includes(rest.domain)),
              });
            }
            for (const filter of asked) {
              const wanted = expected.filter(({ isIn }) => isIn(filter)).map(({ reference }) => reference);
              const inOrder = await store.findEnquiries({ filter, after: 0, limit: 100 });
              expect(inOrder.map(({ reference }) => reference)).toEqual(wanted);
              expect(await references(store, filter)).toEqual(wanted.reverse());
              expect(await store.countEnquiries({ filter, most: 100 })).toBe(wanted.length);
              expect(await store.countEnquiries({ filter, most: 2 })).toBe(Math.min(2, wanted.length));
            }
            await store.close();
          },
        ),
        { numRuns: 40 },
      );
    });
  });

  describe(`${name}: looking after an enquiry`, () => {
    it('notes who took it up, what was said of it, and that it was answered', async () => {
      const entry = createEntry();
      const store = await stored(entry);
      const { id } = entry;
      const pulse = await store.inboxPulse();
      await store.handleEnquiry({ id, by: ada, now: arrival + 1, handling: 'in-hand', assignee: ada });
      expect(await store.commentOnEnquiry({ id, by: ben, now: arrival + 2, text: 'Rang twice.' })).toBe(true);
      await store.handleEnquiry({ id, by: ada, now: arrival + 3, handling: 'answered', assignee: null });
      const file = await store.enquiryDetails(entry.reference);
      expect(file?.enquiry).toMatchObject({ handling: 'answered' });
      expect(file?.enquiry.assignee).toBeUndefined();
      expect(file?.events.map(({ number: _number, ...event }) => event)).toEqual([
        { at: arrival + 1, by: ada, kind: 'handled', from: 'new', to: 'in-hand' },
        { at: arrival + 1, by: ada, kind: 'assigned', to: ada },
        { at: arrival + 2, by: ben, kind: 'noted', text: 'Rang twice.' },
        { at: arrival + 3, by: ada, kind: 'handled', from: 'in-hand', to: 'answered' },
        { at: arrival + 3, by: ada, kind: 'assigned' },
      ]);
      expect((await store.inboxPulse()).event).toBeGreaterThan(pulse.event);
    });

    it('changes nothing for whoever did not see what another has done', async () => {
      const { id } = createEntry();
      const store = await stored(createEntry({ id }));
      const seen = { handling: 'new' } as const;
      const change = { id, now: arrival, seen, handling: 'in-hand' } as const;
      expect(await store.handleEnquiry({ ...change, by: ada, assignee: ada })).toMatchObject({
        kind: 'done',
      });
      expect(await store.handleEnquiry({ ...change, by: ben, assignee: ben })).toMatchObject({
        kind: 'changed',
        enquiry: { handling: 'in-hand', assignee: 'a' },
      });
      expect((await store.enquiryDetails(id))?.enquiry.assignee).toBe('a');
      expect(await store.handleEnquiry({ ...change, id: 'none' })).toEqual({ kind: 'unknown' });
      expect(await store.commentOnEnquiry({ id: 'none', now: arrival, text: 'x' })).toBe(false);
      expect(await store.enquiryDetails('none')).toBeUndefined();
    });

    it('keeps each try to send, with whom it went to and why it was not taken', async () => {
      const mail = { ...createEntry().mail, fallback: 'yard@example.com' };
      const entry = createEntry({ mail });
      const store = await stored(entry);
      const enquiryId = entry.id;
      const why = { dueAt: arrival + 5, reason: 'busy' };
      await store.recordMailAttempt({ enquiryId, at: arrival + 1, state: 'waiting', ...why });
      expect((await store.enquiryDetails(enquiryId))?.dueAt).toBe(arrival + 5);
      await store.recordMailAttempt({ enquiryId, at: arrival + 2, state: 'redirected', ...why });
      await store.recordMailAttempt({ enquiryId, at: arrival + 3, state: 'sent' });
      const file = await store.enquiryDetails(enquiryId);
      expect(file?.dueAt).toBeUndefined();
      expect(file?.tries).toEqual([
        { at: arrival + 1, to: 'poole@example.com', outcome: 'waiting', reason: 'busy' },
        { at: arrival + 2, to: 'poole@example.com', outcome: 'redirected', reason: 'busy' },
        { at: arrival + 3, to: 'yard@example.com', outcome: 'sent' },
      ]);
    });

    it('gives it to another office, which has it from then on', async () => {
      const entry = createEntry();
      const store = await stored(entry);
      const { id } = entry;
      const addresses = { to: 'kiel@example.com', fallback: null };
      const request = { id, by: ada, now: arrival + 9, office: 18, addresses };
      expect(await store.forwardEnquiry(request)).toMatchObject({ kind: 'queued', to: 'kiel@example.com' });
      expect(await references(store, { office: '18' })).toEqual([entry.reference]);
      expect(await references(store, { office: '17' })).toEqual([]);
      const file = await store.enquiryDetails(id);
      expect(file?.enquiry).toMatchObject({ office: 17, forwardedTo: '18', mail: { state: 'waiting' } });
      expect(file?.events).toMatchObject([
        { kind: 'forwarded', by: ada, office: 18, from: 17, to: 'kiel@example.com' },
      ]);
      await store.resend({ id, by: ben, now: arrival + 10 });
      expect((await store.enquiryDetails(id))?.events[1]).toMatchObject({
        kind: 'resent',
        by: ben,
        to: 'kiel@example.com',
      });
      expect(await store.forwardEnquiry({ ...request, id: 'none' })).toEqual({ kind: 'unknown' });
    });

    it('has changed since, for whoever is limited, by what is within alone', async () => {
      const [ours, theirs] = [
        createEntry(),
        createEntry({ enquiryType: 'else', domain: 'other.example.com' }),
      ];
      const store = await stored(ours, theirs);
      const [types, sites] = [['6'], ['www.example.com']];
      const limits = [{ types }, { sites }, { types, sites }];
      /**
       * Returns, for each of the limits, the number of the latest changed enquiry within it; undefined if
       * there is none.
       */
      const changes = (since: InboxPulse) =>
        Promise.all(limits.map((within) => store.findInboxChange({ since, within })));
      expect(await changes({ enquiry: 0, event: 0, try: 0, erasure: 0, reply: 0 })).toEqual([1, 1, 1]);
      const since = await store.inboxPulse();
      await store.accept(createEntry({ enquiryType: 'else', domain: 'other.example.com' }));
      await store.commentOnEnquiry({ id: theirs.id, now: arrival, text: 'Rang' });
      await store.recordMailAttempt({ enquiryId: theirs.id, at: arrival, state: 'sent' });
      expect(await changes(since)).toEqual([undefined, undefined, undefined]);
      await store.recordMailAttempt({ enquiryId: ours.id, at: arrival, state: 'sent' });
      expect(await changes(since)).toEqual([1, 1, 1]);
      const later = await store.inboxPulse();
      await store.commentOnEnquiry({ id: ours.id, now: arrival, text: 'Rang' });
      expect(await changes(later)).toEqual([1, 1, 1]);
      expect(await store.findInboxChange({ since: await store.inboxPulse(), within: {} })).toBeUndefined();
    });

    it('is queued for nobody who has not seen that it was queued since, whatever else was done', async () => {
      const entry = createEntry();
      const store = await stored(entry);
      const addresses = { to: 'kiel@example.com', fallback: null };
      const request = { id: entry.id, now: arrival + 9, addresses };
      await store.commentOnEnquiry({ ...request, text: 'Rang \0' });
      expect(await store.forwardEnquiry({ ...request, office: 18, seen: 0 })).toMatchObject({
        kind: 'queued',
      });
      expect(await store.forwardEnquiry({ ...request, office: 19, seen: 0 })).toEqual({ kind: 'changed' });
      expect(await store.resend({ ...request, seen: 0 })).toEqual({ kind: 'changed' });
      const file = await store.enquiryDetails(entry.id);
      expect(file).toMatchObject({ enquiry: { forwardedTo: '18' } });
      const seen = file?.events.findLast(({ kind }) => kind === 'forwarded')?.number ?? 0;
      expect(await store.resend({ ...request, seen })).toMatchObject({ kind: 'queued' });
      expect(await store.resend(request)).toMatchObject({ kind: 'queued' });
    });

    it('says in the mail what whoever gets it is told, of the last time it was forwarded', async () => {
      const entry = createEntry();
      const store = await stored(entry);
      const addresses = { to: 'kiel@example.com', fallback: null };
      const request = { id: entry.id, now: arrival + 9, office: 18, addresses };
      const notice = { text: 'Ada hat „dies“ weitergeleitet.', locale: 'de' };
      /** Returns the stored content of the mail of the entry. */
      const readContent = async () => (await store.enquiryDetails(entry.id))?.content;
      await store.forwardEnquiry({ ...request, notice: { text: 'Before', locale: 'en' } });
      await store.forwardEnquiry({ ...request, notice });
      expect(await readContent()).toEqual({ ...entry.mail.content, notice });
      await store.forwardEnquiry(request);
      expect(await readContent()).toEqual(entry.mail.content);
    });

    it('erases a suspected enquiry, and none that is not', async () => {
      const [casino, real] = [createEntry({ suspicion: 'honeypot' }), createEntry()];
      const store = await stored(casino, real);
      /** Returns the audit entry for erasing a suspected enquiry. */
      const note = (about: string) => ({
        ...({ at: arrival, action: 'suspected-erased', who: ada, about } as const),
      });
      /** Erases the suspected enquiry with an id or reference, and returns the outcome. */
      const erase = (id: string) => store.eraseSuspected({ id, note: note(id) });
      expect(await erase('none')).toBe('unknown');
      expect(await erase(real.reference)).toBe('not-suspected');
      const pulse = await store.inboxPulse();
      expect([await erase(casino.reference), await erase(casino.reference)]).toEqual(['done', 'unknown']);
      expect(await store.enquiryDetails(casino.id)).toBeUndefined();
      expect(await references(store, {})).toEqual([real.reference]);
      expect((await store.audit({ limit: 9 })).map(({ about }) => about)).toEqual([casino.reference]);
      expect(await store.inboxPulse()).not.toEqual(pulse);
    });

    it('forgets all of a suspected enquiry with it', async () => {
      const entry = createEntry({ suspicion: 'honeypot', values: { message: 'casino' } });
      const store = await stored(entry);
      await store.commentOnEnquiry({ id: entry.id, now: arrival, text: 'Looks odd' });
      expect(await references(store, { search: 'casino', mail: ['suspected'] })).toEqual([entry.reference]);
      expect(await store.forgetSuspected({ receivedBefore: arrival + 1, limit: 9 })).toBe(1);
      expect(await references(store, { search: 'casino' })).toEqual([]);
    });
  });
}
