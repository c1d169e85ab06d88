import { operationsOf, sdlOf } from '#engine/sdl.ts';
import type { Command } from '../args/command.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { runWithForm } from '../workspace/form.ts';

export const graphqlCommand: Command = {
  name: 'graphql',
  summary: 'writes the GraphQL schema and operations for a back end of your own',
  description: [
    'Any back end that implements sendContactUs and getFutureEventTitles can stand behind the form. This is their schema, with an argument for each field of each enquiry type; with --operations the two operations as the form sends them.',
  ],
  options: {
    operations: { description: 'The operations in place of the schema.' },
    ...fileOptions,
  },
  examples: [
    ['slipway graphql', 'Prints the schema.'],
    ['slipway graphql --operations', 'Prints the two operations.'],
    ['slipway graphql --out schema.graphql --check', 'For a pipeline: fails where that file is stale.'],
  ],
  failure: 'the documents have errors, or with --check the file is not up to date',
  run: (given, io) =>
    runWithForm(given, io, async ({ form }) =>
      writeOutput({ text: given.flag('operations') ? operationsOf(form) : sdlOf(form) }, given, io),
    ),
};
