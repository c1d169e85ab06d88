import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** How long a page looks for a solution: a visitor waits meanwhile. */
const longestMs = 15_000;

/** How long it does without letting the page do something else: less than a frame. */
const sliceMs = 8;

/**
 * The proof of a page's effort, `<token>:<number>` (docs/contract.md, "Challenges"). Not in a worker: the page's policy
 * (`require-trusted-types-for`) admits none without a policy of its own, and a section that others embed brings none along.
 * @throws where the challenge is none, has no solution, or takes too long.
 */
export async function prove(challenge: unknown, signal: AbortSignal): Promise<string> {
  const { token, salt, target, mostTries } = challenge as Readonly<Record<string, unknown>>;
  const isSolved = solver(String(salt), String(target));
  const giveUpAt = performance.now() + longestMs;
  const page = otherWork();
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
      await page.goesOn();
    }
  } finally {
    page.close();
  }
  throw new Error('Cannot solve the challenge: no number was found in time');
}

/** Whether a number's digits, behind the salt, have the hash. */
function solver(salt: string, target: string): (number: number) => boolean {
  const salted = sha256.create().update(utf8ToBytes(salt));
  return (number) =>
    bytesToHex(
      salted
        .clone()
        .update(utf8ToBytes(String(number)))
        .digest(),
    ) === target;
}

/** Lets the page do what it has to. By messages, since browsers slow down the timers of a page that is not looked at. */
function otherWork() {
  const { port1, port2 } = new MessageChannel();
  return {
    goesOn: () =>
      new Promise<void>((resolve) => {
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      }),
    close: () => port1.close(),
  };
}
