import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { repeatCommand } from './repeat-command.ts';
import { readRunFailures } from './run-failures.ts';

// Prints the failures of several runs and the total numbers of passed, failed and skipped tests: `node
// test/support/totals.ts REPORT STATUS [REPORT STATUS …]`, where REPORT is a run's JSON report and STATUS its
// exit code.

interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
for (let at = 2; at < process.argv.length; at += 2)
  addRun(process.argv[at] ?? '', Number(process.argv[at + 1] ?? 1));
// Last, because often only the end of a long output is visible.
for (const line of lines) console.log(line);
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);

function addRun(path: string, status: number): void {
  if (!existsSync(path)) {
    totals.failed += 1;
    lines.push(`Cannot count the tests of "${path}": the run wrote no report. It counts as one failure.`);
    return;
  }
  const report: Report = JSON.parse(readFileSync(path, 'utf8'));
  const failures = report.testResults.flatMap(formatFailures);
  totals.passed += report.numPassedTests;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  totals.failed += failures.length;
  lines.push(...failures);
  if (status === 0 || failures.length > 0) return;
  // An error outside of every test fails the run too: it must not count as none.
  totals.failed += 1;
  const reasons = readRunFailures(path);
  const reason = reasons.length === 0 ? 'see above' : reasons.join('  ');
  lines.push(`FAILED outside of every test: ${reason} The run of ${path} ended with ${status}.`);
}

/**
 * Returns a line for each failure of a file: the beginning of its reason, and the command that repeats it.
 */
function formatFailures({ name, message, status, assertionResults }: FileResult): readonly string[] {
  const file = relative(process.cwd(), name);
  const repeat = `Repeat it: ${repeatCommand(file)}`;
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that failed to load has no failed test.
  if (status === 'failed' && failed.length === 0)
    return [`FAILED ${file}: ${formatReason(message)}  ${repeat}`];
  return failed.map(
    (test) => `FAILED ${file} > ${test.fullName}: ${formatReason(test.failureMessages[0])}  ${repeat}`,
  );
}

/** Returns a message without its stack, on one line. */
function formatReason(text = ''): string {
  const shown = text.split('\n').filter((line) => !/^\s+at /.test(line));
  return shown.join(' | ').slice(0, 1000);
}
