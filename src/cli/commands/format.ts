import { join } from 'node:path';
import { formatDocument } from '#engine/editing/documents/index.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import { printFindings } from '../workspace/form.ts';
import { loadWorkspace } from '../workspace/load.ts';

export const formatCommand: Command = {
  name: 'format',
  subject: 'documents',
  summary: 'formats the documents',
  description: [
    'Formats the documents as the studio does: two spaces per level, at most 110 columns. Keeps values, blank lines and the order of keys, except that integer keys come first.',
    'If a document is not valid JSON (comment, extra comma, duplicate key), reports it and writes nothing.',
  ],
  options: {
    check: { description: 'List the unformatted documents; write nothing.' },
  },
  examples: [
    ['slipway format', 'Formats ./schemas.'],
    ['slipway format --check', 'For a pipeline: fails if a document is not formatted.'],
  ],
  failure: 'a document is invalid JSON, or with --check unformatted',
  run: formatDocuments,
};

/**
 * Rewrites the documents that are not formatted yet and prints their names; with `--check`, only prints them.
 * Returns 0, or 1 if `--check` finds one. If a document is not valid JSON, prints the findings, writes
 * nothing and returns 1.
 */
async function formatDocuments(given: CommandArguments, io: Io): Promise<ExitCode> {
  const workspace = await loadWorkspace(given, io);
  const { loaded, texts, folder, folderName } = workspace;
  if (!loaded.ok && loaded.findings.some(({ code }) => code === 'malformed-json'))
    return printFindings(loaded.findings, workspace, given, io);
  const changed = [...texts].flatMap(([file, before]) => {
    const text = formatDocument(JSON.parse(before.replace(/^\uFEFF/, '')), before);
    return text === before ? [] : [{ file, text }];
  });
  const isCheck = given.flag('check');
  if (!isCheck)
    for (const { file, text } of changed)
      await replaceFileAtomically(join(folder, file), text, 'see whether the folder may be written to');
  const names = changed.map(({ file }) => `${folderName}/${file}`);
  const ok = !isCheck || changed.length === 0;
  if (given.flag('json')) io.out(formatJsonOutput({ ok, [isCheck ? 'differing' : 'written']: names }));
  else io.out(describeFormattedFiles(names, { isCheck, count: texts.size }));
  return ok ? 0 : 1;
}

/**
 * Returns one line for each name, or one line that all documents are formatted already.
 * @param names The files that were not formatted before.
 * @param options.isCheck True if they still are not.
 * @param options.count The number of all documents.
 */
function describeFormattedFiles(
  names: readonly string[],
  { isCheck, count }: { isCheck: boolean; count: number },
): string {
  if (names.length === 0) return `${formatPlural(count, 'document')} already formatted\n`;
  const each = names.map((name) => `${name} is ${isCheck ? 'not formatted' : 'formatted'}\n`);
  return `${each.join('')}${isCheck ? 'Run slipway format to format them.\n' : ''}`;
}
