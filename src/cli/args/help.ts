import { type Command, type CommandOption, commonOptions } from './command.ts';

export function formatGeneralHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `${[
    'slipway: types for forms, and proof that they are right',
    '',
    'Usage: slipway COMMAND [OPTIONS]',
    '',
    'Commands',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command takes --help, --json, and --schemas FOLDER for other documents than those in ./schemas.',
    '',
    formatExitCodes('something is not right with the forms (each command says what)'),
  ].join('\n')}\n`;
}

export function formatCommandHelp(command: Command): string {
  return `${[
    ...formatUsage(command),
    '',
    'Options',
    ...formatOptions({ ...command.options, ...commonOptions }),
    '',
    ...formatExamples(command),
    '',
    formatExitCodes(command.failure),
  ].join('\n')}\n`;
}

/** Formats the help of a command without the options and exit codes that all commands have. */
export function formatOwnHelp(command: Command): string {
  const options = formatOptions(command.options);
  return [
    ...formatUsage(command),
    ...(options.length === 0 ? [] : ['', 'Options', ...options]),
    '',
    ...formatExamples(command),
    '',
    `Exit code 1: ${command.failure}`,
  ].join('\n');
}

/** Formats the options and exit codes that all commands have. */
export function formatCommonHelp(): string {
  const failure = 'something is not right with the forms (each command says what)';
  return ['Options', ...formatOptions(commonOptions), '', formatExitCodes(failure)].join('\n');
}

function formatUsage({ name, words, description }: Command): readonly string[] {
  const usage = ['slipway', name, '[OPTIONS]', ...(words === undefined ? [] : [words])].join(' ');
  return [`Usage: ${usage}`, ...description.flatMap((paragraph) => ['', ...wrapText(paragraph, 96)])];
}

function formatExamples({ examples }: Command): readonly string[] {
  return ['Examples', ...examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`])];
}

function formatExitCodes(failure: string): string {
  return [
    'Exit codes',
    '  0  done, and all is well',
    `  1  ${failure}`,
    '  2  the command line is wrong, or there is no form in the folder',
    '  3  the work could not be done (a folder that cannot be read, a file that cannot be written)',
  ].join('\n');
}

function formatOptions(options: Readonly<Record<string, CommandOption>>): readonly string[] {
  const rows = Object.entries(options).map(([name, { value, isList, choices, description }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}`,
    right: [
      description,
      ...(choices === undefined ? [] : [`One of ${choices.join(', ')}.`]),
      ...(isList ? ['May be given several times.'] : []),
    ].join(' '),
  }));
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
  return rows.flatMap(({ left, right }) => {
    const lines = wrapText(right, 96 - width);
    return lines.map((line, index) => `  ${(index === 0 ? left : '').padEnd(width)}${line}`);
  });
}

function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
