import { expect, it, onTestFinished } from 'vitest';
import { startServerProcess } from '../support/server-process.ts';
import { studioPassword } from '../support/studio-password.ts';
import { ownPage, signInTo } from '../support/studio-session.ts';

const tries = 2000;

it('a thousand wrong passwords at once hold up no visitor, and nobody who knows theirs for good', async () => {
  const server = await startServerProcess({
    // Without limits, so that only the cost remains, with passwords as they ship.
    env: { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' },
  });
  onTestFinished(() => server.stop().then(() => undefined));
  const statuses = new Map<number, number>();
  const flood = Promise.all(
    Array.from({ length: tries }, async (_none, index) => {
      const { status } = await fetch(new URL('/studio/api/sign-in', server.url), {
        method: 'POST',
        headers: ownPage,
        body: JSON.stringify({ name: `owner`, password: `guess ${index}` }),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  // Each waits for its own turn, not for the passwords.
  for (let visit = 0; visit < 5; visit++) {
    expect((await fetch(new URL('/contact', server.url))).status).toBe(200);
    expect((await fetch(new URL('/readyz', server.url))).status).toBe(200);
  }
  await flood;
  expect([...statuses.keys()].toSorted()).toEqual([403, 429]);
  expect(statuses.get(429)).toBeGreaterThan(tries / 2);
  expect(await signInTo(server.url)).not.toBe('');
  expect(server.logged()).not.toContain('"level":"error"');
});
