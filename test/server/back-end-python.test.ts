import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseCommands, readDocsBlocks } from '../cli/docs-blocks.ts';
import { copyForms, repositoryRoot, runSlipway } from '../cli/run-cli.ts';

describe('examples/back-end-python', () => {
  it('does all that the form needs of a back end, its limits told, by the commands of its README', async ({
    skip,
  }) => {
    const hasPython = spawnSync('python3', ['--version']).status === 0;
    skip(!hasPython, 'there is no python3; apt-get install python3 brings it');
    const folder = await copyForms();
    for (const part of ['examples/back-end-python', 'src/site/content'])
      cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true });
    const [starting, asking] = readDocsBlocks('../examples/back-end-python/README.md').map(parseCommands);
    const [[, , ...schema] = [], [, program = ''] = []] = starting ?? [];
    expect(await runSlipway(schema, { cwd: folder })).toMatchObject({ code: 0 });
    const url = await started(join(folder, program));
    const [[, , ...conform] = []] = asking ?? [];
    const words = conform.map((word) => word.replace('http://localhost:4001', url));
    const { code, out } = await runSlipway(words, { cwd: folder });
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(out).toMatch(/(\d+) of \1 requirements are met\./);
  });
});

/** Starts the back end on a free port, which its first line contains. */
async function started(program: string): Promise<string> {
  const server = spawn('python3', [program], {
    env: { PATH: process.env.PATH, PORT: '0', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill());
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  server.stdout.resume();
  return /http:\S+/.exec(line.toString())?.[0] ?? '';
}
