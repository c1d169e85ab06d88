import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints at the end of a run, by name, every test that was skipped or is still to be written, with the reason, or that needed a second try. */
export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => [...module.children.allTests('skipped')].map(lineFor));
    console.log(
      lines.length === 0 ? ' Skipped: nothing' : [` Skipped: ${lines.length}`, ...lines].join('\n'),
    );
    const unsteady = modules
      .flatMap((module) => [...module.children.allTests('passed')])
      .filter((test) => test.diagnostic()?.flaky);
    if (unsteady.length > 0)
      console.log([` Needed a second try: ${unsteady.length}`, ...unsteady.map(nameOf)].join('\n'));
  }
}

function lineFor(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return `${nameOf(test)}: ${note ?? 'no reason given'}`;
}

function nameOf({ project, module, fullName }: TestCase): string {
  return `   ${project.name} › ${module.relativeModuleId} › ${fullName}`;
}
