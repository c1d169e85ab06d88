import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The displayed parts of a finding of `slipway check`. */
export interface FormFinding {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly severity: string;
  readonly code: string;
  readonly reason: string;
  /** The smallest situation that shows the problem. */
  readonly scenario?: unknown;
}

const command = fileURLToPath(new URL('../../../cli/run.ts', import.meta.url));

/**
 * Runs `slipway check` on a folder and returns its findings, except those with the severity `note`. It runs
 * in a separate process, so that pages can be rendered meanwhile.
 * @throws an error if the check cannot be run.
 */
export async function checkForms(folder: string): Promise<readonly FormFinding[]> {
  const args = [command, 'check', '--json', '--quiet', '--schemas', folder];
  const output = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    // The process exits with 1 if there are findings; its output is complete.
    (error: { readonly code?: unknown; readonly stdout?: string }) => {
      if (error.code === 1 && error.stdout) return error.stdout;
      throw error;
    },
  );
  return (JSON.parse(output) as { readonly findings: readonly FormFinding[] }).findings;
}

/**
 * Formats a finding on one line: `schemas/rules.json:12:5: error unknown-field: …`. Without a line number it
 * has no position.
 */
export function formatFinding({ file, line, column, severity, code, reason }: FormFinding): string {
  const at = line === undefined ? '' : `:${line}:${column ?? 1}`;
  return `schemas/${file}${at}: ${severity} ${code}: ${reason}`.replaceAll(/\s+/g, ' ');
}
