import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createQueueRunner, type QueueRunnerOptions } from './queue-runner.ts';
import { createFakeClock } from './testing/fake-clock.ts';

const retryMs = 100;

/** A runner of numbers whose polls do what the test says, and which logs its errors into a list. */
function createTestRunner(
  poll: QueueRunnerOptions['poll'],
  { pausesAfterError = false }: { readonly pausesAfterError?: boolean } = {},
) {
  const clock = createFakeClock(0);
  const errors: unknown[] = [];
  const counted = vi.fn(poll);
  const logError = (error: unknown) => errors.push(error);
  const runner = createQueueRunner<number>({ poll: counted, logError, retryMs, pausesAfterError, clock });
  return { runner, clock, errors, logError, poll: counted };
}

/** A poll that ends when the test says so. */
function createGate() {
  const gates: PromiseWithResolvers<undefined>[] = [];
  const wait = () => {
    const gate = Promise.withResolvers<undefined>();
    gates.push(gate);
    return gate.promise;
  };
  return { wait, open: () => gates.shift()?.resolve(undefined) };
}

describe('createQueueRunner', () => {
  it('polls once more, not at the same time, if it is woken during a poll', async () => {
    const gate = createGate();
    const { runner, poll } = createTestRunner(gate.wait);
    for (let count = 0; count < 3; count += 1) runner.wake();
    await turn();
    expect(poll).toHaveBeenCalledTimes(1);
    gate.open();
    await turn();
    expect(poll).toHaveBeenCalledTimes(2);
    gate.open();
    await runner.stop();
    expect(poll).toHaveBeenCalledTimes(2);
  });

  it('polls again after the delay that was returned last', async () => {
    const delays = [50, 20, undefined];
    const { runner, clock, poll } = createTestRunner(async () => delays.shift());
    runner.wake();
    await turn();
    runner.wake();
    await turn();
    expect(poll).toHaveBeenCalledTimes(2);
    clock.advance(19);
    await turn();
    expect(poll).toHaveBeenCalledTimes(2);
    clock.advance(1);
    await turn();
    expect(poll).toHaveBeenCalledTimes(3);
    clock.advance(1000);
    await turn();
    expect(poll).toHaveBeenCalledTimes(3);
  });

  it('leaves a delay as it is if a later poll returns none', async () => {
    const delays = [50, undefined];
    const { runner, clock, poll } = createTestRunner(async () => delays.shift());
    runner.wake();
    await turn();
    runner.wake();
    await turn();
    clock.advance(50);
    await turn();
    expect(poll).toHaveBeenCalledTimes(3);
  });

  it('logs an error of a poll and polls again after the retry delay, or when it is woken before', async () => {
    let isBroken = true;
    const error = new Error('locked');
    const { runner, clock, errors, poll } = createTestRunner(async () => {
      if (isBroken) throw error;
      return undefined;
    });
    runner.wake();
    await turn();
    runner.wake();
    await turn();
    expect(errors).toEqual([error, error]);
    isBroken = false;
    clock.advance(retryMs - 1);
    await turn();
    expect(poll).toHaveBeenCalledTimes(2);
    clock.advance(1);
    await turn();
    expect(poll).toHaveBeenCalledTimes(3);
    expect(errors).toHaveLength(2);
  });

  it('polls no sooner than the retry delay after an error if that pauses it', async () => {
    const results = [() => Promise.reject(new Error('locked')), async () => undefined];
    const { runner, clock, poll } = createTestRunner(async () => results.shift()?.(), {
      pausesAfterError: true,
    });
    runner.wake();
    await turn();
    runner.wake();
    await runner.idle();
    expect(poll).toHaveBeenCalledTimes(1);
    clock.advance(retryMs);
    await turn();
    expect(poll).toHaveBeenCalledTimes(2);
    runner.wake();
    await turn();
    expect(poll).toHaveBeenCalledTimes(3);
  });

  it('runs as many items as its polls start, and polls when one of them has ended', async () => {
    const waiting = [1, 2, 3];
    const gate = createGate();
    const { runner } = createTestRunner(async () => {
      for (const item of waiting.splice(0, 2 - runner.listRunning().length)) void runner.run(item, gate.wait);
      return undefined;
    });
    runner.wake();
    await turn();
    expect(runner.listRunning()).toEqual([1, 2]);
    gate.open();
    await turn();
    expect(runner.listRunning()).toEqual([2, 3]);
    gate.open();
    gate.open();
    await runner.waitForEnd(() => true);
    expect(runner.listRunning()).toEqual([]);
  });

  it('waits for the end of the selected items only, also of those that fail', async () => {
    const gate = createGate();
    const { runner } = createTestRunner(async () => undefined);
    const failing = runner.run(1, () => Promise.reject(new Error('no disk')));
    void runner.run(2, gate.wait);
    await runner.waitForEnd((item) => item === 1);
    await expect(failing).rejects.toThrow('no disk');
    expect(runner.listRunning()).toEqual([2]);
  });

  it('records until the store has done so, and logs each failure', async () => {
    const answers = [() => Promise.reject('full'), () => Promise.reject('still full'), async () => 'stored'];
    const { runner, clock, errors, logError } = createTestRunner(async () => undefined);
    const recorded = runner.record(async () => answers.shift()?.(), logError);
    await turn();
    clock.advance(retryMs - 1);
    await turn();
    expect(errors).toEqual(['full']);
    clock.advance(1);
    await turn();
    clock.advance(retryMs);
    expect(await recorded).toBe('stored');
    expect(errors).toEqual(['full', 'still full']);
  });

  it('records a last time after it was stopped', async () => {
    const { runner, clock, errors, logError } = createTestRunner(async () => undefined);
    const recorded = runner.record(() => Promise.reject('full'), logError);
    await turn();
    await runner.stop();
    clock.advance(retryMs);
    expect(await recorded).toBeUndefined();
    expect(errors).toEqual(['full', 'full']);
  });

  it('stops when the running poll and all items have ended, and polls no more', async () => {
    const [polls, items] = [createGate(), createGate()];
    const { runner, clock, poll } = createTestRunner(polls.wait);
    runner.wake();
    void runner.run(1, items.wait);
    let isEnded = false;
    const stopped = runner.stop().then(() => {
      isEnded = true;
    });
    expect(runner.isStopped()).toBe(true);
    items.open();
    await turn();
    expect(isEnded).toBe(false);
    polls.open();
    await stopped;
    runner.wake();
    clock.advance(1000);
    await turn();
    expect(poll).toHaveBeenCalledTimes(1);
  });

  it('aborts what has not ended by itself within the grace time', async () => {
    const gate = createGate();
    const { runner, clock } = createTestRunner(async () => undefined);
    void runner.run(1, gate.wait);
    const stopped = runner.stop({ graceMs: 30, abort: gate.open });
    clock.advance(29);
    await turn();
    expect(runner.listRunning()).toEqual([1]);
    clock.advance(1);
    await stopped;
    expect(runner.listRunning()).toEqual([]);
  });

  it('is idle when no poll is wanted any more', async () => {
    const waiting = [1, 2, 3];
    const done: number[] = [];
    const { runner } = createTestRunner(async () => {
      const item = waiting.shift();
      if (item !== undefined) await runner.run(item, async () => void done.push(item));
      return undefined;
    });
    await runner.idle();
    expect(done).toEqual([1, 2, 3]);
  });
});
