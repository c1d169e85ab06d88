import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './connect.ts';

/**
 * An instance that sends mails, re-encodes photos and runs jobs. Nobody else gets what it has claimed while
 * its lease is valid.
 */
export interface Sender {
  readonly id: string;
  /**
   * Starts the lease, and renews it until it is released; does nothing more if it is started already. After a
   * failure it can be called again.
   */
  readonly begin: () => Promise<void>;
  /** Ends the lease; does nothing if there is none. */
  readonly release: () => Promise<void>;
}

/**
 * Creates a sender without a lease. Leases use the database's clock, which is the same for all instances. The
 * lease of a sender that was killed or disconnected expires after `leaseMs`; others then send what it was
 * sending, possibly for the second time. A lease for each mail would have to be longer than an SMTP session
 * can be: ten minutes.
 */
export function createSender(db: Database, leaseMs: number): Sender {
  const id = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let beginning: Promise<void> | undefined;

  /** Makes the lease valid for `leaseMs` from now. */
  async function renewLease(): Promise<void> {
    await sql`INSERT INTO senders (id, alive_until) VALUES (${id}, now() + ${leaseMs}::double precision * interval '1 ms')
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`.execute(db);
  }

  /** Starts the lease and its renewal, and deletes senders whose lease expired a day ago. */
  async function startLease(): Promise<void> {
    await renewLease();
    await sql`DELETE FROM senders WHERE alive_until < now() - interval '1 day'`.execute(db);
    scheduleRenewal();
  }

  /** Renews the lease after a third of `leaseMs`, and again, until it is released. */
  function scheduleRenewal(): void {
    // A failed renewal is repeated in time, or the lease expires as intended.
    timer = setTimeout(
      () =>
        renewLease()
          .catch(() => undefined)
          .finally(() => timer && scheduleRenewal()),
      leaseMs / 3,
    ).unref();
  }

  return {
    id,
    begin() {
      // Mails, photos and jobs start at the same time when a server starts.
      beginning ??= startLease().catch((error) => {
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

/**
 * Returns the condition that this sender may claim a row: it is not claimed, or by this sender, or by one
 * that is no longer alive.
 * @param column The column with the id of the sender that has claimed the row.
 */
export function isUnclaimed(sender: string, column: 'sender' | 'maker' | 'jobs.holder' = 'sender') {
  const taker = sql.ref(column);
  return sql`(${taker} IS NULL OR ${taker} = ${sender}
    OR NOT EXISTS (SELECT 1 FROM senders WHERE senders.id = ${taker} AND alive_until > now()))`;
}
