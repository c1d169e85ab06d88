import { existsSync, readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly File[];
}

interface File {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly Test[];
}

interface Test {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages: readonly string[];
}

const runs: (readonly [path: string, status: number])[] = [];
for (let at = 2; at < process.argv.length; at += 2)
  runs.push([process.argv[at] ?? '', Number(process.argv[at + 1] ?? 1)]);
const [passed, failed, skipped] = runs
  .map(([path, status]) => countsOf(path, status))
  .reduce((sum, counts) => sum.map((count, index) => count + (counts[index] ?? 0)), [0, 0, 0]);
// Last, since of a long output often only the end is kept.
for (const [path] of runs) for (const line of failuresOf(path)) console.log(line);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);

/** How many tests passed, failed and were skipped in a run, from Vitest's JSON report and its exit status. */
function countsOf(path: string, status: number): readonly number[] {
  if (!existsSync(path)) return [0, 1, 0];
  const report: Report = JSON.parse(readFileSync(path, 'utf8'));
  const failures = report.testResults.reduce((sum, file) => sum + failuresIn(file), 0);
  // An error outside of every test fails the run too: it must not read as none.
  const counted = status === 0 ? failures : Math.max(failures, 1);
  return [report.numPassedTests, counted, report.numPendingTests + report.numTodoTests];
}

/** What failed in a run, a line each, with how its reason begins. */
function failuresOf(path: string): readonly string[] {
  if (!existsSync(path))
    return [`Cannot count the tests of "${path}": the run wrote no report. It counts as one failure.`];
  const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`FAILED ${name}: ${reason(message)}`];
    return failed.map((test) => `FAILED ${name} > ${test.fullName}: ${reason(test.failureMessages[0])}`);
  });
}

/** Without the stack's lines, on one line. */
function reason(text = ''): string {
  const lines = text.split('\n').filter((line) => !/^\s+at /.test(line));
  return lines.join(' | ').slice(0, 1000);
}

/** A file that could not be loaded has no failed test of its own, and counts as one. */
function failuresIn({ status, assertionResults }: File): number {
  const failures = assertionResults.filter((test) => test.status === 'failed').length;
  return status === 'failed' ? Math.max(failures, 1) : failures;
}
