import { type CommandSet, createCommandSet } from '../cli/commands/command-set.ts';
import { storedDataCommands } from '../cli/commands/stored-data.ts';

/** The commands of the package `slipway-server`. */
export const serverCommands: CommandSet = createCommandSet(storedDataCommands, {
  heading: [
    'slipway-server: serves forms, and works on what was sent',
    '',
    'Usage: slipway-server [--schemas FILE|FOLDER] [--begin-anew]',
    '       slipway-server COMMAND [OPTIONS]',
    '',
    'Without a command it starts the server, whose settings are environment variables.',
  ],
});
