import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-cli.ts';

/** A fenced block of a document: its language, what stands behind it on the fence (`new=schemas/ui.json`), and its text. */
export interface Block {
  readonly language: string;
  readonly marks: Readonly<Record<string, string>>;
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a document below `docs/`, in order. */
export function blocksOf(document: string): readonly Block[] {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
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

/** The lines of a shell block, each as words; quotes keep spaces together. */
export function commandsOf({ text }: Block): readonly (readonly string[])[] {
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
