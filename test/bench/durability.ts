import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKillRound } from '../durability/kill-round.ts';
import type { Bench } from './row.ts';

/**
 * `kill -9` during 500 concurrent submissions, 20 times on one data folder. All lines but the first must be
 * 0.
 */
export const bench: Bench = async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-kill-'));
  const rounds = 20;
  const sums = { acknowledged: 0, lost: 0, doubled: 0, withoutOneMail: 0 };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const result = await runKillRound(data, { sends: 500, killAfter: 10 + round * 20 });
      sums.acknowledged += result.acknowledged;
      sums.lost += result.lost.length;
      sums.doubled += result.doubled.length;
      sums.withoutOneMail += result.withoutOneMail.length;
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  return [
    { what: `acknowledged before the kill, ${rounds} kills`, ours: sums.acknowledged, unit: 'enquiries' },
    { what: 'acknowledged, but lost', ours: sums.lost, unit: 'enquiries' },
    { what: 'stored twice', ours: sums.doubled, unit: 'enquiries' },
    { what: 'without exactly one mail', ours: sums.withoutOneMail, unit: 'enquiries' },
  ];
};
