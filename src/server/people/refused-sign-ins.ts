import type { Log } from '../log/log.ts';
import type { Audit } from './audit.ts';

/** Somebody who was not let in. */
export interface RefusedSignIn {
  readonly reason: 'wrong-password' | 'wrong-code' | 'not-invited';
  readonly from: string;
  /** Whose name it was; absent: nobody's, which may be a password that was typed into the wrong field. */
  readonly about?: string;
}

/** Notes refused sign-ins, so that whoever tries them by the thousand does not fill the audit log. */
export interface RefusedSignIns {
  /** Resolves once it is on the disk, or counted: the first is a line of its own, those after it are counted into one. */
  readonly note: (refused: RefusedSignIn) => Promise<void>;
  /** Writes what is counted. */
  readonly close: () => Promise<void>;
}

/** What was refused since the first, of one address and name, or (without `of`) of all that are too many to be told apart. */
interface Counted {
  readonly of?: RefusedSignIn;
  readonly since: number;
  times: number;
  readonly addresses: Set<string>;
}

/** So many addresses and names are told apart in a while; more are counted together. */
const mostApart = 100;

/** Addresses beyond are counted no more: they are very many. */
const mostAddresses = 10_000;

/** Counts in memory: what a process that is killed has counted is in its log alone (`studio-sign-in-refused`). */
export function createRefusedSignIns({
  audit,
  everyMs,
  log,
  now,
}: {
  readonly audit: Pick<Audit, 'note'>;
  readonly everyMs: number;
  readonly log: Log;
  readonly now: () => number;
}): RefusedSignIns {
  let counts = new Map<string, Counted>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const over = [...counts.values()].filter(({ times }) => times > 0);
    counts = new Map();
    for (const { of, since, times, addresses } of over) {
      const { from, about, reason } = of ?? {};
      await audit.note({
        ...{ who: '', action: 'sign-in-refused' },
        ...(from !== undefined && { from }),
        ...(about !== undefined && { about }),
        details: {
          ...(reason !== undefined && { reason }),
          ...{ times, since: new Date(since).toISOString() },
          ...(of === undefined && { addresses: addresses.size }),
        },
      });
    }
  }

  return {
    async note(refused) {
      timer ??= setTimeout(
        () => void flush().catch((error: unknown) => log.error('studio-refusals-not-noted', error)),
        everyMs,
      ).unref();
      const { reason, from, about } = refused;
      const own = JSON.stringify([reason, from, about]);
      const isApart = counts.has(own) || counts.size < mostApart;
      const key = isApart ? own : '';
      const counted = counts.get(key);
      if (counted) {
        counted.times += 1;
        if (counted.addresses.size < mostAddresses) counted.addresses.add(from);
        return;
      }
      const first = { since: now(), times: isApart ? 0 : 1, addresses: new Set([from]) };
      counts.set(key, { ...first, ...(isApart && { of: refused }) });
      if (isApart)
        await audit.note({
          ...{ who: '', action: 'sign-in-refused', from, ...(about !== undefined && { about }) },
          details: { reason },
        });
    },
    close: flush,
  };
}
