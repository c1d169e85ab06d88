import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Returns the submissions a second that servers accept in rotation, from a separate process. */
export function measureSubmissionRate(
  urls: readonly string[],
  kind: 'slipway' | 'bare',
  count: number,
): Promise<number> {
  const script = fileURLToPath(new URL('load.ts', import.meta.url));
  const child = spawn(process.execPath, [script, urls.join(','), kind, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) =>
      code === 0 ? resolve(Number(printed)) : reject(new Error(`the load ended with ${code}`)),
    );
  });
}

/** A server to compare with, in its own process. */
export interface Peer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

/**
 * Starts a program of this folder, which prints its address. `argument` is its storage.
 * @throws If it does not start.
 */
export async function startPeer(program: string, argument: string): Promise<Peer> {
  const script = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [script, argument], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('close', () => reject(new Error('the bare server did not start')));
  });
  return { url, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
}
