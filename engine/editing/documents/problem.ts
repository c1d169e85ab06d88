import type { DocumentProblem } from '../../model/types.ts';
import { locatePointer } from './json-text.ts';

/** A problem with its line and column, from 1. They are absent if the document itself is missing. */
export interface PlacedProblem extends DocumentProblem {
  readonly line?: number;
  readonly column?: number;
}

/**
 * Formats a problem as one line: `schemas/rules.json:12:5 /rules/3/when: unknown fact "office.servces"; the
 * nearest is "office.services"`
 */
export function formatProblemLine({ file, pointer, line, column, reason, nearest }: PlacedProblem): string {
  const lineAndColumn = line === undefined ? '' : `:${line}:${column ?? 1}`;
  const at = pointer === '' ? '' : ` ${pointer}`;
  const hint =
    nearest === undefined || reason.includes(`nearest is "${nearest}"`)
      ? ''
      : `; the nearest is "${nearest}"`;
  return toOneLine(`schemas/${file}${lineAndColumn}${at}: ${reason}${hint}`);
}

/**
 * Returns a problem with the line and column of its pointer in the text. If the text has no such value, they
 * are those of the nearest value around it. Without a text, the problem is returned unchanged.
 */
export function locateProblem(problem: DocumentProblem, text: string | undefined): PlacedProblem {
  return text === undefined ? problem : { ...problem, ...locatePointer(text, problem.pointer) };
}

/**
 * Replaces each run of white space by one space, because a name in a document may contain line breaks and a
 * report has one line per problem.
 */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
