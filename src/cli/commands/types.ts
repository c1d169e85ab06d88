import type { Command } from '../../command/command.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { runWithForm } from '../workspace/form.ts';
import { readSourceArgument } from '../workspace/load.ts';
import { watchDocuments } from '../workspace/watch.ts';

export const typesCommand: Command = {
  name: 'types',
  subject: 'documents',
  summary: 'generates the TypeScript types of the forms',
  description: [
    'Generates types for the values of each enquiry type, the union Enquiry (discriminated by enquiry_type), the variables of the mutation, and the names of types, fields, widgets, option sets, facts and texts. Titles and descriptions become docstrings. The output is deterministic.',
  ],
  positionals: '[FILE|FOLDER]',
  options: {
    ...fileOptions,
    watch: { description: 'Write again after every saved document.' },
  },
  examples: [
    ['slipway types', 'Prints the types.'],
    ['slipway types --out src/forms.gen.ts', 'Writes them to a file.'],
    ['slipway types --out src/forms.gen.ts --check', 'For a pipeline: fails if the file is out of date.'],
    ['slipway types --out src/forms.gen.ts --watch', 'Updates the file while you edit.'],
  ],
  failure: 'the documents have errors, or --check finds a difference',
  /**
   * Generates the types once and returns the exit code of `writeOutput`. With `--watch`, generates them again
   * after every saved document until interrupted, and returns 0.
   */
  async run(all, io) {
    const given = readSourceArgument(all);
    // Imported on demand: this module includes a code formatter that no other command needs.
    const { generateTypes } = await import('../types/generate-types.ts');
    /**
     * Compiles the documents, generates the types, and prints them or writes or compares the file of `--out`.
     */
    const writeTypes = () =>
      runWithForm(given, io, async ({ form }) => writeOutput({ text: await generateTypes(form) }, given, io));
    if (!given.flag('watch')) return writeTypes();
    await watchDocuments({ given, io, work: writeTypes });
    return 0;
  },
};
