import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give away by themselves, from 32,768 on Linux: what is free there stays free until somebody names it. */
const range = [20_000, 30_000] as const;

/**
 * Returns a port of this machine that nothing listens on, for a program that cannot be told to take any. A server of a test's own listens
 * on port 0.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...range);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
      probe.close();
      await once(probe, 'close');
      return port;
    } catch {
      // Something listens there.
    }
  }
}
