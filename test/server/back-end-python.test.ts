import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyOfForms, root, slipway } from '../cli/run-cli.ts';

describe('examples/back-end-python', () => {
  it('does all that the form needs of a back end, its limits told', async ({ skip }) => {
    const hasPython = spawnSync('python3', ['--version']).status === 0;
    skip(!hasPython, 'there is no python3; apt-get install python3 brings it');
    const folder = await copyOfForms();
    const schema = join(folder, 'forms.schema.json');
    await slipway(['jsonschema', '--out', schema], { cwd: folder });
    const url = await started({ SCHEMA: schema });
    const { code, out } = await slipway(['conform', '--url', url, '--limits'], { cwd: folder });
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toContain('41 of 41 requirements hold.');
  });
});

/** Starts the back end on a port that the system gives; its first line names where it listens. */
async function started(env: Readonly<Record<string, string>>): Promise<string> {
  const server = spawn('python3', [join(root, 'examples/back-end-python/server.py')], {
    env: { PATH: process.env.PATH, ...env, PORT: '0', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill());
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  server.stdout.resume();
  return /http:\S+/.exec(line.toString())?.[0] ?? '';
}
