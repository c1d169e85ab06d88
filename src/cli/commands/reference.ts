import type { Command } from '../../command/command.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { formatReference } from '../reference/reference.ts';
import { runWithForm } from '../workspace/form.ts';

/**
 * Creates the command `slipway reference`, which generates the reference of the documents and commands.
 * @param loadAllCommands Loads all commands. It is passed in because their list contains this command.
 */
export function createReferenceCommand(loadAllCommands: () => Promise<readonly Command[]>): Command {
  return {
    name: 'reference',
    subject: 'documents',
    summary: 'generates the reference of facts, effects, findings and commands',
    description: ['Generates a Markdown reference of rules, names, codes and commands from the code.'],
    options: fileOptions,
    examples: [
      ['slipway reference', 'Prints the reference.'],
      [
        'slipway reference --out docs/reference.md --check',
        'For a pipeline: fails if the file is out of date.',
      ],
    ],
    failure: 'the documents have errors, or --check finds a difference',
    /** Generates the reference for `writeOutput`: prints it, or writes or compares the file of `--out`. */
    run: (given, io) =>
      runWithForm(given, io, async ({ documents }) =>
        writeOutput({ text: formatReference(documents, await loadAllCommands()) }, given, io),
      ),
  };
}
