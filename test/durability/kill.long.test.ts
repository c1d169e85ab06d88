import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killRound } from '../support/kill-round.ts';

describe('a server that is killed amid 500 submissions', () => {
  it('keeps every acknowledged enquiry exactly once, with exactly one mail', async () => {
    const data = mkdtempSync(join(tmpdir(), 'slipway-kill-'));
    try {
      for (const killAfter of [20, 150, 350]) {
        const round = await killRound(data, killAfter);
        expect(round).toEqual({
          acknowledged: expect.any(Number),
          lost: [],
          doubled: [],
          withoutOneMail: [],
        });
        expect(round.acknowledged).toBeGreaterThanOrEqual(killAfter);
        expect(round.acknowledged).toBeLessThan(500);
      }
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
