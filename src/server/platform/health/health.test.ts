import { describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { countLogLines } from './count-lines.ts';
import { createHealth, isReadyDespite } from './health.ts';
import { createMetrics } from './metrics.ts';

/** A server's health with a clock that the test moves, and what it logs. */
function healthAt() {
  const clock = { now: 1_000_000 };
  const lines: string[] = [];
  const metrics = createMetrics();
  const write = countLogLines((line) => lines.push(line), metrics);
  const now = () => clock.now;
  const log = createLog({ write, now });
  const health = createHealth({ settings: { freshMs: 1000, patienceMs: 20 }, metrics, now, log });
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { clock, health, log, logged };
}

describe('createHealth', () => {
  it('is ready while every check is content', async () => {
    const { health } = healthAt();
    expect(await health.findTroubles()).toEqual([]);
    health.addCheck({ name: 'a', findTrouble: async () => undefined });
    expect(await health.findTroubles()).toEqual([]);
  });

  it('takes a check that rejects, and one that does not answer, for one that failed', async () => {
    const { health, logged } = healthAt();
    health.addCheck({ name: 'a', findTrouble: () => 'too little of a' });
    health.addCheck({ name: 'b', findTrouble: async () => undefined });
    health.addCheck({ name: 'c', findTrouble: () => Promise.reject(new Error('of somebody')) });
    health.addCheck({ name: 'd', findTrouble: () => new Promise(() => undefined) });
    expect(await health.findTroubles()).toEqual([
      { check: 'a', reason: 'too little of a' },
      { check: 'c', reason: 'it could not be checked; see the log' },
      { check: 'd', reason: 'there was no answer in time' },
    ]);
    expect(JSON.stringify(logged())).not.toContain('of somebody');
  });

  it('looks once, however many ask, until the answer is old; a clock that goes back makes it old too', async () => {
    const { health, clock } = healthAt();
    let looks = 0;
    health.addCheck({
      name: 'a',
      findTrouble: () => {
        looks += 1;
        return undefined;
      },
    });
    const looksAfter = async (ms: number) => {
      clock.now += ms;
      await Promise.all([health.findTroubles(), health.findTroubles()]);
      return looks;
    };
    expect([
      await looksAfter(0),
      await looksAfter(999),
      await looksAfter(1),
      await looksAfter(-5000),
    ]).toEqual([1, 1, 2, 3]);
  });

  it('logs each change once', async () => {
    const { health, clock, logged } = healthAt();
    let reason: string | undefined = 'too little';
    health.addCheck({ name: 'a', findTrouble: () => reason });
    for (const next of ['less', undefined, undefined]) {
      await health.findTroubles();
      reason = next;
      clock.now += 1000;
    }
    await health.findTroubles();
    expect(logged().map(({ level, event, code }) => [level, event, code])).toEqual([
      ['warn', 'not-ready', 'a'],
      ['info', 'ready-again', 'a'],
    ]);
  });

  it('is ready despite warnings, which are errors of the log and no troubles of the metrics', async () => {
    const { health, clock, logged } = healthAt();
    let reason: string | undefined = 'its door is shut';
    health.addCheck({ name: 'a', isWarning: true, findTrouble: () => reason });
    const warned = await health.findTroubles();
    expect(warned).toEqual([{ check: 'a', reason: 'its door is shut', isWarning: true }]);
    expect(isReadyDespite(warned)).toBe(true);
    const { text } = await health.metricsText();
    expect(text).toContain('slipway_readiness_troubles 0');
    expect(text).toContain('slipway_readiness_warnings 1');
    health.addCheck({ name: 'b', findTrouble: () => 'too little' });
    clock.now += 1000;
    expect(isReadyDespite(await health.findTroubles())).toBe(false);
    reason = undefined;
    clock.now += 1000;
    await health.findTroubles();
    expect(logged().map(({ level, event, code }) => [level, event, code])).toEqual([
      ['error', 'readiness-warning', 'a'],
      ['warn', 'not-ready', 'b'],
      ['info', 'warning-over', 'a'],
    ]);
  });

  it('is not ready from the moment that the server stops, however fresh the last answer is', async () => {
    const { health } = healthAt();
    await health.findTroubles();
    health.startStopping();
    expect(await health.findTroubles()).toEqual([
      { check: 'stopping', reason: 'the server is about to stop' },
    ]);
  });
});

describe('its metrics', () => {
  it('tell gauges as they are at the time, counts by label, and the lines of the log', async () => {
    const { health, log } = healthAt();
    health.addGauge({ name: 'slipway_a_bytes', help: 'A', read: async () => 7 });
    health.addGauge({ name: 'slipway_b_bytes', help: 'B', read: () => undefined });
    health.addGauge({ name: 'slipway_c_bytes', help: 'C', read: () => Promise.reject(new Error()) });
    const count = health.addCounter({ name: 'slipway_d_total', help: 'D', labels: ['kind'] });
    count({ kind: 'one' });
    count({ kind: 'one' });
    log.error('store-full', new Error());
    log.error('store-full', new Error());
    const lines = (await health.metricsText()).text.split('\n');
    expect(lines).toContain('slipway_a_bytes 7');
    expect(lines).toContain('slipway_d_total{kind="one"} 2');
    expect(lines).toContain('slipway_log_lines_total{level="error",event="store-full"} 2');
    expect(lines.filter((line) => /^slipway_[bc]_bytes \d/.test(line))).toEqual([]);
  });
});
