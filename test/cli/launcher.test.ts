import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './run-cli.ts';

describe('the launcher', () => {
  const run = promisify(execFile);
  const launcher = join(repositoryRoot, 'src/cli/slipway.js');

  it('works with the Node that runs it', async () => {
    const { stdout } = await run(process.execPath, [launcher, '--help']);
    expect(stdout).toContain('Usage: slipway COMMAND');
  });

  it('hands an older Node the work of the one that npm brought, and gives its exit code', async () => {
    const older =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.0' } })";
    const preload = `data:text/javascript,${encodeURIComponent(older)}`;
    const failed = await run(process.execPath, ['--import', preload, launcher, 'chekc']).catch(
      (error) => error,
    );
    expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('the nearest is "check"') });
  });
});
