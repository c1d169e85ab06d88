import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Household } from './processes.ts';

/** Below these are the displays that people and their tools count up from. */
const firstNumber = 100;
const numbers = 900;

/**
 * Gives a household a display of its own. Who has a display is settled by the X server's own lock, which is taken in one step: two that
 * start at the same moment never share one. (Left to choose by `-displayfd`, it takes no lock.)
 *
 * @param timeoutMs - how long it may take to start.
 * @throws where none starts.
 */
export async function openDisplay(house: Household, timeoutMs = 15_000): Promise<void> {
  for (let tries = 0; tries < numbers; tries++) {
    const number = firstNumber + ((process.pid + tries) % numbers);
    if (existsSync(lockOf(number)) || existsSync(socketOf(number))) continue;
    if (await startDisplay(house, number, timeoutMs)) return;
  }
  throw new Error(`Cannot start a display (Xvfb): those from :${firstNumber} on are all taken`);
}

/** False where another server has the number. */
async function startDisplay({ start, env }: Household, number: number, timeoutMs: number): Promise<boolean> {
  if (holderOf(number) !== undefined) return false;
  let own: number | undefined;
  try {
    await start({
      name: `display :${number}`,
      command: 'Xvfb',
      // Else it begins anew whenever its last client leaves, and refuses those that come meanwhile.
      args: [`:${number}`, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
      timeoutMs,
      isReady({ pid }) {
        own = pid;
        return holderOf(number) === pid && answers(socketOf(number));
      },
    });
  } catch (error) {
    const holder = holderOf(number);
    if (holder !== undefined && holder !== own) return false;
    throw error;
  }
  env.DISPLAY = `:${number}`;
  // A desktop's own would take the windows.
  delete env.WAYLAND_DISPLAY;
  return true;
}

function lockOf(number: number): string {
  return `/tmp/.X${number}-lock`;
}

function socketOf(number: number): string {
  return `/tmp/.X11-unix/X${number}`;
}

/** The id of the server that has a display; none where that has ended without tidying up. */
function holderOf(number: number): number | undefined {
  try {
    const id = Number(readFileSync(lockOf(number), 'utf8'));
    return existsSync(`/proc/${id}`) ? id : undefined;
  } catch {
    return undefined;
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
      .once('connect', () => resolve(socket.destroy() && true))
      .once('error', () => resolve(false));
  });
}
