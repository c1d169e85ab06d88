import type { Command } from '../args/command.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { formatReference } from '../reference/reference.ts';
import { runWithForm } from '../workspace/form.ts';

/**
 * Creates `slipway reference`, which writes the reference of the documents and commands.
 * @param commands Loads all commands. It is passed in because their list contains this command.
 */
export function createReferenceCommand(commands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'reference',
    summary: 'writes the reference of facts, effects, findings and commands',
    description: [
      'Prints as Markdown what rules may read and do, the names of widgets and option sets, every code of a finding, and the help of every command. It is made of the code itself.',
    ],
    options: fileOptions,
    examples: [
      ['slipway reference', 'Prints it.'],
      ['slipway reference --out docs/reference.md --check', 'Fails where the file is stale.'],
    ],
    failure: 'the documents have errors, or with --check the file is not up to date',
    run: (given, io) =>
      runWithForm(given, io, async ({ documents }) =>
        writeOutput({ text: formatReference(documents, await commands()) }, given, io),
      ),
  };
}
