import { type CommandSet, createCommandSet } from './command-set.ts';
import { documentCommands } from './documents.ts';
import { storedDataCommands } from './stored-data.ts';

/** All commands, as this repository has them. */
export const allCommands: CommandSet = createCommandSet({
  ...documentCommands,
  ...storedDataCommands,
  reference: async () => (await import('./reference.ts')).createReferenceCommand(allCommands.loadAll),
});
