import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { documents, writeDocuments } from '../support/forms.ts';
import { sampleDocuments } from '../support/sample-documents.ts';

/** The result of a run of `slipway`. */
export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `slipway` in this process with arguments. */
export async function slipway(
  words: readonly string[],
  { cwd = root, env = {}, signal }: Place = {},
): Promise<CliRun> {
  let out = '';
  let err = '';
  const code = await main(words, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    cwd,
    env,
    signal: signal ?? new AbortController().signal,
  });
  return { code, out, err };
}

/** Creates a folder that is removed after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder with a copy of the frozen documents in `schemas`. */
export async function copyOfForms(): Promise<string> {
  const folder = scratch();
  writeDocuments(join(folder, 'schemas'));
  return folder;
}

/** Creates a folder with the documents of one small form in `schemas`. */
export function copyOfSmallForm(): string {
  const folder = scratch();
  const gone = Object.fromEntries(Object.keys(documents()).map((file) => [file, undefined]));
  const small = sampleDocuments({ type: 'object', properties: { name: { type: 'string', maxLength: 60 } } });
  const { usual, ...known } = documents()['scenarios.json'] as { usual: object };
  const scenarios = { ...known, usual: { ...usual, types: ['sample'] }, scenarios: [] };
  writeDocuments(join(folder, 'schemas'), { ...gone, ...small, 'scenarios.json': scenarios });
  return folder;
}

/** Changes a document in the `schemas` of such a folder. */
export async function edit(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, 'schemas', file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}
