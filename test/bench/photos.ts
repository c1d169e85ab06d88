import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPicture } from '../photos/support/pictures.ts';
import { startServerProcess } from '../support/server-process.ts';
import { measurePeakMegabytes } from './process-figures.ts';
import { type Bench, createRoundRow } from './row.ts';

const count = 200;
const atATime = 20;

/**
 * Uploads through the whole server (target, checks, records on disk before the answer) beside bare Node HTTP
 * that streams the same bytes to files, and their memory.
 */
export const bench: Bench = async ({ rounds = 7 }) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-uploads-'));
  const [large, small] = [
    await writePhotoFile(folder, 'large', 4_340),
    await writePhotoFile(folder, 'small', 2_170),
  ];
  const bareFolder = join(folder, 'bare');
  mkdirSync(bareFolder);
  const ours: number[] = [];
  const bare: number[] = [];
  const peaks: number[] = [];
  try {
    const peer = await startBare(bareFolder);
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServerProcess({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
      await measureUploads(server.url, 'slipway', small, atATime);
      if (round === 0)
        peaks.push(
          await measurePeakMegabytes([server.pid], () =>
            measureUploads(server.url, 'slipway', small, count / 4),
          ),
        );
      peaks.push(
        await measurePeakMegabytes([server.pid], async () => {
          ours.push(await measureUploads(server.url, 'slipway', large, count));
        }),
      );
      await server.stop();
      bare.push(await measureUploads(peer.url, 'bare', large, count));
      for (const file of readdirSync(bareFolder)) rmSync(join(bareFolder, file));
    }
    peer.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [little = Number.NaN, ...much] = peaks;
  return [
    createRoundRow({
      what: `${count} photos of 8 MB, ${atATime} at a time`,
      ours,
      theirs: bare,
      unit: 'MB/s',
      aim: { above: 0.9 },
    }),
    createRoundRow({
      what: `the server's peak memory for them beside ${count / 4} of 2 MB`,
      ours: much,
      theirs: [little],
      unit: 'MB',
      aim: { below: 1.25 },
    }),
  ];
};

/** Writes a camera's photo: noise, at the usual quality of cameras. */
async function writePhotoFile(folder: string, name: string, width: number): Promise<string> {
  const file = join(folder, `${name}.jpg`);
  writeFileSync(
    file,
    await createPicture(width, Math.round(width * 0.75))
      .jpeg({ quality: 86 })
      .toBuffer(),
  );
  return file;
}

function measureUploads(
  url: string,
  kind: 'slipway' | 'bare',
  file: string,
  photos: number,
): Promise<number> {
  const script = fileURLToPath(new URL('upload-load.ts', import.meta.url));
  const child = spawn(process.execPath, [script, url, kind, file, String(photos), String(atATime)], {
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

async function startBare(folder: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const script = fileURLToPath(new URL('bare-upload-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('close', () => reject(new Error('the bare server did not start')));
  });
  return { url, stop: () => child.kill('SIGKILL') };
}
