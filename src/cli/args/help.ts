import { type Command, type CommandOption, commonOptions } from './command.ts';

/**
 * Formats the help without a command: the usage, all commands with their summaries in the given order, and
 * the exit codes. Ends with a line break.
 */
export function formatGeneralHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `${[
    'slipway: checks and tests forms, and generates code for them',
    '',
    'Usage: slipway COMMAND [OPTIONS]',
    '',
    'Commands',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command accepts --help, --json and --schemas FOLDER (default: ./schemas).',
    '',
    formatExitCodes('the command found a problem (see its help)'),
  ].join('\n')}\n`;
}

/**
 * Formats the help of a command with its own and the common options, examples and exit codes. Ends with a
 * line break.
 */
export function formatCommandHelp(command: Command): string {
  return `${[
    ...formatUsageAndDescription(command),
    '',
    'Options',
    ...formatOptions({ ...command.options, ...commonOptions }),
    '',
    ...formatExamples(command),
    '',
    formatExitCodes(command.failure),
  ].join('\n')}\n`;
}

/**
 * Formats the help of a command for the reference: without the common options, and of the exit codes only 1.
 * No line break at the end.
 */
export function formatOwnHelp(command: Command): string {
  const options = formatOptions(command.options);
  return [
    ...formatUsageAndDescription(command),
    ...(options.length === 0 ? [] : ['', 'Options', ...options]),
    '',
    ...formatExamples(command),
    '',
    `Exit code 1: ${command.failure}`,
  ].join('\n');
}

/** Formats the options and exit codes that all commands have, for the reference. No line break at the end. */
export function formatCommonHelp(): string {
  const failure = 'the command found a problem (see below)';
  return ['Options', ...formatOptions(commonOptions), '', formatExitCodes(failure)].join('\n');
}

function formatUsageAndDescription({ name, positionals, description }: Command): readonly string[] {
  const usage = ['slipway', name, '[OPTIONS]', ...(positionals === undefined ? [] : [positionals])].join(' ');
  return [`Usage: ${usage}`, ...description.flatMap((paragraph) => ['', ...wrapText(paragraph, 96)])];
}

function formatExamples({ examples }: Command): readonly string[] {
  return ['Examples', ...examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`])];
}

/** Formats the list of all exit codes, on several lines. */
function formatExitCodes(meaningOfCode1: string): string {
  return [
    'Exit codes',
    '  0  success',
    `  1  ${meaningOfCode1}`,
    '  2  the command line is invalid, or the folder contains no form',
    '  3  another error, such as an unreadable folder',
  ].join('\n');
}

/** Returns lines with one aligned row for each option, in the given order. Empty if there are no options. */
function formatOptions(options: Readonly<Record<string, CommandOption>>): readonly string[] {
  const rows = Object.entries(options).map(([name, { value, isList, choices, description }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}`,
    right: [
      description,
      ...(choices === undefined ? [] : [`One of ${choices.join(', ')}.`]),
      ...(isList ? ['Repeatable.'] : []),
    ].join(' '),
  }));
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
  return rows.flatMap(({ left, right }) => {
    const lines = wrapText(right, 96 - width);
    return lines.map((line, index) => `  ${(index === 0 ? left : '').padEnd(width)}${line}`);
  });
}

/** Returns lines of at most `width` characters; a longer word is not broken. */
function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
