import { existsSync, readFileSync } from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly File[];
}

interface File {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

const [path = '', exitCode = '1'] = process.argv.slice(2);
console.log(totals(path, Number(exitCode)));

/** The closing line of a run from Vitest's JSON report: `12 passed, 0 failed, 1 skipped`. */
function totals(reportPath: string, status: number): string {
  if (!existsSync(reportPath)) return '0 passed, 1 failed';
  const report: Report = JSON.parse(readFileSync(reportPath, 'utf8'));
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.testResults.reduce((sum, file) => sum + failuresIn(file), 0);
  // An error outside of every test fails the run too: it must not read as none.
  const counted = status === 0 ? failed : Math.max(failed, 1);
  return `${report.numPassedTests} passed, ${counted} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A file that could not be loaded has no failed test of its own, and counts as one. */
function failuresIn({ status, assertionResults }: File): number {
  const failures = assertionResults.filter((test) => test.status === 'failed').length;
  return status === 'failed' ? Math.max(failures, 1) : failures;
}
