import { shapeOf } from '../shape.ts';
import type { ListedInvitation, ListedToken, SessionEntry, TokenEntry, WordEntry } from './people-entry.ts';
import { keyOf } from './people-key.ts';
import { damagedRow, storedJson } from './stored-json.ts';
import { reachShape } from './stored-reach.ts';

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

/** Returns the columns of a one-time token. Only one token of a use is valid for each `about`. */
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
 * Converts a row to a one-time token. Only `toOneTimeTokenColumns` writes its content.
 * @throws StoreError if it is damaged: it authorizes nothing
 */
export function toWord(row: { readonly content?: unknown; readonly id?: unknown } | undefined) {
  if (row === undefined) return undefined;
  const word = storedJson(storedWord, row.content);
  if (word === undefined) throw damagedRow('words', String(row.id));
  return word;
}

/**
 * Converts a row to an invitation in a list. A damaged one has the values of its columns, so that it can be
 * revoked.
 */
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
  // The row is revoked by its own id, so an id in the content that differs counts as damage.
  if (word?.invitation && word.id === id) return word;
  return {
    ...{ id: String(id), hash: String(hash), use: 'invitation', email: String(about ?? '') },
    ...{ createdAt: Number(createdAt), expiresAt: Number(expiresAt), isDamaged: true },
  };
}

/** The columns of an API token. */
export interface TokenRow {
  readonly token?: unknown;
  readonly used_at?: unknown;
  readonly id?: unknown;
}

/**
 * Converts a row to an API token. Only `addToken` writes its content.
 * @throws StoreError if it is damaged: it authorizes nothing
 */
export function toToken(row: TokenRow): TokenEntry {
  const token = storedJson(storedToken, row.token);
  if (token === undefined) throw damagedRow('tokens', String(row.id));
  return { ...token, ...usedOf(row) };
}

/**
 * Converts a row to an API token in a list. A damaged one has the values of its columns, so that it can be
 * ended.
 */
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
