import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runKillRound } from './kill-round.ts';

const sends = 100;
const killAfter = 30;

describe(`a server that is killed amid ${sends} submissions`, () => {
  it('keeps every acknowledged enquiry exactly once, with exactly one mail', async () => {
    const data = mkdtempSync(join(tmpdir(), 'slipway-kill-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const { acknowledged, ...found } = await runKillRound(data, { sends, killAfter });
    expect(found).toEqual({ lost: [], doubled: [], withoutOneMail: [] });
    expect(acknowledged).toBeGreaterThanOrEqual(killAfter);
    expect(acknowledged).toBeLessThan(sends);
  });
});
