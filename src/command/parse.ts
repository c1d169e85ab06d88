import { parseArgs } from 'node:util';
import { findNearestName } from '#engine/model/nearest.ts';
import {
  type Command,
  type CommandArguments,
  type CommandOption,
  type CommandOptions,
  listOptions,
} from './command.ts';
import { UsageError } from './io.ts';

/**
 * Parses the arguments that follow the name of a command. Of a repeated option, `text` returns the last value.
 * @throws UsageError if an argument is invalid, or is positional although the command takes none.
 */
export function parseCommandLine(command: Command, args: readonly string[]): CommandArguments {
  const known = listOptions(command);
  const options = { ...toParseArgsOptions(known), help: { type: 'boolean' as const, short: 'h' } };
  const { tokens } = parseArgs({
    args: args.map((arg, at) => completeOption(arg, args[at + 1], known)),
    strict: false,
    allowPositionals: true,
    tokens: true,
    options,
  });
  const values = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const mistake = explainOptionError(token, known, command);
    if (mistake !== undefined) throw new UsageError(mistake);
    values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? '']);
  }
  if (words.length > 0 && command.positionals === undefined)
    throw new UsageError(
      `Cannot read "${words[0]}": "slipway ${command.name}" takes options only; try --help`,
    );
  return {
    text: (name) => values.get(name)?.at(-1),
    flag: (name) => values.has(name),
    list: (name) => values.get(name) ?? [],
    positionals: words,
  };
}

/**
 * Returns `--name=` for an option whose value may be absent, and is: `parseArgs` would take the next option
 * for it. Returns other arguments unchanged.
 */
function completeOption(arg: string, next: string | undefined, known: CommandOptions): string {
  const option = arg.startsWith('--') ? known[arg.slice(2)] : undefined;
  const isAlone = next === undefined || next.startsWith('--');
  return option?.value?.startsWith('[') && isAlone ? `${arg}=` : arg;
}

/** Converts options to those of `parseArgs`: `boolean` for a flag, `string` for an option with a value. */
function toParseArgsOptions(known: CommandOptions) {
  const getOptionType = ({ value }: CommandOption) =>
    value === undefined ? ('boolean' as const) : ('string' as const);
  return Object.fromEntries(
    Object.entries(known).map(([name, option]) => [name, { type: getOptionType(option) }]),
  );
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  /** True for a value after an equals sign: `--name=value`. */
  readonly inlineValue: boolean | undefined;
}

/** Returns one sentence about an unknown option or an invalid or missing value. Undefined if it is valid. */
function explainOptionError(
  { name, rawName, value, inlineValue }: OptionToken,
  known: CommandOptions,
  { name: command }: Command,
): string | undefined {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (option === undefined) {
    const nearest = findNearestName(name, Object.keys(known));
    const advice =
      nearest === undefined ? `see "slipway ${command} --help"` : `the nearest is "--${nearest}"`;
    return `Cannot read "${rawName}": unknown option; ${advice}`;
  }
  if (option.value === undefined)
    return value === undefined
      ? undefined
      : `Cannot read "--${name}=${value}": the option takes no value; leave it out`;
  if (value === '' && option.value.startsWith('[')) return undefined;
  // If another option follows instead of a value, the value was forgotten. After an equals sign it is the value.
  if (value === undefined || value === '' || (!inlineValue && value.startsWith('--')))
    return `Cannot read "--${name}": its value is missing; write --${name} ${option.value}`;
  if (option.choices === undefined || option.choices.includes(value)) return undefined;
  const nearest = findNearestName(value, option.choices);
  const choices = option.choices.join(', ');
  return `Cannot read "--${name} ${value}": it is one of ${choices}${nearest === undefined ? '' : `; the nearest is "${nearest}"`}`;
}
