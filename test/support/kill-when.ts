import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** Kills a server (SIGKILL) as soon as a polled condition is true. Resolves once the process has ended. */
export async function killWhen(
  server: ServerProcess,
  hasCome: () => boolean | Promise<boolean>,
): Promise<void> {
  while (!(await hasCome())) await wait(1);
  await server.kill();
}
