import type { Io } from '../io.ts';

/** An option of a command. */
export interface Option {
  /** Stands in the help for its value: `FILE`. An option without it is a flag. */
  readonly value?: string;
  /** May be given more than once; its values are then a list. */
  readonly isList?: boolean;
  /** What it may be, where there are few choices. */
  readonly choices?: readonly string[];
  /** One sentence. */
  readonly description: string;
}

/** What a command was called with. */
export interface Given {
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean;
  readonly list: (name: string) => readonly string[];
  /** What stands beside the options. */
  readonly words: readonly string[];
}

/** A command: everything that its help says, and what it does. */
export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** Paragraphs of its help. */
  readonly description: readonly string[];
  /** What may stand beside the options: `[SCENARIO...]`; absent where nothing may. */
  readonly words?: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Command lines that work on our own forms, each with what it does. */
  readonly examples: readonly (readonly [line: string, what: string])[];
  /** What exit code 1 means for it; the other codes mean the same for every command. */
  readonly failure: string;
  readonly run: (given: Given, io: Io) => Promise<ExitCode>;
}

/** 0 done; 1 something is not right with the forms; 2 the command line is wrong, or the folder has no form; 3 the work could not be done. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  schemas: {
    value: 'FOLDER',
    description: 'The folder of the documents; without it ./schemas.',
  },
  json: { description: 'Print JSON for programs.' },
  help: { description: 'Print this help.' },
};
