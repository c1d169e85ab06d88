import { sql } from 'kysely';
import type { StoreNotification } from '../notifications.ts';
import { type Dialect, defineStatement, execute, type Steps } from './statement.ts';

/**
 * Locks a group until the transaction ends. Waits first while another transaction, in any instance, has the
 * lock. For decisions that depend on several rows. Lock several groups in the order of `groups`. SQLite needs
 * no lock: it runs one transaction at a time.
 */
export function* lockGroup(group: keyof typeof groups): Steps<void> {
  yield* execute(lock({ space: lockSpace, group: groups[group] }));
}

const lock = defineStatement(
  ({ name }, { space, group }: { readonly space: number; readonly group: number }) =>
    name === 'postgres' ? sql`SELECT pg_advisory_xact_lock(${space}, ${group})` : undefined,
);

/** The letters `SLPW`, so that the key differs from locks of other programs in the same database. */
const lockSpace = 0x53_4c_50_57;
/** The numbers of the locks. They are equal in all instances, which share the database. */
const groups = { versions: 1, people: 2, retention: 3, audit: 4, draft: 5, blocks: 6, review: 7 } as const;

/**
 * Notifies every instance, including this one, once the transaction is committed. Only for rare changes:
 * transactions that notify commit one after another (PostgreSQL 15, "NOTIFY"). Does nothing in SQLite, which
 * has one instance.
 */
export function* notifyInstances(news: StoreNotification): Steps<void> {
  yield* execute(notify({ channel: notificationChannel, news }));
}

const notify = defineStatement(
  ({ name }, { channel, news }: { readonly channel: string; readonly news: StoreNotification }) =>
    name === 'postgres' ? sql`SELECT pg_notify(${channel}, ${news})` : undefined,
);

/** The name of the channel of `LISTEN` and `NOTIFY`. */
export const notificationChannel = 'slipway_news';

/**
 * A clause that lets a transaction commit without waiting for the disk: a power cut may lose it, as long as
 * nothing that was committed later is on the disk (PostgreSQL 15, "Asynchronous Commit"). The statement must
 * read from `unforced`.
 */
export const unforcedCommit = sql`unforced AS (SELECT set_config('synchronous_commit', 'off', true))`;

/**
 * Returns the assignment that ends the claim of a job, after other ones; empty in SQLite, where jobs are not
 * claimed, since it has one sender.
 */
export function buildClaimEnd({ name }: Dialect, column: 'sender' | 'maker') {
  return name === 'postgres' ? sql`, ${sql.ref(column)} = NULL` : sql``;
}
