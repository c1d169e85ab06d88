import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A finding of `slipway check`, as far as it is shown. */
export interface FormFinding {
  /** Path below the folder of the documents. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly severity: string;
  readonly code: string;
  readonly reason: string;
  /** The smallest situation that shows it. */
  readonly scenario?: unknown;
}

const command = fileURLToPath(new URL('../../cli/run.ts', import.meta.url));

/**
 * What `slipway check` says of a folder's documents, notes apart. It runs in a process of its own, so that pages are drawn meanwhile.
 * @throws where the check itself cannot be run.
 */
export async function checkForms(folder: string): Promise<readonly FormFinding[]> {
  const args = [command, 'check', '--json', '--quiet', '--schemas', folder];
  const output = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    // Findings end it with a code of their own; what it printed is there all the same.
    (error: { readonly code?: unknown; readonly stdout?: string }) => {
      if (error.code === 1 && error.stdout) return error.stdout;
      throw error;
    },
  );
  return (JSON.parse(output) as { readonly findings: readonly FormFinding[] }).findings;
}

/** One line for the terminal. */
export function findingLine({ file, line, column, severity, code, reason }: FormFinding): string {
  const at = line === undefined ? '' : `:${line}:${column ?? 1}`;
  return `schemas/${file}${at}: ${severity} ${code}: ${reason}`.replaceAll(/\s+/g, ' ');
}
