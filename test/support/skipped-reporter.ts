import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints at the end of a run, by name and reason, every test that was skipped or is still to be written. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => [...module.children.allTests('skipped')].map(lineFor));
    console.log(
      lines.length === 0 ? ' Skipped: nothing' : [` Skipped: ${lines.length}`, ...lines].join('\n'),
    );
  }
}

function lineFor(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return `   ${test.project.name} › ${test.module.relativeModuleId} › ${test.fullName}: ${note ?? 'no reason given'}`;
}
