import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MailQueue } from '../records/mail-queue.ts';
import type { NewEnquiry } from '../records/new-enquiry.ts';
import { type NewReply, type ReplyQueue, toReplyId } from '../records/reply-entry.ts';
import type { Store } from '../store.ts';
import { arrival, createEntry } from './new-entry.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type ReplyStore = Store & MailQueue & ReplyQueue;

/**
 * Defines the tests of replies and of their queue, for any store.
 * @param name The name of the store, in the titles of the tests.
 * @param open Opens the store of a folder.
 */
export function describeReplies(
  name: string,
  open: (folder: string) => ReplyStore | Promise<ReplyStore>,
): void {
  /** Opens a store on a new folder, to be closed at the end of the running test, with an enquiry. */
  async function fresh(differences: Partial<NewEnquiry> = {}) {
    const store = await open(createTemporaryFolder());
    onTestFinished(() => store.close());
    const entry = createEntry(differences);
    await store.accept(entry);
    return { store, entry };
  }

  describe(`${name}: replies`, () => {
    it('are stored once by their key, queued in a queue of their own, and set the enquiry to answered', async () => {
      const { store, entry } = await fresh();
      const heard: (string | undefined)[] = [];
      store.replies.onMailQueued((to) => heard.push(to));
      const reply = createReply(entry);
      expect(await store.addReply(reply)).toEqual({ kind: 'queued' });
      expect(await store.addReply(reply)).toEqual({ kind: 'repeated' });
      expect(heard).toEqual(['ada@example.org']);
      const file = await store.enquiryDetails(entry.id);
      expect(file).toMatchObject({
        enquiry: { handling: 'answered' },
        replies: [{ ...reply.words, at: arrival, to: 'ada@example.org', state: 'waiting', reason: null }],
        events: [{ kind: 'handled', from: 'new', to: 'answered', by: reply.words.by }],
      });
      const id = toReplyId(entry.id, file?.replies[0]?.number ?? 0);
      expect(await findDue(store)).toMatchObject([
        { enquiryId: id, to: 'ada@example.org', content: entry.mail.content, tries: 0 },
      ]);
      expect(await store.findReplies([entry.id, 'none'])).toMatchObject([
        { ...reply.words, enquiryId: entry.id },
      ]);
      expect(await store.dueMails({ now: arrival, limit: 10 })).toHaveLength(1);
    });

    it('are refused if somebody was faster, for suspected enquiries, and above a limit', async () => {
      const { store, entry } = await fresh();
      const other = createEntry({ suspicion: 'honeypot' });
      await store.accept(other);
      expect(await store.addReply(createReply(other))).toEqual({ kind: 'suspected' });
      expect(await store.addReply(createReply(createEntry()))).toEqual({ kind: 'unknown' });
      const none = { most: 0, windowMs: 1000 };
      expect(await store.addReply({ ...createReply(entry), limit: none })).toEqual({ kind: 'too-many' });
      await store.handleEnquiry({ id: entry.id, now: arrival, handling: 'answered' });
      expect(await store.addReply(createReply(entry))).toEqual({ kind: 'changed' });
      const seen = { state: 'answered', reply: 0 } as const;
      const outcomes = [
        await store.addReply({ ...createReply(entry), seen }),
        await store.addReply({ ...createReply(entry), seen }),
      ];
      expect(outcomes).toEqual([{ kind: 'queued' }, { kind: 'changed' }]);
      expect((await store.enquiryDetails(entry.id))?.replies).toHaveLength(1);
    });

    it('record each try, and keep their words when the mail is sent or given up', async () => {
      const { store, entry } = await fresh();
      const reply = createReply(entry);
      await store.addReply(reply);
      const [due] = await findDue(store);
      const of = { enquiryId: due?.enquiryId ?? '' };
      const findRow = async () => (await store.findEnquiries({ filter: {}, limit: 1 }))[0];
      expect(await findRow()).not.toHaveProperty('isReplyFailed');
      const before = await store.inboxPulse();
      const later = { state: 'waiting', dueAt: arrival + 60, reason: '450 later' } as const;
      expect(await store.replies.recordMailAttempt({ ...of, at: arrival + 5, ...later })).toBe(true);
      expect(await store.findInboxChange({ since: before, within: {} })).toBe(1);
      expect(await findDue(store)).toEqual([]);
      expect(await store.replies.nextMailDueAt({ after: arrival })).toBe(arrival + 60);
      const bounce = { state: 'failed', reason: '550 no such user' } as const;
      await store.replies.recordMailAttempt({ ...of, at: arrival + 60, ...bounce });
      expect(await findDue(store, arrival + 99)).toEqual([]);
      expect(await findRow()).toMatchObject({ isReplyFailed: true });
      const file = await store.enquiryDetails(entry.id);
      expect(file?.enquiry).toMatchObject({ isReplyFailed: true });
      expect(file?.replies).toMatchObject([{ ...reply.words, ...bounce, triedAt: arrival + 60 }]);
      const seen = { state: 'answered', reply: file?.replies[0]?.number ?? 0 } as const;
      await store.addReply({ ...createReply(entry), seen });
      expect(await findRow()).not.toHaveProperty('isReplyFailed');
    });

    it('go with their enquiry, and so do the files of their mails', async () => {
      const { store, entry } = await fresh();
      await store.addReply(createReply(entry));
      const [due] = await findDue(store);
      const id = due?.enquiryId ?? '';
      const note = { at: arrival, who: { kind: 'system', name: 'test' }, action: 'enquiry-erased' } as const;
      await store.eraseEnquiry({ id: entry.id, note });
      expect(await findDue(store)).toEqual([]);
      expect(await store.findReplies([entry.id])).toEqual([]);
      const files = await store.erasedFiles({ limit: 10 });
      expect(files).toContainEqual({ kind: 'mail', name: id, until: expect.any(Number) });
      expect(await store.replies.recordMailAttempt({ enquiryId: id, at: arrival, state: 'sent' })).toBe(
        false,
      );
    });

    it('are due one by one of each address, and not while they are under way', async () => {
      const { store, entry } = await fresh();
      const seen = { state: 'answered' } as const;
      await store.addReply(createReply(entry));
      const number = (await store.enquiryDetails(entry.id))?.replies[0]?.number ?? 0;
      await store.addReply({ ...createReply(entry), seen: { ...seen, reply: number } });
      const request = { now: arrival, limit: 10 };
      const [first, ...others] = await store.replies.dueMails({ ...request, perRecipient: 1 });
      expect(others).toEqual([]);
      const except = { recipients: [], enquiryIds: [first?.enquiryId ?? ''] };
      const rest = await store.replies.dueMails({ ...request, except });
      expect(rest).toHaveLength(1);
      expect(rest[0]?.enquiryId).not.toBe(first?.enquiryId);
      const busy = { recipients: ['ada@example.org'], enquiryIds: [] };
      expect(await store.replies.dueMails({ ...request, except: busy })).toEqual([]);
    });
  });
}

/** Returns a reply by Ann to a new enquiry without replies. Stores nothing. */
function createReply({ id, mail }: NewEnquiry): NewReply {
  return {
    id,
    key: randomUUID(),
    now: arrival,
    to: 'ada@example.org',
    words: { by: { id: 'ann', name: 'Ann' }, subject: 'Hello', text: 'Dear Ada,\n\nyes.', template: 'call' },
    mail: mail.content,
    seen: { state: 'new', reply: 0 },
    limit: { most: 10, windowMs: 1000 },
  };
}

/** Returns at most 10 replies that are due at a time. */
function findDue(store: ReplyStore, now = arrival) {
  return store.replies.dueMails({ now, limit: 10 });
}
