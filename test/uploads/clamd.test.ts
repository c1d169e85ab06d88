import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClamd, type VirusScanner } from '../../src/server/photos/clamd.ts';
import { eicar, startFakeClamd } from './fake-clamd.ts';

/** Creates a file with some bytes, which is removed after the test. */
function fileOf(bytes: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-scan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, bytes);
  return file;
}

async function fake(options: Parameters<typeof startFakeClamd>[0] = {}, silenceMs = 60_000) {
  const clamd = await startFakeClamd(options);
  onTestFinished(clamd.close);
  return { clamd, scanner: createClamd(clamd.address, silenceMs) };
}

const large = new Uint8Array(3_000_000).fill(7);

/** Checks the behaviour that every scanner must have. */
async function expectToScan(scanner: VirusScanner): Promise<void> {
  await scanner.ping();
  expect(await scanner.scan(fileOf('%PDF-1.7 nothing in it'))).toBeUndefined();
  expect(await scanner.scan(fileOf(large))).toBeUndefined();
  expect(await scanner.scan(fileOf(eicar))).toMatch(/eicar/i);
}

describe('clamd', () => {
  it('is streamed a file, and says what it found', async () => {
    const { scanner, clamd } = await fake();
    await expectToScan(scanner);
    expect(clamd.scanned()).toBe(3);
  });

  it('that refuses a file for its size has not scanned it', async () => {
    const { scanner } = await fake({ maxBytes: 1000 });
    await expect(scanner.scan(fileOf(large))).rejects.toThrow(/size limit exceeded|ECONNRESET|EPIPE/);
  });

  it('that is not there, or says nothing, has not scanned it', async () => {
    const { scanner, clamd } = await fake({}, 50);
    clamd.fallSilent();
    await expect(scanner.scan(fileOf('a'))).rejects.toThrow(/does not answer/);
    await expect(scanner.ping()).rejects.toThrow(/does not answer/);
    await clamd.close().catch(() => undefined);
    const patient = createClamd(clamd.address, 60_000);
    await expect(patient.scan(fileOf('a'))).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is not asked about a file that is gone', async () => {
    const { scanner } = await fake();
    await expect(scanner.scan('/nowhere/at/all')).rejects.toThrow(/ENOENT/);
  });

  it('of this machine finds the test virus, over its socket', async ({ skip }) => {
    const program = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find(existsSync);
    if (program === undefined) return skip('clamd is not on this machine (Debian: clamav-daemon)');
    const folder = mkdtempSync(join(tmpdir(), 'slipway-clamd-'));
    const path = join(folder, 'clamd.ctl');
    mkdirSync(join(folder, 'db'));
    // Only the signature of this test: ClamAV's own database is not on this machine.
    const signature = `Eicar-Test:0:*:${Buffer.from(eicar).toString('hex')}\n`;
    writeFileSync(join(folder, 'db', 'eicar.ndb'), signature);
    const lines = [`LocalSocket ${path}`, `DatabaseDirectory ${join(folder, 'db')}`, 'Foreground yes'];
    writeFileSync(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`);
    expect(spawnSync(program, ['--version']).status).toBe(0);
    const daemon = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    onTestFinished(async () => {
      const ended = new Promise((resolve) => daemon.once('exit', resolve));
      daemon.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    });
    const scanner = createClamd({ path }, 60_000);
    await expect.poll(() => scanner.ping().then(() => 'there', String)).toBe('there');
    await expectToScan(scanner);
  });
});
