import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFolderPrefix } from './end-run.ts';

describe.runIf(process.platform === 'linux')('end-run', () => {
  it('ends what a run has left and removes its folder once whoever started it has ended', async () => {
    const folder = mkdtempSync(join(tmpdir(), `${runFolderPrefix}probe-`));
    const left = spawn('sleep', ['1000'], { env: { ...process.env, TMPDIR: folder } });
    const other = spawn('sleep', ['1000'], { env: { ...process.env, TMPDIR: `${folder}0` } });
    const cleaner = spawn(process.execPath, [join(import.meta.dirname, 'end-run.ts'), folder], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const ended = new Promise((resolve) => left.once('exit', (_code, signal) => resolve(signal)));
    const cleaned = new Promise((resolve) => cleaner.once('exit', resolve));
    cleaner.stdin.end();
    expect(await ended).toBe('SIGKILL');
    expect(await cleaned).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
  });
});
