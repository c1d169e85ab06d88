import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, which begin at 32,768 on Linux: a free port stays free until somebody names it.
 */
const range = [20_000, 30_000] as const;

/**
 * Returns a free port of this machine, for a program that cannot listen on port 0. A test's own server
 * listens on port 0.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
      probe.close();
      await once(probe, 'close');
      return port;
    } catch {
      // The port is in use.
    }
  }
}
