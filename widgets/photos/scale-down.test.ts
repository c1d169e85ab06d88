import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScaler, type ScaleWorker } from './scale-down.ts';
import type { ScaleAnswer, ScaleRequest } from './scale-photo.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createScaler', () => {
  it('gives what the worker made', async () => {
    const { scale, answer } = createTestScaler();
    const scaled = scale(large('a'));
    answer(new Blob(['small']));
    expect(await (await scaled).text()).toBe('small');
  });

  it('lets a small file go as it is, without a worker', async () => {
    const { scale, workers } = createTestScaler();
    const file = new File(['small'], 'a.jpg');
    expect(await scale(file)).toBe(file);
    expect(workers).toEqual([]);
  });

  it('works on one photo at a time, in the order in which they came, and ends when nothing is left', async () => {
    const { scale, answer, asked, workers } = createTestScaler();
    const results = [scale(large('a')), scale(large('b'))];
    expect(asked()).toEqual(['a']);
    answer();
    expect(asked()).toEqual(['a', 'b']);
    expect(workers[0]?.isTerminated).toBe(false);
    answer();
    await Promise.all(results);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.isTerminated).toBe(true);
  });

  it('lets a photo go as it is when the worker takes too long, and gives the next one a new worker', async () => {
    const { scale, answer, asked, workers } = createTestScaler();
    const stuck = large('stuck');
    const first = scale(stuck);
    const second = scale(large('b'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await first).toBe(stuck);
    expect(workers).toMatchObject([{ isTerminated: true }, { isTerminated: false }]);
    answer(new Blob(['small']));
    expect(await (await second).text()).toBe('small');
    expect(asked()).toEqual(['stuck', 'b']);
  });

  it('lets a photo go as it is when the worker fails or cannot start', async () => {
    const { scale, workers } = createTestScaler();
    const file = large('a');
    const scaled = scale(file);
    workers[0]?.onerror?.(new Event('error') as ErrorEvent);
    expect(await scaled).toBe(file);
    const none = createScaler(() => {
      throw new Error('no workers here');
    });
    expect(await none(file, new AbortController().signal)).toBe(file);
  });

  it('forgets a photo that is cancelled while it waits', async () => {
    const { scale, answer, asked } = createTestScaler();
    const first = scale(large('a'));
    const ending = new AbortController();
    const file = large('cancelled');
    const second = scale(file, ending.signal);
    const third = scale(large('c'));
    ending.abort();
    expect(await second).toBe(file);
    answer();
    answer();
    await Promise.all([first, third]);
    expect(asked()).toEqual(['a', 'c']);
  });

  it('hears no answer about a photo that was cancelled under way as one about the next', async () => {
    const { scale, answer, answerAs } = createTestScaler();
    const first = scale(large('a'));
    const second = scale(large('b'));
    answer();
    answerAs(1, new Blob(['late']));
    answer(new Blob(['own']));
    await first;
    expect(await (await second).text()).toBe('own');
  });
});

interface FakeWorker extends ScaleWorker {
  isTerminated: boolean;
}

function createTestScaler() {
  const workers: FakeWorker[] = [];
  const requests: ScaleRequest[] = [];
  const scaleDown = createScaler(() => {
    const worker: FakeWorker = {
      onmessage: null,
      onerror: null,
      postMessage: (request: ScaleRequest) => void requests.push(request),
      terminate: () => {
        worker.isTerminated = true;
      },
      isTerminated: false,
    };
    workers.push(worker);
    return worker;
  });
  const answerAs = (number: number, photo?: Blob) => {
    const data: ScaleAnswer = photo ? { number, photo } : { number };
    workers.at(-1)?.onmessage?.({ data } as MessageEvent<ScaleAnswer>);
  };
  return {
    workers,
    answerAs,
    answer: (photo?: Blob) => answerAs(requests.at(-1)?.number ?? 0, photo),
    asked: () => requests.map(({ file }) => (file as File).name),
    scale: (file: File, signal = new AbortController().signal) => scaleDown(file, signal),
  };
}

function large(name: string): File {
  return new File([new Uint8Array(1_000_000)], name, { type: 'image/jpeg' });
}
