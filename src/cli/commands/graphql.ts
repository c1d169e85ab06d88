import { operationsOf, sdlOf } from '#engine/exchange/sdl.ts';
import type { Command } from '../../command/command.ts';
import { fileOptions, writeOutput } from '../output/write-output.ts';
import { runWithForm } from '../workspace/form.ts';

export const graphqlCommand: Command = {
  name: 'graphql',
  subject: 'documents',
  summary: 'generates the GraphQL schema and operations for your own back end',
  description: [
    'Prints the GraphQL schema that a back end must implement: the mutation that sends the form (settings.operation, else sendContactUs), with an argument for each field of each enquiry type, and the queries of the form.',
  ],
  options: {
    operations: { description: 'Print the operations of the form instead.' },
    ...fileOptions,
  },
  examples: [
    ['slipway graphql', 'Prints the schema.'],
    ['slipway graphql --operations', 'Prints the operations.'],
    ['slipway graphql --out schema.graphql --check', 'For a pipeline: fails if the file is out of date.'],
  ],
  failure: 'the documents have errors, or --check finds a difference',
  run: (given, io) =>
    runWithForm(given, io, async ({ form }) =>
      writeOutput({ text: given.flag('operations') ? operationsOf(form) : sdlOf(form) }, given, io),
    ),
};
