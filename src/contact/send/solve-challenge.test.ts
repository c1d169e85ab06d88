import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { solveChallenge } from './solve-challenge.ts';

const { signal } = new AbortController();
const salt = '00112233445566778899aabbccddeeff';
const challenge = (number: number) => ({
  token: 'signed.token',
  salt,
  target: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  mostTries: 5000,
});

describe('solveChallenge', () => {
  it.each([0, 7, 4999])('finds the number whose digits behind the salt have the hash: %d', async (number) => {
    expect(await solveChallenge(challenge(number), signal)).toBe(`signed.token:${number}`);
  });

  it('lets the page do other work after each slice', async () => {
    const turns = vi.spyOn(MessagePort.prototype, 'postMessage');
    // A clock that runs fast makes each slice a single try.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 8.1;
      return now;
    });
    await solveChallenge({ ...challenge(500), mostTries: 501 }, signal).finally(() => clock.mockRestore());
    expect(turns).toHaveBeenCalledTimes(500);
    turns.mockRestore();
  });

  it('gives up where there is no solution, where there is no time, and where nobody waits any more', async () => {
    await expect(solveChallenge(challenge(5000), signal)).rejects.toThrow('no number was found');
    await expect(solveChallenge('nonsense', signal)).rejects.toThrow();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(solveChallenge({ ...challenge(-1), mostTries: 1e9 }, gone)).rejects.toThrow('gone');
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 4000;
      return now;
    });
    await expect(solveChallenge({ ...challenge(-1), mostTries: 1e9 }, signal)).rejects.toThrow(
      'no number was found',
    );
    clock.mockRestore();
  });
});
