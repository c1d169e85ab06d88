import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandArguments } from '../../command/command.ts';
import type { Io } from '../../command/io.ts';
import { writeOutput } from './write-output.ts';

/** Checks a file of many lines against a new text. Returns what is printed. */
async function checkLines(before: readonly string[], after: readonly string[]): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-output-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, 'types.ts'), before.join('\n'));
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const given = { text: () => undefined, flag: (name: string) => name === 'check' };
  const generated = { text: after.join('\n'), defaultFile: 'types.ts' };
  await writeOutput(generated, given as unknown as CommandArguments, { cwd, out: print, err: print } as Io);
  return printed;
}

describe('writeOutput', () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`);

  it.each([
    ['a line is changed', lines.with(1233, 'other'), 1234],
    ['lines are added at the end', [...lines, 'more'], 5001],
    ['lines are missing at the end', lines.slice(0, -2), 4999],
  ])('names the first line of a long file that differs where %s', async (_where, after, first) => {
    expect(await checkLines(lines, after)).toContain(`the first that differs is line ${first}`);
  });
});
