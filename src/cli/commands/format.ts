import { join } from 'node:path';
import { formatDocument } from '#engine/documents/index.ts';
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { formatJsonOutput, type Io } from '../io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { replaceFileAtomically } from '../output/write-output.ts';
import { printFindings } from '../workspace/form.ts';
import { loadWorkspace } from '../workspace/load.ts';

export const formatCommand: Command = {
  name: 'format',
  summary: 'writes every document in the one way that there is',
  description: [
    'Writes the documents as the studio does, so that the same change made there and by hand gives the same text: two spaces a level, what fits into 110 columns on one line. Keys stay in their order, apart from whole numbers, which come first as in every JSON that JavaScript reads; and so do blank lines between the members of an object. Nothing of what the documents say is changed.',
    'While one of them is not JSON (a comma too many, a comment, a key that stands there twice), it is told where, and none is written.',
  ],
  options: {
    check: { description: 'Write nothing; exit 1 and name the documents that are written otherwise.' },
  },
  examples: [
    ['slipway format', 'Writes the documents in ./schemas.'],
    ['slipway format --check', 'For a pipeline: fails where one is written otherwise.'],
  ],
  failure: 'a document is not JSON, or with --check written otherwise',
  run: formatDocuments,
};

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
  else io.out(describeFormatted(names, { isCheck, count: texts.size }));
  return ok ? 0 : 1;
}

function describeFormatted(
  names: readonly string[],
  { isCheck, count }: { isCheck: boolean; count: number },
): string {
  if (names.length === 0) return `${formatPlural(count, 'document')} formatted already\n`;
  const each = names.map((name) => `${name} is ${isCheck ? 'written otherwise' : 'written'}\n`);
  return `${each.join('')}${isCheck ? 'Run slipway format to write them.\n' : ''}`;
}
