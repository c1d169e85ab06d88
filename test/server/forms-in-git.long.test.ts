import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FilesView } from '../../src/api/exchange.ts';
import { type DocsBlock, parseCommands, readDocsBlocks } from '../cli/docs-blocks.ts';
import { createScratchFolder, runSlipway } from '../cli/run-cli.ts';
import { createProgramAccess, type ProgramAccess } from '../support/program-access.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';

let servers: readonly RunningServer[] = [];
let access: ProgramAccess;
let staging: ProgramAccess;
beforeAll(async () => {
  const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword };
  servers = await Promise.all([startServer({ env }), startServer({ env })]);
  const [production, other] = await Promise.all(servers.map((server) => createProgramAccess(server)));
  if (production === undefined || other === undefined) throw new Error('no server');
  [access, staging] = [production, other];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
});

/** Changes the text for optional fields in a folder's file. */
function setText(folder: string, words: string): void {
  const path = join(folder, 'schemas/texts/en.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"optional": ".*"/, `"optional": "${words}"`));
}

/** Makes the live version of staging differ from that of production. */
async function changedOnStaging(): Promise<void> {
  const { url, token } = staging;
  const folder = createScratchFolder();
  const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: token };
  await runSlipway(['pull'], { cwd: folder, env });
  const path = join(folder, 'schemas/texts/en.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"yes": ".*"/, '"yes": "Aye"'));
  await runSlipway(['push'], { cwd: folder, env });
  expect(await runSlipway(['publish', '--accept-warnings'], { cwd: folder, env })).toMatchObject({ code: 0 });
}

/** Runs the Slipway commands of a block, and returns their output. */
async function run(block: DocsBlock, cwd: string): Promise<string> {
  let message = '';
  const lines = block.language === 'yaml' ? yamlLines(block) : block;
  for (const [program, name, ...words] of parseCommands(lines)) {
    if (program !== 'npx' || name !== 'slipway') continue;
    const { installation } = await staging.owner.get<FilesView>('files?of=live');
    const meant: Readonly<Record<string, string>> = {
      'https://forms.example.com': access.url,
      'https://staging.example.com': staging.url,
      'SHA256:…': installation,
    };
    const named = words.map((word) => meant[word] ?? word);
    const env = { SLIPWAY_TOKEN: named.includes(staging.url) ? staging.token : access.token };
    const { code, out, err } = await runSlipway(named, { cwd, env });
    message += out + err;
    const expected = Number(block.marks.exit ?? 0);
    expect({ words, code, ...(code !== expected && { message }) }).toEqual({ words, code: expected });
  }
  return message;
}

/** The steps of a pipeline, as lines of a shell. */
function yamlLines(block: DocsBlock): DocsBlock {
  const steps = [...block.text.matchAll(/^\s+- (.*)$/gm)].map(([, line]) => line);
  return { ...block, text: steps.join('\n') };
}

it('docs/forms-in-git.md is true, followed to the letter against a server', async () => {
  const [team, others] = [createScratchFolder(), createScratchFolder()];
  const asOthers = async (...words: readonly string[]) => {
    const { code, out } = await runSlipway([...words, '--url', access.url, '--token', access.token], {
      cwd: others,
    });
    expect({ words, code, ...(code !== 0 && { out }) }).toEqual({ words, code: 0 });
  };
  const blocks = readDocsBlocks('forms-in-git.md');
  let message = '';
  for (const block of blocks) {
    if (block.text.includes('slipway export')) await changedOnStaging();
    if (block.marks.exit === '1' && block.text.includes('pull')) {
      // Both sides have changed since: others in the studio, the team in its files.
      await asOthers('pull', '--theirs');
      setText(others, 'not needed');
      await asOthers('push');
      await asOthers('publish', '--accept-warnings');
      setText(team, 'if you like');
    }
    if (block.language === 'sh' || block.language === 'yaml') message = await run(block, team);
    if (block.language === 'text')
      for (const line of block.text.trimEnd().split('\n')) expect(message).toContain(line);
  }
  expect(blocks.map(({ language }) => language)).toEqual([
    'sh',
    'sh',
    'sh',
    'text',
    'sh',
    'yaml',
    'yaml',
    'sh',
    'text',
    'sh',
    'text',
    'sh',
  ]);
  await asOthers('pull');
  const texts = JSON.parse(readFileSync(join(others, 'schemas/texts/en.json'), 'utf8'));
  expect(texts).toMatchObject({ yes: 'Aye' });
});
