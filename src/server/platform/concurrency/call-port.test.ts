import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type CallMessage,
  type CallPortOptions,
  createCallListener,
  createCallPort,
  type ErrorConverter,
  stackErrors,
} from './call-port.ts';

interface TestCalls {
  readonly double: (request: number) => Promise<number>;
  readonly find: (request: { readonly id: string }) => Promise<string | undefined>;
}

class CodedError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`code ${code}`);
    this.code = code;
  }
}

const codes: ErrorConverter<string> = {
  toSent: (error) => (error instanceof CodedError ? error.code : 'unknown'),
  fromSent: (code) => new CodedError(code),
};

/** A port whose other side is in the same thread, but gets copies like one in another. */
function connect(calls: Partial<TestCalls>, options: Partial<CallPortOptions<TestCalls, string>> = {}) {
  const unanswered = async () => new Promise<never>(() => {});
  const answer = createCallListener<TestCalls, string>(
    { double: unanswered, find: unanswered, ...calls },
    { post: (message) => port.receive(structuredClone(message)), errors: codes },
  );
  const port = createCallPort<TestCalls, string>({
    post: (message) => void answer(structuredClone(message)),
    errors: codes,
    ...options,
  });
  return port;
}

describe('createCallPort', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('resolves each call with its own result, in whatever order they are answered', async () => {
    const sent: CallMessage<TestCalls>[] = [];
    const port = connect({}, { post: (message) => void sent.push(message) });
    const results = Promise.all([port.call('double', 2), port.call('find', { id: 'x' })]);
    expect(sent.map(({ name, request }) => [name, request])).toEqual([
      ['double', 2],
      ['find', { id: 'x' }],
    ]);
    port.receive({ number: sent[1]?.number ?? 0, result: undefined });
    port.receive({ number: sent[0]?.number ?? 0, result: 4 });
    port.receive({ number: 99, result: 'nobody has asked' });
    expect(await results).toEqual([4, undefined]);
  });

  it('passes the request to the call of the name, and its result back', async () => {
    const port = connect({ double: async (number) => 2 * number, find: async ({ id }) => `found ${id}` });
    expect(await port.call('double', 21)).toBe(42);
    expect(await port.call('find', { id: 'x' })).toBe('found x');
  });

  it('rejects with the class of the error that the other side threw', async () => {
    const port = connect({ double: () => Promise.reject(new CodedError('full')) });
    const failed = port.call('double', 1);
    await expect(failed).rejects.toBeInstanceOf(CodedError);
    await expect(failed).rejects.toMatchObject({ code: 'full' });
  });

  it('answers with an error if a result cannot be sent', async () => {
    const port = connect({ find: async () => (() => undefined) as never });
    await expect(port.call('find', { id: 'x' })).rejects.toMatchObject({ code: 'unknown' });
  });

  it('rejects at once if a request cannot be sent', async () => {
    const port = connect({}, { timeLimit: { ms: 10, onExceeded: () => expect.unreachable() } });
    const request = { id: 'x', listener: () => undefined };
    await expect(port.call('find', request)).rejects.toThrow(/could not be cloned/);
  });

  it('rejects all calls that are not answered when the other side has ended', async () => {
    const port = connect({ double: async (number) => number });
    expect(await port.call('double', 1)).toBe(1);
    const lost = [port.call('find', { id: 'a' }), port.call('find', { id: 'b' })];
    const error = new Error('it has ended');
    port.end(error);
    expect(await Promise.allSettled(lost)).toEqual(lost.map(() => ({ status: 'rejected', reason: error })));
  });

  it('ends the other side if a call is not answered in time, and rejects that call at once', async () => {
    vi.useFakeTimers();
    const late = new Error('too late');
    const onExceeded = vi.fn(() => late);
    const port = connect({}, { timeLimit: { ms: 50, onExceeded } });
    const [hanging, waiting] = [port.call('double', 1), port.call('find', { id: 'x' })];
    const settled = Promise.allSettled([hanging, waiting]);
    vi.advanceTimersByTime(49);
    expect(onExceeded).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onExceeded).toHaveBeenCalledWith({ name: 'double', ms: 50 });
    await expect(hanging).rejects.toBe(late);
    port.end(new Error('it has ended'));
    await settled;
  });

  it('leaves a call that takes too long to the end of the other side if there is no error for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const port = connect({}, { timeLimit: { ms: 50, onExceeded: () => undefined } });
    let isSettled = false;
    const hanging = port.call('double', 1).finally(() => {
      isSettled = true;
    });
    vi.advanceTimersByTime(50);
    await turn();
    expect(isSettled).toBe(false);
    port.end(new Error('it has ended'));
    await expect(hanging).rejects.toThrow('it has ended');
  });

  it('does not limit the time after the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onExceeded = vi.fn(() => undefined);
    const port = connect({ double: async (number) => number }, { timeLimit: { ms: 50, onExceeded } });
    await port.call('double', 1);
    vi.advanceTimersByTime(50);
    expect(onExceeded).not.toHaveBeenCalled();
  });
});

describe('stackErrors', () => {
  it('keeps where an error was thrown, and anything else as text', () => {
    const error = new RangeError('too many');
    expect(stackErrors.fromSent(stackErrors.toSent(error)).message).toBe(error.stack);
    expect(stackErrors.fromSent(stackErrors.toSent('odd')).message).toBe('odd');
  });
});
