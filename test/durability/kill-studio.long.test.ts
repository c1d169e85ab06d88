import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KilledStudio, type Moment, startKilledStudio } from '../support/kill-studio.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-kill-studio-'));
let studio: KilledStudio;
beforeAll(async () => {
  studio = await startKilledStudio(data);
});
afterAll(async () => {
  await studio.stop();
  rmSync(data, { recursive: true, force: true });
});

const moments: readonly Moment[] = [0, 2, 5, 20].flatMap((laterMs): readonly Moment[] => [
  { when: 'stored', laterMs },
  { when: 'acknowledged', laterMs },
  { when: 'stored', laterMs: laterMs + 1 },
  { when: 'checking', laterMs: 100 + 20 * laterMs },
  { when: 'stored', laterMs: 2 * laterMs + 3 },
]);

// Twenty times, one after the other on the same data: what was acknowledged once has to outlive every kill that follows.
describe('a server that is killed amid publishing and editing', () => {
  it.each(moments)('loses no edit and tears no version: $when, $laterMs ms later', async (moment) => {
    const round = await studio.round(moment);
    expect(round).toMatchObject({ lost: [], torn: [] });
    if (moment.when !== 'checking') expect(round.edits).toBeGreaterThan(0);
    if (moment.when === 'acknowledged') expect(round.publications).toBeGreaterThan(0);
    expect(readdirSync(join(data, 'studio')).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
