import type { Log } from '../../platform/log/log.ts';
import type { Audit } from './audit.ts';

export interface RefusedSignIn {
  readonly reason: 'wrong-password' | 'wrong-code' | 'not-invited';
  /** The IP address. */
  readonly from: string;
  /**
   * The name of the account. Absent if there is none: the text may be a password that was typed into the
   * wrong field.
   */
  readonly about?: string;
}

/** Records refused sign-ins in the audit log, without letting thousands of attempts fill it. */
export interface RefusedSignIns {
  /**
   * Records an attempt. The first one of an address, name and reason becomes an entry; those that follow
   * within the interval are counted, and become one entry at its end. Resolves once it is on the disk or
   * counted.
   */
  readonly record: (refused: RefusedSignIn) => Promise<void>;
  /** Records the attempts that are only counted so far. */
  readonly close: () => Promise<void>;
}

/**
 * The attempts after the first one, of one address, name and reason. Without `of` they are those of all
 * others.
 */
interface AttemptCount {
  readonly of?: RefusedSignIn;
  readonly since: number;
  times: number;
  readonly addresses: Set<string>;
}

/** Maximum number of separate counts per interval. Further attempts are counted together. */
const maxSeparateCounts = 100;

/** Maximum number of addresses that a count distinguishes. */
const maxAddresses = 10_000;

/**
 * Creates the recorder. Counts are in memory: if the process is killed, they are only in its log
 * (`studio-sign-in-refused`).
 */
export function createRefusedSignIns({
  audit,
  everyMs,
  log,
  now,
}: {
  readonly audit: Pick<Audit, 'record'>;
  /** The interval, in milliseconds. It begins with the first attempt after the end of the one before. */
  readonly everyMs: number;
  readonly log: Log;
  readonly now: () => number;
}): RefusedSignIns {
  let counts = new Map<string, AttemptCount>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Records each count of later attempts as one entry, and starts new counts. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const over = [...counts.values()].filter(({ times }) => times > 0);
    counts = new Map();
    for (const { of, since, times, addresses } of over) {
      const { from, about, reason } = of ?? {};
      await audit.record({
        who: '',
        action: 'sign-in-refused',
        ...(from !== undefined && { from }),
        ...(about !== undefined && { about }),
        details: {
          ...(reason !== undefined && { reason }),
          times,
          since: new Date(since).toISOString(),
          ...(of === undefined && { addresses: addresses.size }),
        },
      });
    }
  }

  return {
    async record(refused) {
      timer ??= setTimeout(
        () => void flush().catch((error: unknown) => log.error('studio-refusals-not-noted', error)),
        everyMs,
      ).unref();
      const { reason, from, about } = refused;
      const own = JSON.stringify([reason, from, about]);
      const isApart = counts.has(own) || counts.size < maxSeparateCounts;
      const key = isApart ? own : '';
      const counted = counts.get(key);
      if (counted) {
        counted.times += 1;
        if (counted.addresses.size < maxAddresses) counted.addresses.add(from);
        return;
      }
      const first = { since: now(), times: isApart ? 0 : 1, addresses: new Set([from]) };
      counts.set(key, { ...first, ...(isApart && { of: refused }) });
      if (isApart)
        await audit.record({
          who: '',
          action: 'sign-in-refused',
          from,
          ...(about !== undefined && { about }),
          details: { reason },
        });
    },
    close: flush,
  };
}
