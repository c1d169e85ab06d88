import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Documents } from '#engine';
import { createChecker } from '#engine/check/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import { readShippedDocuments } from '../support/forms.ts';
import { createRoundRow, type Row } from './row.ts';

/**
 * Measures `slipway check` after a change of a shipped form: in a new process, and in a process that checked
 * before.
 */
export function measureCheckRows(rounds: number): readonly Row[] {
  const [whole, start, warm]: [number[], number[], number[]] = [[], [], []];
  const check = createWarmCheck();
  for (let round = 0; round < rounds; round += 1) {
    whole.push(measureMs(() => runCommandLine('check', '--quiet')));
    start.push(measureMs(() => runCommandLine('--help')));
    const documents = createDocumentsWithField(round);
    warm.push(measureMs(() => check(documents)));
  }
  return [
    createRoundRow({
      what: 'check, the forms that ship, a fresh process',
      ours: whole,
      unit: 'ms',
      limit: 300,
    }),
    createRoundRow({ what: '  for scale: a process that only tells its commands', ours: start, unit: 'ms' }),
    createRoundRow({
      what: 'check, the forms that ship, one field changed, warm',
      ours: warm,
      unit: 'ms',
      limit: 100,
    }),
  ];
}

const command = fileURLToPath(new URL('../../src/cli/run.ts', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

function runCommandLine(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [command, ...words], {
    cwd: repository,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`Cannot measure "slipway ${words.join(' ')}": it ended with ${status}\n${stderr}`);
}

/**
 * Returns a function that checks documents, after a warm-up with the shipped ones and two changes of them.
 */
function createWarmCheck(): (documents: Documents) => void {
  const known: ValidatorModuleCache = new Map();
  const checker = createChecker({ schemasOf: (form) => compileFormChecks(form, known) });
  const check = (documents: Documents) => {
    const { situations } = checker.check(documents);
    if (situations === undefined) throw new Error('Cannot measure: the documents do not compile');
  };
  for (const documents of [
    readShippedDocuments(),
    createDocumentsWithField(-2),
    createDocumentsWithField(-1),
  ])
    check(documents);
  return check;
}

/** Returns the shipped documents with one more field in one form, which differs in each round. */
function createDocumentsWithField(round: number): Documents {
  const file = 'forms/service/schema.json';
  const schema = readShippedDocuments()[file] as { readonly properties: object };
  const extra = { type: 'string', title: 'Extra', maxLength: 20 + round };
  return readShippedDocuments({ [file]: { ...schema, properties: { ...schema.properties, extra } } });
}

function measureMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
