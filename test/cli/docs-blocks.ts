import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './run-cli.ts';

/** A fenced block of a document: its language, its fence attributes (`new=schemas/ui.json`) and its text. */
export interface DocsBlock {
  readonly language: string;
  readonly marks: Readonly<Record<string, string>>;
  readonly text: string;
  /** The line of the fence, from 1. */
  readonly line: number;
}

/** Returns the fenced blocks of a document below `docs/`, in order. */
export function readDocsBlocks(document: string): readonly DocsBlock[] {
  const text = readFileSync(join(repositoryRoot, 'docs', document), 'utf8');
  return [...text.matchAll(/^```(\S+)([^\n]*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', marks = '', body = ''], index, all) => ({
      language,
      marks: Object.fromEntries(
        marks
          .trim()
          .split(/\s+/)
          .filter((mark) => mark !== '')
          .map((mark) => {
            const at = mark.indexOf('=');
            return [mark.slice(0, at), mark.slice(at + 1)];
          }),
      ),
      text: body,
      line: text.slice(0, all[index]?.index ?? 0).split('\n').length,
    }),
  );
}

/** Splits the lines of a shell block into arguments; quoted spaces do not split. */
export function parseCommands({ text }: DocsBlock): readonly (readonly string[])[] {
  return text
    .split('\n')
    .map((line) => line.replace(/ #.*$/, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => line.split(' && '))
    .map((line) =>
      [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
        ([, double, single, plain]) => double ?? single ?? plain ?? '',
      ),
    );
}
