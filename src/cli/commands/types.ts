import type { Command } from '../args/command.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { runWithForm } from '../workspace/form.ts';
import { watchDocuments } from '../workspace/watch.ts';

export const typesCommand: Command = {
  name: 'types',
  summary: 'writes the TypeScript types of the forms',
  description: [
    'Generates a type for the values of each enquiry type, the union Enquiry that enquiry_type tells apart, the variables of sendContactUs, and the names of types, fields, widgets, option sets, facts and texts. Titles and descriptions of the schemas become docstrings.',
    'The same documents give the same text, so a pipeline can tell with --check whether the file is up to date.',
  ],
  options: {
    ...fileOptions,
    watch: { description: 'Write again whenever a document is saved, until interrupted.' },
  },
  examples: [
    ['slipway types', 'Prints the types.'],
    ['slipway types --out src/forms.gen.ts', 'Writes them to a file.'],
    [
      'slipway types --out src/forms.gen.ts --check',
      'For a pipeline: fails where that file is stale, and shows why.',
    ],
    ['slipway types --out src/forms.gen.ts --watch', 'Keeps the file current while documents are edited.'],
  ],
  failure: 'the documents have errors, or with --check the file is not up to date',
  async run(given, io) {
    // Imported on demand: this module includes a code formatter that no other command needs.
    const { generateTypes } = await import('../types/generate-types.ts');
    const work = () =>
      runWithForm(given, io, async ({ form }) => writeOutput({ text: await generateTypes(form) }, given, io));
    if (!given.flag('watch')) return work();
    await watchDocuments({ given, io, work });
    return 0;
  },
};
