import { resolve as resolvePath } from 'node:path';
import { type Consequence, consequences, type Version } from '#engine/consequences/index.ts';
import { consequenceWords, toText, wordsOf } from '#engine/words/index.ts';
import { checksOf } from '#widgets/validators/form-checks.ts';
import type { Command, ExitCode, Given } from '../args/command.ts';
import { type Io, json } from '../io.ts';
import { countLine, findingData, findingLines, plural } from '../output/finding-lines.ts';
import { readContentFolder, shippedContent } from '../workspace/content.ts';
import { loadFolder, type Workspace } from '../workspace/load.ts';

/** `slipway diff`: what a new version changes for visitors. */
export const diff: Command = {
  name: 'diff',
  summary: 'tells what changes for visitors from one version of the forms to another',
  description: [
    'Compares two folders of documents: not the documents, but what visitors see, in every situation that the rules of either version can tell apart, and on every page of the content. What is told is grouped, counted, and shown by the smallest situation. What was changed and changes nothing for visitors is told last.',
    'With --json it is a list of {kind, type, field, situations, example, sentence}: a kind of consequence, the enquiry type and the field that it is about, in how many situations of those in which it can be seen (of), and one in the words of scenarios.',
  ],
  words: 'OLD NEW',
  options: {
    content: {
      value: 'FOLDER',
      description: "The site's content; without it that of the demonstration.",
    },
    locale: { value: 'LOCALE', description: 'The language of the sentences: en, de, fr or ar.' },
  },
  examples: [
    ['slipway diff before schemas', 'What changes from the documents in ./before to those in ./schemas.'],
    ['slipway diff before schemas --json', 'The same for a program.'],
  ],
  failure: 'a version has errors (they are told); that there are differences is none',
  async run(given, io) {
    const [old, now, more] = given.words;
    if (old === undefined || now === undefined || more !== undefined) {
      io.err('Cannot compare: name two folders, the old documents and the new ones: slipway diff OLD NEW\n');
      return 2;
    }
    const [before, after] = [await loaded(old, io), await loaded(now, io)];
    for (const side of [before, after]) if (!side.ok) return refused(side, given, io);
    if (!before.ok || !after.ok) return 1;
    const folder = given.text('content');
    const { content, named } = await readContentFolder(
      folder === undefined ? shippedContent : resolvePath(io.cwd, folder),
    );
    const all = consequences({ before: before.version, after: after.version, content });
    const speaking = { content: named, locale: given.text('locale') ?? 'en' };
    const say = consequenceWords({ before: before.version, after: after.version, ...speaking });
    const told = all.map((consequence) => ({ consequence, sentence: toText(say(consequence)) }));
    if (given.flag('json')) io.out(json(told.map(dataOf)));
    else {
      const words = wordsOf({ ...after.version, ...speaking });
      const exampleText = ({ example }: Consequence) => example && toText(words.situation(example.on));
      io.out(text(told, exampleText));
    }
    return 0;
  },
};

type Side =
  | { readonly ok: true; readonly version: Version }
  | {
      readonly ok: false;
      readonly workspace: Workspace;
      readonly findings: Parameters<typeof findingData>[0];
    };

async function loaded(folder: string, io: Io): Promise<Side> {
  const workspace = await loadFolder(resolvePath(io.cwd, folder), io);
  if (!workspace.loaded.ok) return { ok: false, workspace, findings: workspace.loaded.findings };
  const { form, documents } = workspace.loaded;
  const checks = checksOf(form);
  if (!checks.ok) return { ok: false, workspace, findings: checks.findings };
  return { ok: true, version: { form, documents, checkOf: checks.checkOf } };
}

/** The reasons stand on standard output: they are what was asked for. */
function refused({ workspace, findings }: Side & { readonly ok: false }, given: Given, io: Io): ExitCode {
  if (given.flag('json')) io.out(json({ ok: false, findings: findingData(findings, workspace) }));
  else {
    const lines = findings.flatMap((finding) => findingLines(finding, workspace));
    io.out(`${lines.join('\n')}\n\n${countLine(findings)}.\n`);
  }
  return 1;
}

interface ToldConsequence {
  readonly consequence: Consequence;
  readonly sentence: string;
}

function dataOf({ consequence, sentence }: ToldConsequence): unknown {
  const {
    kind,
    types = [],
    field,
    about,
    names,
    before,
    after,
    locales,
    where,
    situations,
    of,
    example,
  } = consequence;
  const [type] = types;
  return {
    kind,
    ...(types.length === 1 && { type }),
    ...(types.length > 1 && { types }),
    ...(field !== undefined && { field }),
    ...(about !== undefined && { about }),
    ...(names !== undefined && { names }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(locales !== undefined && { locales }),
    ...{ where, situations, of, example: example ?? null, sentence },
  };
}

function text(
  told: readonly ToldConsequence[],
  exampleText: (of: Consequence) => string | undefined,
): string {
  const isUnread = ({ consequence: { kind } }: ToldConsequence) => kind === 'documents-only';
  const [seen, unread] = [told.filter((each) => !isUnread(each)), told.filter(isUnread)];
  const lines = seen.flatMap(({ consequence, sentence }) => {
    const { situations, of, example } = consequence;
    const where = consequence.where.in === 'site' ? 'pages of the site' : 'situations';
    const shown = exampleText(consequence);
    const page = example?.page === undefined ? [] : [`on ${example.page}`];
    const count = of === 0 ? [] : [`${situations} of ${of} ${where}`];
    const details = [
      ...count,
      ...page,
      ...(page.length === 0 && shown !== undefined && of > 0 ? [shown] : []),
    ];
    return [`- ${sentence}`, ...(details.length > 0 ? [`    ${details.join('; ')}`] : [])];
  });
  return `${[
    ...lines,
    ...unread.map(({ sentence }) => `- ${sentence}`),
    ...(told.length > 0 ? [''] : []),
    `${seen.length === 0 ? 'Nothing changes' : `${plural(seen.length, 'thing')} change${seen.length === 1 ? 's' : ''}`} for visitors.`,
  ].join('\n')}\n`;
}
