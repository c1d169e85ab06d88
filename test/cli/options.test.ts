import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allCommands } from '../../src/cli/commands/index.ts';
import { listOptions } from '../../src/command/command.ts';
import { repositoryRoot, runSlipway } from './run-cli.ts';

/** Returns the texts of a module and of those that it imports, except the lists of commands. */
function readModules(path: string, texts = new Map<string, string>()): ReadonlyMap<string, string> {
  if (texts.has(path) || !existsSync(path)) return texts;
  const text = readFileSync(path, 'utf8');
  texts.set(path, text);
  for (const [, imported = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g))
    if (!/commands\/(?:index|documents|stored-data)\.ts$/.test(imported))
      readModules(resolve(dirname(path), imported), texts);
  return texts;
}

describe('the options of a command about documents', async () => {
  const commands = await allCommands.loadAll();
  for (const command of commands.filter(({ subject }) => subject === 'documents'))
    it(`are read by it: ${command.name}`, () => {
      const file = resolve(repositoryRoot, `src/cli/commands/${command.name}.ts`);
      const texts = [...readModules(file).values()].join('\n');
      const { help: _help, ...options } = listOptions(command);
      const unread = Object.entries(options).filter(
        // An option with a function `read` is read by the loop over all of them.
        ([name, option]) => !('read' in option) && !new RegExp(`'${name}'(?!:)`).test(texts),
      );
      expect(unread.map(([name]) => name)).toEqual([]);
    });
});

describe('a command that reads no documents', () => {
  it('does not offer to name them', async () => {
    const { out } = await runSlipway(['init', '--help']);
    expect(out).not.toMatch(/--schemas|contains no form/);
    expect(await runSlipway(['init', '--schemas', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--schemas'),
    });
  });
});
