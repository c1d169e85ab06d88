import { type CommandSet, createCommandSet } from '../cli/commands/command-set.ts';
import { documentCommands } from '../cli/commands/documents.ts';
import { storedDataNames } from '../cli/commands/stored-data-names.ts';

/** The commands of the package `slipway`, which has no server. */
export const packageCommands: CommandSet = createCommandSet(
  {
    ...documentCommands,
    reference: async () =>
      (await import('../cli/commands/reference.ts')).createReferenceCommand(packageCommands.loadAll),
  },
  { others: { names: storedDataNames, program: 'slipway-server' } },
);
