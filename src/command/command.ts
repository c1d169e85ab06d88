import type { Io } from './io.ts';

export interface CommandOption {
  /** The placeholder of the value in the help: `FILE`, or `[FILE]` if it may be absent. Absent for a flag. */
  readonly value?: string;
  /** True if the option may be repeated; its values are then a list. */
  readonly isList?: boolean;
  readonly choices?: readonly string[];
  readonly description: string;
}

/** Options by name, in the order of the help. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

export interface CommandArguments {
  /** Returns the last value of an option, `''` for an absent `[FILE]`. Undefined if it is not given. */
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
  readonly subject: CommandSubject;
  /** One line in the list of commands. */
  readonly summary: string;
  readonly description: readonly string[];
  /** The positional arguments in the help: `[SCENARIO...]`. Absent if none are permitted. */
  readonly positionals?: string;
  /** The options of this command alone, without those of its subject. */
  readonly options: CommandOptions;
  /** True if the command reads no documents, so that it has no option `schemas`. */
  readonly readsNoDocuments?: boolean;
  /** Further options of this command, by the headings above them in the help. */
  readonly optionGroups?: Readonly<Record<string, CommandOptions>>;
  /** Command lines that run in this repository, each with a description. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** The meaning of exit code 1 for this command. The other codes mean the same for all of a subject. */
  readonly failure: string;
  readonly run: (given: CommandArguments, io: Io) => Promise<ExitCode>;
}

/**
 * 0: success. 1: the command's `failure`. 2: the command line is invalid, or the folder contains no form. 3:
 * another error.
 */
export type ExitCode = 0 | 1 | 2 | 3;

const help: CommandOption = { description: 'Print this help.' };

/** Everything that the commands about one subject have in common. */
interface SubjectDescription {
  /** The heading of the commands in the general help. */
  readonly title: string;
  /** The beginnings of command lines. */
  readonly usages: readonly string[];
  /** A sentence for the general help. */
  readonly note: string;
  readonly options: CommandOptions;
  /** The meaning of exit code 2. */
  readonly invalid: string;
  /** The meaning of exit code 3. */
  readonly otherError: string;
}

/** `documents`: a folder of forms, here or of a server. `stored-data`: the database and files of a server. */
export type CommandSubject = 'documents' | 'stored-data';

export const commandSubjects: Readonly<Record<CommandSubject, SubjectDescription>> = {
  documents: {
    title: 'Commands',
    usages: ['slipway NAME'],
    note: 'Each of them accepts --help and --json, and those that read documents --schemas FILE|FOLDER (default: ./schemas, else ./form.json).',
    options: {
      schemas: {
        value: 'FILE|FOLDER',
        description:
          'The form in one file, or the folder of the documents. Default: ./schemas, else ./form.json.',
      },
      json: { description: 'Print JSON.' },
      help,
    },
    invalid: 'the command line is invalid, or the folder contains no form',
    otherError: 'another error, such as an unreadable folder',
  },
  'stored-data': {
    title: 'Commands for the stored data of a server',
    usages: ['slipway NAME', 'slipway-server NAME', 'npm run --silent NAME --'],
    note: 'Each of them explains itself with --help. SLIPWAY_DATA names the data folder (default: .data), DATABASE_URL a PostgreSQL database.',
    options: { help },
    invalid: 'the command line is invalid',
    otherError: 'another error',
  },
};

/** Returns the options that a command has in common with others of its subject. */
export function getCommonOptions({ subject, readsNoDocuments }: Command): CommandOptions {
  const { schemas, ...others } = commandSubjects[subject].options;
  return schemas === undefined || readsNoDocuments ? others : { schemas, ...others };
}

/** Returns all options of a command: its own, those of its subject, and those of its groups. */
export function listOptions(command: Command): CommandOptions {
  const { options, optionGroups = {} } = command;
  return Object.assign({}, options, getCommonOptions(command), ...Object.values(optionGroups));
}
