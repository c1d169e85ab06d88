import type { ReplyRecord } from '../store/records/reply-entry.ts';

/** Converts a reply to its object in exports, with times in ISO 8601. */
export function toReplyJson({ at, by, to, subject, text, template, state, triedAt, reason }: ReplyRecord) {
  return {
    at: new Date(at).toISOString(),
    by,
    to,
    subject,
    text,
    ...(template !== undefined && { template }),
    state,
    ...(triedAt !== undefined && { triedAt: new Date(triedAt).toISOString() }),
    ...(reason !== null && { reason }),
  };
}
