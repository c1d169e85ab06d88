import { shapeOf } from '../shape.ts';
import type { ListedInvitation, ListedToken, SessionEntry, TokenEntry, WordEntry } from './people-entry.ts';
import { keyOf } from './people-key.ts';
import { damagedRow, storedJson } from './stored-json.ts';
import { reachShape } from './stored-reach.ts';

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

/**
 * A word as a row has it, whose content only `wordColumns` makes.
 * @throws StoreError where it is damaged: it opens nothing.
 */
export function toWord(row: { readonly content?: unknown; readonly id?: unknown } | undefined) {
  if (row === undefined) return undefined;
  const word = storedJson(storedWord, row.content);
  if (word === undefined) throw damagedRow('words', String(row.id));
  return word;
}

/** An invitation as it is listed: one that is damaged by what its columns say, so that it can be taken back. */
export function toListedInvitation(row: {
  readonly content?: unknown;
  readonly id?: unknown;
  readonly hash?: unknown;
  readonly about?: unknown;
  readonly created_at?: unknown;
  readonly expires_at?: unknown;
}): ListedInvitation {
  const { id, hash, about, created_at: createdAt, expires_at: expiresAt } = row;
  const word = storedJson(storedWord, row.content);
  // Taken back is the row, by its own id.
  if (word?.invitation && word.id === id) return word;
  return {
    ...{ id: String(id), hash: String(hash), use: 'invitation', email: String(about ?? '') },
    ...{ createdAt: Number(createdAt), expiresAt: Number(expiresAt), isDamaged: true },
  };
}

/** The columns that a token is read from. */
export interface TokenRow {
  readonly token?: unknown;
  readonly used_at?: unknown;
  readonly id?: unknown;
}

/**
 * A token as a row has it, whose text only `addToken` writes.
 * @throws StoreError where it is damaged: nobody is let in by it.
 */
export function toToken(row: TokenRow): TokenEntry {
  const token = storedJson(storedToken, row.token);
  if (token === undefined) throw damagedRow('tokens', String(row.id));
  return { ...token, ...usedOf(row) };
}

/** A token as it is listed: one that is damaged by what its columns say, so that it can be ended. */
export function toListedToken(
  row: TokenRow & {
    readonly hash?: unknown;
    readonly person?: unknown;
    readonly created_at?: unknown;
    readonly expires_at?: unknown;
  },
): ListedToken {
  const { id, hash, person, created_at: createdAt, expires_at: expiresAt } = row;
  const token = storedJson(storedToken, row.token) ?? {
    ...{ id: String(id), hash: String(hash), person: String(person), purpose: '', start: '' },
    ...{ role: 'viewer' as const, createdAt: Number(createdAt), expiresAt: Number(expiresAt) },
    isDamaged: true as const,
  };
  return { ...token, ...usedOf(row) };
}

function usedOf({ used_at }: TokenRow): Pick<TokenEntry, 'usedAt'> {
  return used_at === null ? {} : { usedAt: Number(used_at) };
}

const text = { type: 'string' };
const time = { type: 'number' };

const storedToken = shapeOf<TokenEntry>({
  type: 'object',
  required: ['hash', 'id', 'person', 'purpose', 'start', 'createdAt', 'expiresAt', 'role'],
  properties: {
    ...reachShape,
    ...{ hash: text, id: text, person: text, purpose: text, start: text, createdAt: time, expiresAt: time },
  },
});

const storedWord = shapeOf<WordEntry>({
  type: 'object',
  required: ['hash', 'id', 'use', 'createdAt', 'expiresAt'],
  properties: {
    ...{ hash: text, id: text, use: text, createdAt: time, expiresAt: time, person: text, byId: text },
    invitation: {
      type: 'object',
      required: ['email', 'by', 'role'],
      properties: { ...reachShape, email: text, by: text, byId: text },
    },
  },
});
