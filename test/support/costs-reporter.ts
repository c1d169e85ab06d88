import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { findExpensiveFiles, maxSecondsPerFile, readCosts, recordCosts } from './costs.ts';
import { readProcessorSeconds } from './processor-time.ts';
import { repeatCommand } from './repeat-command.ts';
import { recordRunFailure } from './run-failures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const named = 5;

/** Folders of tests with a Vitest configuration of their own. */
const ofOtherConfigurations = /^test\/(?:browsers|engines|heard)\//;

/**
 * Prints the processor time of a run and of its most expensive files. A run fails if a file of `npm test`
 * exceeds its limit, or if a tracked test file belongs to no project. With `TEST_COSTS=record` it records the
 * measurements in test/costs.json.
 */
export class CostsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const measured: Record<string, number> = {};
    for (const module of modules) {
      const seconds = module.meta().processorSeconds;
      if (seconds !== undefined) measured[relative(root, module.moduleId)] = seconds;
    }
    const files = Object.keys(measured).toSorted(
      (one, other) => (measured[other] ?? 0) - (measured[one] ?? 0),
    );
    console.log(
      ` Processor time: ${Math.round(readProcessorSeconds())} s with the build and Vitest itself. Most expensive:`,
    );
    for (const file of files.slice(0, named)) console.log(`   ${measured[file]?.toFixed(1)} s  ${file}`);
    if (process.env.TEST_COSTS === 'record') recordCosts(measured, (file) => existsSync(join(root, file)));
    else
      for (const file of findExpensiveFiles(measured, readCosts()))
        this.#fail(
          `${file} took ${measured[file]?.toFixed(1)} s of processor time: a file of npm test may take ${maxSecondsPerFile}, and in a single run half as much more. Make it cheaper, split it, or name it ".long.".`,
        );
    for (const module of modules)
      if (!module.ok()) console.log(` Repeat it: ${repeatCommand(relative(root, module.moduleId))}`);
    for (const file of await this.#filesOfNoProject(modules.length))
      this.#fail(
        `${file} is run by no project of test/projects.ts. Rename or move it, or mend the patterns there.`,
      );
  }

  #fail(message: string): void {
    console.log(` ${message}`);
    recordRunFailure(message);
    process.exitCode = 1;
  }

  /** Unknown if single files or projects were selected. */
  async #filesOfNoProject(ran: number): Promise<readonly string[]> {
    const { projects = [] } = this.#vitest ?? {};
    const globbed = await Promise.all(projects.map((project) => project.globTestFiles()));
    const all = globbed.flatMap(({ testFiles }) => testFiles.map((file) => relative(root, file)));
    if (all.length !== ran) return [];
    const names = projects.map(({ name }) => name);
    const isOfThisRun = (file: string) =>
      names.includes(file.includes('.long.') ? 'long' : 'unit') &&
      (!file.includes('.postgres.') || names.some((name) => name.includes('postgres')));
    return trackedTests().filter((file) => isOfThisRun(file) && !all.includes(file));
  }
}

/** Empty without git, as in an archive of the sources. */
function trackedTests(): readonly string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed
      .split('\n')
      .filter((file) => file !== '' && !ofOtherConfigurations.test(file) && existsSync(join(root, file)));
  } catch {
    return [];
  }
}
