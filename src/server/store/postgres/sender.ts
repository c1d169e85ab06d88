import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

/** One of the instances that send mails, make photos and sweep: what it has taken nobody else takes, for as long as it says that it lives. */
export interface Sender {
  readonly id: string;
  /** Says that it lives, now and again by itself until it is released. */
  readonly begin: () => Promise<void>;
  /** What it has taken is free for others at once. */
  readonly release: () => Promise<void>;
}

/**
 * A sender that has not begun. It lives by the database's clock, which is the same for all instances; one that was killed, or has lost the
 * database, is dead `leaseMs` after its last word, and what it was sending is sent by another, which may be for the second time.
 */
export function createSender(db: Database, leaseMs: number): Sender {
  const id = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let beginning: Promise<void> | undefined;

  async function say(): Promise<void> {
    await sql`INSERT INTO senders (id, alive_until) VALUES (${id}, now() + ${leaseMs}::double precision * interval '1 ms')
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`.execute(db);
  }

  async function begin(): Promise<void> {
    await say();
    await sql`DELETE FROM senders WHERE alive_until < now() - interval '1 day'`.execute(db);
    sayLater();
  }

  function sayLater(): void {
    // One that is not heard is said again in time, or the lease ends as it should.
    timer = setTimeout(
      () =>
        say()
          .catch(() => undefined)
          .finally(() => timer && sayLater()),
      leaseMs / 3,
    ).unref();
  }

  return {
    id,
    begin() {
      // Mails, photos and jobs ask at once as a server starts.
      beginning ??= begin().catch((error) => {
        beginning = undefined;
        throw error;
      });
      return beginning;
    },
    async release() {
      await beginning?.catch(() => undefined);
      if (!beginning) return;
      beginning = undefined;
      clearTimeout(timer);
      timer = undefined;
      await sql`DELETE FROM senders WHERE id = ${id}`.execute(db);
    },
  };
}

/** Of a row that names in a column who has taken it: nobody who lives has but this sender. */
export function isFree(sender: string, column: 'sender' | 'maker' | 'jobs.holder' = 'sender') {
  const taker = sql.ref(column);
  return sql`(${taker} IS NULL OR ${taker} = ${sender}
    OR NOT EXISTS (SELECT 1 FROM senders WHERE senders.id = ${taker} AND alive_until > now()))`;
}
