import { createShape } from '../../platform/validate-shape.ts';
import { toComparisonKey } from './comparison-key.ts';
import type {
  ListedInvitation,
  ListedToken,
  OneTimeToken,
  SessionEntry,
  TokenEntry,
} from './people-entry.ts';
import { createDamagedRowError, readJsonColumn } from './stored-json.ts';
import { scopeShape } from './stored-scope.ts';

/** Converts a row to a session, without checks. */
export function toSessionEntry(row: Readonly<Record<string, unknown>>): SessionEntry {
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

/**
 * Returns the columns of a one-time token. `about` is the id of its person, or the mail address of an
 * invitation in the form of `toComparisonKey`; null if it has neither. Only one token of a use is valid for
 * each `about` that is not null.
 */
export function toOneTimeTokenColumns(token: OneTimeToken) {
  const { hash, id, use, createdAt, expiresAt, person, invitation } = token;
  const about = person ?? (invitation && toComparisonKey(invitation.email)) ?? null;
  return {
    hash,
    id,
    use,
    about,
    created_at: createdAt,
    expires_at: expiresAt,
    content: JSON.stringify(token),
  };
}

/**
 * Converts a row to a one-time token; undefined if there is no row. Only `toOneTimeTokenColumns` writes its
 * content.
 * @throws StoreError if it is damaged: it authorizes nothing
 */
export function toOneTimeToken(row: { readonly content?: unknown; readonly id?: unknown } | undefined) {
  if (row === undefined) return undefined;
  const token = readJsonColumn(storedOneTimeToken, row.content);
  if (token === undefined) throw createDamagedRowError('words', String(row.id));
  return token;
}

/**
 * Converts a row to an invitation in a list. If its content is damaged, is no invitation or has another id,
 * it has `isDamaged` and the values of its columns, so that it can be revoked.
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
  const token = readJsonColumn(storedOneTimeToken, row.content);
  // The row is revoked by its own id, so an id in the content that differs counts as damage.
  if (token?.invitation && token.id === id) return token;
  return {
    id: String(id),
    hash: String(hash),
    use: 'invitation',
    email: String(about ?? ''),
    createdAt: Number(createdAt),
    expiresAt: Number(expiresAt),
    isDamaged: true,
  };
}

export interface TokenRow {
  readonly token?: unknown;
  readonly used_at?: unknown;
  readonly id?: unknown;
}

/**
 * Converts a row to an API token. Only `addToken` writes its content.
 * @throws StoreError if it is damaged: it authorizes nothing
 */
export function toTokenEntry(row: TokenRow): TokenEntry {
  const token = readJsonColumn(storedToken, row.token);
  if (token === undefined) throw createDamagedRowError('tokens', String(row.id));
  return { ...token, ...toLastUse(row) };
}

/**
 * Converts a row to an API token in a list. A damaged one has `isDamaged`, the role `viewer` and the values
 * of its columns, so that it can be ended.
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
  const token = readJsonColumn(storedToken, row.token) ?? {
    id: String(id),
    hash: String(hash),
    person: String(person),
    purpose: '',
    start: '',
    role: 'viewer' as const,
    createdAt: Number(createdAt),
    expiresAt: Number(expiresAt),
    isDamaged: true as const,
  };
  return { ...token, ...toLastUse(row) };
}

/**
 * Returns the time of the last use as a property; an empty object if the column is null, since the token was
 * never used.
 */
function toLastUse({ used_at }: TokenRow): Pick<TokenEntry, 'usedAt'> {
  return used_at === null ? {} : { usedAt: Number(used_at) };
}

const text = { type: 'string' };
const time = { type: 'number' };

const storedToken = createShape<TokenEntry>({
  type: 'object',
  required: ['hash', 'id', 'person', 'purpose', 'start', 'createdAt', 'expiresAt', 'role'],
  properties: {
    ...scopeShape,
    hash: text,
    id: text,
    person: text,
    purpose: text,
    start: text,
    createdAt: time,
    expiresAt: time,
  },
});

const storedOneTimeToken = createShape<OneTimeToken>({
  type: 'object',
  required: ['hash', 'id', 'use', 'createdAt', 'expiresAt'],
  properties: {
    hash: text,
    id: text,
    use: text,
    createdAt: time,
    expiresAt: time,
    person: text,
    byId: text,
    invitation: {
      type: 'object',
      required: ['email', 'by', 'role'],
      properties: { ...scopeShape, email: text, by: text, byId: text },
    },
  },
});
