import type { Io } from '../io.ts';

export interface CommandOption {
  /** The placeholder of the value in the help: `FILE`. Absent for a flag. */
  readonly value?: string;
  /** True if the option may be repeated; its values are then a list. */
  readonly isList?: boolean;
  readonly choices?: readonly string[];
  readonly description: string;
}

export interface CommandArguments {
  /** Returns the last value of an option. Undefined if the option is not given. */
  readonly text: (name: string) => string | undefined;
  /** Returns true if the option is given. */
  readonly flag: (name: string) => boolean;
  /** Returns all values of an option, in their order. Empty if the option is not given. */
  readonly list: (name: string) => readonly string[];
  /** The positional arguments, in their order. */
  readonly positionals: readonly string[];
}

export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  readonly description: readonly string[];
  /** The positional arguments in the help: `[SCENARIO...]`. Absent if none are permitted. */
  readonly positionals?: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Command lines that run in this repository, each with a description. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** The meaning of exit code 1 for this command. The other codes mean the same for every command. */
  readonly failure: string;
  readonly run: (given: CommandArguments, io: Io) => Promise<ExitCode>;
}

/**
 * 0: success. 1: the command found a problem. 2: the command line is invalid, or the folder contains no form.
 * 3: another error.
 */
export type ExitCode = 0 | 1 | 2 | 3;

export const commonOptions: Readonly<Record<string, CommandOption>> = {
  schemas: {
    value: 'FOLDER',
    description: 'The folder of the documents. Default: ./schemas.',
  },
  json: { description: 'Print JSON.' },
  help: { description: 'Print this help.' },
};
