import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import type { LimitRequest } from '../store/calls/limit-calls.ts';
import { StoreError } from '../store/store-error.ts';
import { createSharedWindows } from './shared-windows.ts';
import { createMemoryWindows } from './windows.ts';

/** Creates windows over a database that grants everything until `database.isAway` is set. */
function sharedWindows() {
  const asked: LimitRequest[] = [];
  const lines: string[] = [];
  const database = { isAway: false };
  const windows = createSharedWindows({
    store: {
      async consumeLimits(request) {
        asked.push(request);
        if (database.isAway) throw new StoreError('broken', 'Cannot write to the database: it is away');
        return request.asks.map(() => 0);
      },
      async resetLimit() {
        if (database.isAway) throw new StoreError('broken', 'Cannot write to the database: it is away');
      },
    },
    keys: deriveKeys('a secret of this test alone', 'limits'),
    aloneMs: 5000,
    alone: createMemoryWindows({ addresses: 10 }),
    log: createLog({ write: (line) => lines.push(line), now: () => 0 }),
  });
  const take = async (now: number) => {
    const ask = { window: 'sends', windowMs: 600_000, key: 'ada@example.org', limit: 2 };
    return (await windows.consumeInOrder([ask], now)).isGranted;
  };
  const events = () => lines.map((line) => (JSON.parse(line) as { event: string }).event);
  return { asked, database, windows, take, events };
}

describe('createSharedWindows', () => {
  it('tells the database nobody, and goes by its clock', async () => {
    const { asked, take } = sharedWindows();
    await take(7);
    expect(asked).toEqual([
      {
        asks: [{ name: 'sends', hash: expect.any(String), windowMs: 600_000, limit: 2, count: 1 }],
        isInOrder: true,
      },
    ]);
    expect(JSON.stringify(asked)).not.toContain('ada');
  });

  it('counts by itself while the database is away, and says so once', async () => {
    const { asked, database, windows, take, events } = sharedWindows();
    database.isAway = true;
    expect([await take(0), await take(1), await take(2), await take(3)]).toEqual([true, true, false, false]);
    await windows.forget({ window: 'sends', key: 'ada@example.org' });
    expect(await take(4)).toBe(true);
    // Whoever came meanwhile did not wait for it.
    expect(asked).toHaveLength(1);
    expect(await take(5000)).toBe(true);
    expect(asked).toHaveLength(2);
    expect(events()).toEqual(['limits-not-shared']);
    database.isAway = false;
    expect([await take(10_000), await take(10_001), await take(10_002)]).toEqual([true, true, true]);
    expect(events()).toEqual(['limits-not-shared', 'limits-shared-again']);
  });
});
