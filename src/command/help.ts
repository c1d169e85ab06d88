import {
  type Command,
  type CommandOption,
  type CommandOptions,
  type CommandSubject,
  commandSubjects,
  getCommonOptions,
} from './command.ts';

/**
 * Formats the help without a command: the heading, all commands by subject with their summaries in the given
 * order, and the exit codes. Ends with a line break.
 */
export function formatGeneralHelp(heading: readonly string[], commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  /** Returns the commands about a subject, and a note about all of them; nothing without commands. */
  const formatSubject = (subject: CommandSubject) => {
    const ofSubject = commands.filter((command) => command.subject === subject);
    if (ofSubject.length === 0) return [];
    return [
      commandSubjects[subject].title,
      ...ofSubject.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
      '',
      commandSubjects[subject].note,
      '',
    ];
  };
  return `${[
    ...heading,
    '',
    ...formatSubject('documents'),
    ...formatSubject('stored-data'),
    formatExitCodes({ subject: 'documents' }, 'the command found a problem (see its help)'),
  ].join('\n')}\n`;
}

/**
 * Formats the help of a command with its own and the common options, examples and exit codes. Ends with a
 * line break.
 */
export function formatCommandHelp(command: Command): string {
  const { options, optionGroups } = command;
  return `${[
    ...formatUsageAndDescription(command),
    ...formatOptions({ Options: { ...options, ...getCommonOptions(command) }, ...optionGroups }),
    '',
    ...formatExamples(command),
    '',
    formatExitCodes(command, command.failure),
  ].join('\n')}\n`;
}

/**
 * Formats the options and exit codes that all commands about documents have, for the reference. No line break
 * at the end.
 */
export function formatCommonHelp(): string {
  const [, ...options] = formatOptions({ Options: commandSubjects.documents.options });
  const failure = 'the command found a problem (see below)';
  return [...options, '', formatExitCodes({ subject: 'documents' }, failure)].join('\n');
}

function formatUsageAndDescription(command: Command): readonly string[] {
  const { name, subject, positionals, description } = command;
  const words = ['[OPTIONS]', ...(positionals === undefined ? [] : [positionals])].join(' ');
  const usages = commandSubjects[subject].usages.map((usage) => `${usage.replace('NAME', name)} ${words}`);
  return [
    `Usage: ${usages.join('\n       ')}`,
    ...description.flatMap((paragraph) => ['', ...wrapText(paragraph, 96)]),
  ];
}

function formatExamples({ examples }: Command): readonly string[] {
  return ['Examples', ...examples.flatMap(([line, meaning]) => [`  ${line}`, `      ${meaning}`])];
}

/** Formats the list of all exit codes, on several lines. */
function formatExitCodes(
  { subject, readsNoDocuments = false }: Pick<Command, 'subject' | 'readsNoDocuments'>,
  meaningOfCode1: string,
): string {
  const { otherError } = commandSubjects[subject];
  const { invalid } = commandSubjects[readsNoDocuments ? 'stored-data' : subject];
  return [
    'Exit codes',
    '  0  success',
    `  1  ${meaningOfCode1}`,
    `  2  ${invalid}`,
    `  3  ${otherError}`,
  ].join('\n');
}

/**
 * Returns for each group that has options an empty line, its heading, and one aligned row for each option, in
 * the given order.
 */
function formatOptions(groups: Readonly<Record<string, CommandOptions>>): readonly string[] {
  return Object.entries(groups).flatMap(([title, options]) => {
    const rows = Object.entries(options).map(([name, option]) => ({
      left: `--${name}${option.value === undefined ? '' : ` ${option.value}`}`,
      right: formatOptionDescription(option),
    }));
    if (rows.length === 0) return [];
    const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
    const lines = rows.flatMap(({ left, right }) =>
      wrapText(right, 96 - width).map((line, index) => `  ${(index === 0 ? left : '').padEnd(width)}${line}`),
    );
    return ['', title, ...lines];
  });
}

/** Returns the description of an option with its choices, and whether it is repeatable. */
export function formatOptionDescription({ description, choices, isList }: CommandOption): string {
  return [
    description,
    ...(choices === undefined ? [] : [`One of ${choices.join(', ')}.`]),
    ...(isList ? ['Repeatable.'] : []),
  ].join(' ');
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
