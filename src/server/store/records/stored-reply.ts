import { createShape } from '../../platform/validate-shape.ts';
import type { DueMail } from './mail-queue.ts';
import { type ReplyRecord, type ReplyState, type ReplyWords, toReplyId } from './reply-entry.ts';
import { readJsonColumn } from './stored-json.ts';
import { readMailContent } from './stored-mail.ts';

/** Converts a row of `replies` to a record. Damaged words are empty, with `isDamaged`. */
export function toReplyRecord({
  number,
  at,
  changed_at: changedAt,
  content,
  state,
  recipient,
  due_at: dueAt,
  attempts,
  reason,
}: Readonly<Record<string, unknown>>): ReplyRecord {
  return {
    ...(readJsonColumn(storedWords, content) ?? damagedWords),
    number: Number(number),
    at: Number(at),
    to: String(recipient),
    // The table's CHECK lets no other text in.
    state: state as ReplyState,
    ...(Number(attempts) > 0 && { triedAt: Number(changedAt) }),
    ...(typeof dueAt === 'number' && { dueAt }),
    reason: typeof reason === 'string' ? reason : null,
  };
}

const damagedWords = { by: { id: '', name: '' }, subject: '', text: '', isDamaged: true } as const;

const text = { type: 'string' };

const storedWords = createShape<ReplyWords>({
  type: 'object',
  required: ['by', 'subject', 'text'],
  properties: {
    by: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
    subject: text,
    text,
    template: text,
  },
});

/** Converts a row of `replies`, with the enquiry's id and reference, to a mail; without content if it is damaged. */
export function toDueReply(row: Readonly<Record<string, unknown>>): DueMail {
  const { number, id, reference, at, recipient, attempts, mail } = row;
  const content = readMailContent(mail);
  return {
    enquiryId: toReplyId(String(id), Number(number)),
    reference: String(reference),
    receivedAt: Number(at),
    to: String(recipient),
    fallback: null,
    refusedBy: null,
    ...(content && { content }),
    tries: Number(attempts),
    queuedAt: Number(at),
  };
}
