import type { DocumentProblem } from '../types.ts';
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

export function locateProblem(problem: DocumentProblem, text: string | undefined): PlacedProblem {
  return text === undefined ? problem : { ...problem, ...locatePointer(text, problem.pointer) };
}

/** People write documents: line breaks in them must not break the line of the report. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
