import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProgramAccess, programAccess } from '../support/program-access.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { type Block, blocksOf, commandsOf } from './docs-blocks.ts';
import { scratch, slipway } from './run-cli.ts';

let server: RunningServer;
let access: ProgramAccess;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  access = await programAccess(server);
});
afterAll(async () => {
  await server.stop();
});

/** Says otherwise what is optional, as somebody who edits the file of a folder. */
function setText(folder: string, words: string): void {
  const path = join(folder, 'schemas/texts/en.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"optional": ".*"/, `"optional": "${words}"`));
}

/** Runs the commands of a block that are Slipway's, and gives what they said. */
async function run(block: Block, cwd: string): Promise<string> {
  let said = '';
  const lines = block.language === 'yaml' ? yamlLines(block) : block;
  for (const [program, name, ...words] of commandsOf(lines)) {
    if (program !== 'npx' || name !== 'slipway') continue;
    const named = words.map((word) => (word === 'https://forms.example.com' ? access.url : word));
    const env = { SLIPWAY_TOKEN: access.token };
    const { code, out, err } = await slipway(named, { cwd, env });
    said += out + err;
    const expected = Number(block.marks.exit ?? 0);
    expect({ words, code, ...(code !== expected && { said }) }).toEqual({ words, code: expected });
  }
  return said;
}

/** The steps of a pipeline, as lines of a shell. */
function yamlLines(block: Block): Block {
  const steps = [...block.text.matchAll(/^\s+- (.*)$/gm)].map(([, line]) => line);
  return { ...block, text: steps.join('\n') };
}

it('docs/forms-in-git.md is true, followed to the letter against a server', async () => {
  const [team, others] = [scratch(), scratch()];
  const asOthers = async (...words: readonly string[]) => {
    const { code, out } = await slipway([...words, '--url', access.url, '--token', access.token], {
      cwd: others,
    });
    expect({ words, code, ...(code !== 0 && { out }) }).toEqual({ words, code: 0 });
  };
  const blocks = blocksOf('forms-in-git.md');
  let said = '';
  for (const block of blocks) {
    if (block.marks.exit === '1') {
      // Both went on since: the others in the studio, the team in its files.
      await asOthers('pull', '--theirs');
      setText(others, 'not needed');
      await asOthers('push');
      await asOthers('publish', '--accept-warnings');
      setText(team, 'if you like');
    }
    if (block.language === 'sh' || block.language === 'yaml') said = await run(block, team);
    if (block.language === 'text')
      for (const line of block.text.trimEnd().split('\n')) expect(said).toContain(line);
  }
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'sh', 'text', 'sh', 'yaml', 'yaml']);
  await asOthers('pull');
  expect(readFileSync(join(others, 'schemas/texts/en.json'), 'utf8')).toContain('"optional": "if you like"');
});
