import type { SessionEntry, TokenEntry, WordEntry } from './people-entry.ts';
import { keyOf } from './people-key.ts';

/** A session as a row has it. */
export function toSession(row: Readonly<Record<string, unknown>>): SessionEntry {
  return {
    hash: String(row.hash),
    id: String(row.id),
    person: String(row.person),
    createdAt: Number(row.created_at),
    seenAt: Number(row.seen_at),
    expiresAt: Number(row.expires_at),
    browser: String(row.browser),
    address: String(row.address),
  };
}

/** What the columns of a word hold; of what it is about, one of a use holds at a time. */
export function wordColumns(word: WordEntry) {
  const { hash, id, use, createdAt, expiresAt, person, invitation } = word;
  const about = person ?? (invitation && keyOf(invitation.email)) ?? null;
  return {
    hash,
    id,
    use,
    about,
    created_at: createdAt,
    expires_at: expiresAt,
    content: JSON.stringify(word),
  };
}

/** A word as a row has it, whose content only `wordColumns` makes. */
export function toWord(row: { readonly content?: unknown } | undefined): WordEntry | undefined {
  return row && JSON.parse(String(row.content));
}

/** A token as a row has it, whose text only `addToken` writes. */
export function toToken({
  token,
  used_at,
}: {
  readonly token?: unknown;
  readonly used_at?: unknown;
}): TokenEntry {
  return { ...JSON.parse(String(token)), ...(used_at === null ? {} : { usedAt: Number(used_at) }) };
}
