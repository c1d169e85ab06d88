import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../support/server-process.ts';
import { readResidentMegabytes } from './process-figures.ts';
import { type Bench, createRoundRow, type Row } from './row.ts';
import { measureSubmissionRate, startPeer } from './submissions-load.ts';

/**
 * Submissions a second through the whole server (parsing, validation, one transaction with its queued mail)
 * beside the same framework with one bare durable insert per request. The load comes from a separate process,
 * the same for both.
 */
export const bench: Bench = async ({ rounds = 7 }) => {
  const ours: number[] = [];
  const bare: number[] = [];
  const memory: number[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bare-'));
  const server = await startServerProcess({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
  const peer = await startPeer('bare-server.ts', join(folder, 'bare.db'));
  try {
    await measureSubmissionRate([server.url], 'slipway', 500);
    await measureSubmissionRate([peer.url], 'bare', 500);
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await measureSubmissionRate([server.url], 'slipway', requests));
      bare.push(await measureSubmissionRate([peer.url], 'bare', requests));
      memory.push(readResidentMegabytes(server.pid));
    }
  } finally {
    await server.stop();
    peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const first = memory[0] ?? Number.NaN;
  const rows: Row[] = [
    createRoundRow({
      what: 'submissions a second, whole server',
      ours,
      theirs: bare,
      unit: '1/s',
      aim: { above: 0.9 },
    }),
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
