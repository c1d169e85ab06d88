import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { missingPackages } from '../browsers/packages.ts';
import { findPostgres } from './postgres.ts';

/**
 * Prints at the end of a run, by name and reason, every skipped or todo test, and the suites that cannot run
 * on this machine.
 */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const lines = skipped.filter(isChosen).map(lineFor);
    console.log(
      lines.length === 0 ? ' Skipped: nothing' : [` Skipped: ${lines.length}`, ...lines].join('\n'),
    );
    const others = skipped.length - lines.length;
    if (others > 0) console.log(` Not of this selection: ${others} tests`);
    for (const suite of ['engines', 'heard']) {
      const missing = missingPackages(suite);
      if (missing.length > 0)
        console.log(` npm run test:${suite} cannot run here: Debian's ${missing.join(', ')} missing`);
    }
    if (findPostgres() === undefined)
      console.log(" npm run test:postgres, a part of npm test, cannot run here: Debian's postgresql missing");
  }
}

/** True if the name of a test matches the requested pattern. */
function isChosen(test: TestCase): boolean {
  const { testNamePattern } = test.project.config;
  return testNamePattern === undefined || testNamePattern.test(test.fullName.replaceAll(' > ', ' '));
}

function lineFor(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return `   ${test.project.name} › ${test.module.relativeModuleId} › ${test.fullName}: ${note ?? 'no reason given'}`;
}
