import type { Command } from '../../command/command.ts';

/**
 * Loaders by the name of the command, in the order of the help. Each command loads only the modules that it
 * needs.
 */
export type CommandLoaders = Readonly<Record<string, () => Promise<Command>>>;

/** The commands of a program. */
export interface CommandSet {
  /** The lines above the commands in the help. */
  readonly heading: readonly string[];
  /** The names of all commands, in the order of the help. */
  readonly names: readonly string[];
  /**
   * Returns the command with a name, which may be one that it had before; undefined if there is none. Loads
   * only its modules.
   */
  readonly load: (name: string) => Promise<Command | undefined>;
  /** Returns all commands, in the order of the help. */
  readonly loadAll: () => Promise<readonly Command[]>;
  /** Returns the program that has a command which this set lacks; undefined for an unknown name. */
  readonly findOtherProgram: (name: string) => string | undefined;
}

/** Commands that another program has. */
export interface OtherCommands {
  readonly names: readonly string[];
  /** The program that has them: `slipway-server`. */
  readonly program: string;
}

/** Commands by names that they had before, which scripts of operators may still use. */
const renamedCommands: Readonly<Record<string, string>> = { 'new-owner': 'owner', 'migrate-data': 'migrate' };

export interface CommandSetOptions {
  /** Absent: that of `slipway`. */
  readonly heading?: readonly string[];
  /** The commands of another program, to which the message about an unknown command refers. */
  readonly others?: OtherCommands;
}

const usualHeading = [
  'slipway: checks and tests forms, and generates code for them',
  '',
  'Usage: slipway COMMAND [OPTIONS]',
];

/** Creates a set of commands. */
export function createCommandSet(
  loaders: CommandLoaders,
  { heading = usualHeading, others }: CommandSetOptions = {},
): CommandSet {
  const toCurrentName = (name: string) =>
    (Object.hasOwn(renamedCommands, name) ? renamedCommands[name] : undefined) ?? name;
  return {
    heading,
    names: Object.keys(loaders),
    load: async (name) => {
      const current = toCurrentName(name);
      return Object.hasOwn(loaders, current) ? loaders[current]?.() : undefined;
    },
    loadAll: () => Promise.all(Object.values(loaders).map((load) => load())),
    findOtherProgram: (name) => (others?.names.includes(toCurrentName(name)) ? others.program : undefined),
  };
}
