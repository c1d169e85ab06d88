import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { ProcessGroup } from './processes.ts';

/** People and tools usually number displays upwards from 0. */
const firstNumber = 100;
const numbers = 900;

/**
 * Starts an X display for a process group. The X server's lock decides about numbers atomically, so two
 * servers that start at the same moment never share one. (With `-displayfd` it takes no lock.)
 *
 * @param timeoutMs The timeout of the start.
 * @throws If none starts.
 */
export async function openDisplay(house: ProcessGroup, timeoutMs = 15_000): Promise<void> {
  for (let tries = 0; tries < numbers; tries++) {
    const number = firstNumber + ((process.pid + tries) % numbers);
    if (existsSync(getLockPath(number)) || existsSync(getSocketPath(number))) continue;
    if (await startDisplay(house, number, timeoutMs)) return;
  }
  throw new Error(`Cannot start a display (Xvfb): those from :${firstNumber} on are all taken`);
}

/** False if another server has the number. */
async function startDisplay(
  { start, env }: ProcessGroup,
  number: number,
  timeoutMs: number,
): Promise<boolean> {
  if (findDisplayOwner(number) !== undefined) return false;
  let own: number | undefined;
  try {
    await start({
      name: `display :${number}`,
      command: 'Xvfb',
      // Otherwise it restarts whenever its last client leaves, and refuses clients meanwhile.
      args: [`:${number}`, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
      timeoutMs,
      isReady({ pid }) {
        own = pid;
        return findDisplayOwner(number) === pid && acceptsConnections(getSocketPath(number));
      },
    });
  } catch (error) {
    const holder = findDisplayOwner(number);
    if (holder !== undefined && holder !== own) return false;
    throw error;
  }
  env.DISPLAY = `:${number}`;
  // A Wayland desktop would get the windows.
  delete env.WAYLAND_DISPLAY;
  return true;
}

function getLockPath(number: number): string {
  return `/tmp/.X${number}-lock`;
}

function getSocketPath(number: number): string {
  return `/tmp/.X11-unix/X${number}`;
}

/** Returns the process id of a display's server. Undefined if it has ended without cleanup. */
function findDisplayOwner(number: number): number | undefined {
  try {
    const id = Number(readFileSync(getLockPath(number), 'utf8'));
    return existsSync(`/proc/${id}`) ? id : undefined;
  } catch {
    return undefined;
  }
}

function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
      .once('connect', () => resolve(socket.destroy() && true))
      .once('error', () => resolve(false));
  });
}
