import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter } from 'vitest/node';

/**
 * The failures of a run that no test has caused: errors that nothing caught, files that cost too much. Vitest's JSON
 * report has none of them; they stand beside it, a line each.
 */

/** Records a failure of the run whose report is `TEST_REPORT`. Does nothing in other runs: people see their output. */
export function recordRunFailure(message: string): void {
  const report = process.env.TEST_REPORT;
  if (report === undefined) return;
  mkdirSync(dirname(report), { recursive: true });
  appendFileSync(toPath(report), `${message.replaceAll('\n', ' | ').slice(0, 1000)}\n`);
}

/** Returns the failures beside a report. */
export function readRunFailures(report: string): readonly string[] {
  const path = toPath(report);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

function toPath(report: string): string {
  return `${report}.failures`;
}

/** Records the errors that nothing caught. */
export class UncaughtErrorReporter implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { readonly message: string; readonly stack?: string }[]) {
    for (const { message, stack = message } of errors)
      recordRunFailure(`Not caught: ${stack.split('\n', 4).join('\n')}`);
  }
}
