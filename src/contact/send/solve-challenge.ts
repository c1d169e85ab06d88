import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The longest time in ms for a solution, because the visitor waits. */
const solveTimeoutMs = 15_000;

/** The time in ms between pauses for other work of the page: less than a frame. */
const sliceMs = 8;

/**
 * Solves a challenge and returns the proof `<token>:<number>` (docs/contract.md, "Challenges"). It runs on
 * the main thread, because a worker needs a Trusted Types policy (`require-trusted-types-for`), which an
 * embedded section cannot add to its page.
 * @throws Error If the challenge is invalid, has no solution, or takes too long.
 * @throws The reason of the signal if it is aborted.
 */
export async function solveChallenge(challenge: unknown, signal: AbortSignal): Promise<string> {
  const { token, salt, target, mostTries } = challenge as Readonly<Record<string, unknown>>;
  const isSolved = createSolutionTest(String(salt), String(target));
  const giveUpAt = performance.now() + solveTimeoutMs;
  const yielder = createYielder();
  try {
    let number = 0;
    while (number < Number(mostTries)) {
      const sliceEndsAt = performance.now() + sliceMs;
      do {
        if (isSolved(number)) return `${token}:${number}`;
        number += 1;
      } while (number < Number(mostTries) && performance.now() < sliceEndsAt);
      signal.throwIfAborted();
      if (performance.now() > giveUpAt) break;
      await yielder.pause();
    }
  } finally {
    yielder.close();
  }
  throw new Error('Cannot solve the challenge: no number was found in time');
}

/**
 * Returns a function that returns true if the salt, followed by the digits of the number, has the target
 * hash: SHA-256 in hexadecimal.
 */
function createSolutionTest(salt: string, target: string): (number: number) => boolean {
  const salted = sha256.create().update(utf8ToBytes(salt));
  return (number) =>
    bytesToHex(
      salted
        .clone()
        .update(utf8ToBytes(String(number)))
        .digest(),
    ) === target;
}

/**
 * Returns an object whose `pause` lets the page do other work, and whose `close` frees its message port. It
 * uses messages, because browsers throttle the timers of hidden pages.
 */
function createYielder() {
  const { port1, port2 } = new MessageChannel();
  return {
    pause: () =>
      new Promise<void>((resolve) => {
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
    close: () => port1.close(),
  };
}
