import { type Path, pointerOf } from '../json-schema/pointers.ts';
import { nearestOf } from '../nearest.ts';
import type { DocumentProblem } from '../types.ts';

/** The stable codes of what can be wrong with a document. */
export const documentProblemCodes = [
  'missing-document',
  'malformed-document',
  'unlisted-form',
  'duplicate-id',
  'bad-schema',
  'unknown-keyword',
  'unknown-draft',
  'unknown-reference',
  'recursive-reference',
  'nested-id',
  'bad-field-name',
  'taken-field-name',
  'kind-disagreement',
  'unknown-format',
  'unknown-widget',
  'unknown-option-set',
  'bad-widget',
  'idle-option',
  'bad-block',
  'bad-step',
  'bad-example',
  'unknown-type',
  'unknown-field',
  'unknown-fact',
  'unknown-operator',
  'unknown-rule',
  'bad-condition',
  'bad-value',
  'fact-too-late',
  'rule-circle',
  'field-circle',
  'rule-conflict',
  'unknown-locale',
  'bad-text',
  'unknown-argument',
  'bad-piping',
  'missing-text',
] as const;

/** A code of `documentProblemCodes`. */
export type DocumentProblemCode = (typeof documentProblemCodes)[number];

/** Where something is wrong: a document, and the steps into it. */
export interface Place {
  readonly file: string;
  readonly path: Path;
}

/** Collects problems as they are found, so that all are told at once. */
export interface Report {
  readonly problems: readonly DocumentProblem[];
  /** Adds a problem; `known` are the names among which the nearest is looked for. */
  readonly add: (
    at: Place,
    code: DocumentProblemCode,
    reason: string,
    name?: { readonly wrong: string; readonly known: Iterable<string> },
  ) => void;
}

/** An empty report. */
export function newReport(): Report {
  const problems: DocumentProblem[] = [];
  return {
    problems,
    add({ file, path }, code, reason, name) {
      const pointer = pointerOf(path);
      // What several forms share is checked with each of them.
      if (
        problems.some(
          (one) => one.file === file && one.pointer === pointer && one.code === code && file === 'ui.json',
        )
      )
        return;
      // Documents that are broken in several places may have anything in the place of a name.
      const nearest = name && nearestOf(String(name.wrong), name.known);
      const advice = nearest === undefined ? reason : `${reason}; the nearest is "${nearest}"`;
      problems.push({
        file,
        pointer,
        code,
        reason: advice,
        ...(nearest !== undefined && { nearest }),
      });
    },
  };
}

/** A place inside another. */
export function within({ file, path }: Place, ...steps: Path): Place {
  return { file, path: [...path, ...steps] };
}
