import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { allCommands } from '../../src/cli/commands/index.ts';
import { main } from '../../src/cli/main.ts';
import { readFrozenDocuments, writeDocuments } from '../support/forms.ts';
import { createSampleDocuments } from '../support/sample-documents.ts';

/** The result of a run of `slipway`. */
export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunSurroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `slipway` in this process with arguments. */
export async function runSlipway(
  words: readonly string[],
  { cwd = repositoryRoot, env = {}, signal }: RunSurroundings = {},
): Promise<CliRun> {
  let out = '';
  let err = '';
  const code = await main(allCommands, words, {
    out: (text) => {
      out += text;
    },
    write: async (chunk) => {
      out += chunk;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    cwd,
    env,
    getInterruption: () => signal ?? new AbortController().signal,
  });
  return { code, out, err };
}

/** Creates a folder that is removed after the test. */
export function createScratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder with a copy of the frozen documents in `schemas`. */
export async function copyForms(): Promise<string> {
  const folder = createScratchFolder();
  writeDocuments(join(folder, 'schemas'));
  return folder;
}

/** Creates a folder with the documents of one small form in `schemas`. */
export function copySmallForm(): string {
  const folder = createScratchFolder();
  const gone = Object.fromEntries(Object.keys(readFrozenDocuments()).map((file) => [file, undefined]));
  const small = createSampleDocuments({
    type: 'object',
    properties: { name: { type: 'string', maxLength: 60 } },
  });
  const { usual, ...known } = readFrozenDocuments()['scenarios.json'] as { usual: object };
  const scenarios = { ...known, usual: { ...usual, types: ['sample'] }, scenarios: [] };
  writeDocuments(join(folder, 'schemas'), { ...gone, ...small, 'scenarios.json': scenarios });
  return folder;
}

/** Changes a document in the `schemas` of such a folder. */
export async function editDocument(
  folder: string,
  file: string,
  change: (text: string) => string,
): Promise<void> {
  const path = join(folder, 'schemas', file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}
