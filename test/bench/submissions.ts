import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../support/server.ts';
import { type Bench, median, type Row } from './row.ts';

/**
 * Submissions a second through the whole server (parsing, judging, one transaction with its mail-to-be-sent) beside the same
 * framework doing one bare durable insert a request. The load comes from a process of its own, the same for both.
 */
export const bench: Bench = async () => {
  const rounds = 3;
  const ours: number[] = [];
  const bare: number[] = [];
  const memory: number[] = [];
  const server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
  const peer = await startBare();
  try {
    await load(server.url, 'slipway', 500);
    await load(peer.url, 'bare', 500);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await load(server.url, 'slipway', requests));
      bare.push(await load(peer.url, 'bare', requests));
      memory.push(residentMegabytes(server.pid));
    }
  } finally {
    await server.stop();
    peer.stop();
  }
  const first = memory[0] ?? Number.NaN;
  const rows: Row[] = [
    {
      what: 'submissions a second, whole server',
      ours: median(ours),
      theirs: median(bare),
      unit: '1/s',
      aim: { above: 0.9 },
    },
    {
      what: `resident memory after ${rounds * requests} beside ${requests}`,
      ours: memory.at(-1) ?? Number.NaN,
      theirs: first,
      unit: 'MB',
      aim: { below: 1.25 },
    },
  ];
  return rows;
};

const requests = 5_000;

/** Requests a second of one run of the load. */
function load(url: string, kind: 'slipway' | 'bare', count: number): Promise<number> {
  const script = fileURLToPath(new URL('load.ts', import.meta.url));
  const child = spawn(process.execPath, [script, url, kind, String(count)], {
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

/** The peer: Fastify and one durable insert. */
async function startBare(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bare-'));
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, join(folder, 'bare.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('close', () => reject(new Error('the bare server did not start')));
  });
  return {
    url,
    stop: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What Linux says of a process (proc_pid_status(5), `VmRSS`). */
function residentMegabytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
