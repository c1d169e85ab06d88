import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditedAction } from './audit.ts';
import { createRefusedSignIns } from './refused-sign-ins.ts';

const everyMs = 1000;
const reason = 'wrong-password';

describe('refused sign-ins', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  function opened() {
    const recorded: AuditedAction[] = [];
    const audit = { record: async (action: AuditedAction) => void recorded.push(action) };
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    return { recorded, ...createRefusedSignIns({ audit, everyMs, log, now: Date.now }) };
  }

  it('are noted at once the first time, and with how many there were once a while is over', async () => {
    const { recorded, record } = opened();
    for (let index = 0; index < 500; index++) await record({ reason, from: '192.0.2.1', about: 'Ann' });
    expect(recorded).toEqual([
      { who: '', action: 'sign-in-refused', from: '192.0.2.1', about: 'Ann', details: { reason } },
    ]);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(recorded.slice(1)).toMatchObject([
      { from: '192.0.2.1', about: 'Ann', details: { reason, times: 499, since: '1970-01-01T00:00:00.000Z' } },
    ]);
    // The next one is a first one again; what nothing was added to is no second line.
    await record({ reason, from: '192.0.2.1', about: 'Ann' });
    await vi.advanceTimersByTimeAsync(everyMs * 5);
    expect(recorded).toHaveLength(3);
  });

  it('of many addresses are few lines, and none of them is lost', async () => {
    const { recorded, record, close } = opened();
    for (let index = 0; index < 5000; index++) await record({ reason, from: `address ${index % 2500}` });
    await close();
    expect(recorded.length).toBeLessThan(250);
    expect(recorded.reduce((sum, { details }) => sum + Number(details?.times ?? 1), 0)).toBe(5000);
    expect(recorded.find(({ from }) => from === undefined)?.details).toMatchObject({
      times: 4800,
      addresses: 2400,
    });
  });

  it('are told apart by name, address and reason', async () => {
    const { recorded, record } = opened();
    await record({ reason, from: 'a', about: 'Ann' });
    await record({ reason: 'wrong-code', from: 'a', about: 'Ann' });
    await record({ reason, from: 'b', about: 'Ann' });
    await record({ reason, from: 'a' });
    expect(recorded).toHaveLength(4);
  });
});
