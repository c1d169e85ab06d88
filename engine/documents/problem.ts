import type { DocumentProblem } from '../types.ts';
import { placeOf } from './json-text.ts';

/** A problem with the place in its file, from 1; absent where the document itself is missing. */
export interface PlacedProblem extends DocumentProblem {
  readonly line?: number;
  readonly column?: number;
}

/**
 * One line that says which file, where, what is wrong and what is near:
 * `schemas/rules.json:12:5 /rules/3/when: unknown fact "office.servces"; the nearest is "office.services"`
 */
export function problemLine({ file, pointer, line, column, reason, nearest }: PlacedProblem): string {
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
  const at = pointer === '' ? '' : ` ${pointer}`;
  const hint =
    nearest === undefined || reason.includes(`nearest is "${nearest}"`)
      ? ''
      : `; the nearest is "${nearest}"`;
  return oneLine(`schemas/${file}${place}${at}: ${reason}${hint}`);
}

/** The problem with its line and column in the text of its file. */
export function placed(problem: DocumentProblem, text: string | undefined): PlacedProblem {
  return text === undefined ? problem : { ...problem, ...placeOf(text, problem.pointer) };
}

/** Documents are written by people: what they hold must not break the line that tells of it. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
