import { type JsonPath, toJsonPointer } from '../json-schema/pointers.ts';
import { findNearestName } from '../nearest.ts';
import type { DocumentProblem } from '../types.ts';

/** The stable codes of mistakes in documents, with one sentence each for product owners. */
export const documentProblems = {
  'missing-document': 'A document that the forms need is missing.',
  'malformed-document': 'A document is not built as it has to be.',
  'unlisted-form': 'A form belongs to no enquiry type.',
  'duplicate-id': 'Two things have the same name, so that they cannot be told apart.',
  'bad-schema': 'A form or a field is described in a way that cannot be read.',
  'unknown-keyword': 'A field is described by a word that has no meaning.',
  'unknown-draft': 'A form is written for a version of JSON Schema that is not read.',
  'unknown-reference': 'A form refers to a part that is not there.',
  'recursive-reference': 'A part of a form contains itself without end.',
  'nested-id': 'A part of a form has an address of its own, which only a whole form can have.',
  'bad-field-name': 'A field has a name that no field can have.',
  'taken-field-name': 'A field has a name that is taken.',
  'kind-disagreement': 'Two forms have a field of one name that holds different kinds of answers.',
  'unknown-format': 'An answer is to have a format that there is not.',
  'unknown-widget': 'A field is to be drawn by a widget that there is not.',
  'unknown-option-set': 'A field is to offer a list that there is not.',
  'bad-widget': 'A field is to be drawn in a way that does not fit its answers.',
  'idle-option': 'A setting does nothing where it stands.',
  'bad-block': 'A text or a picture between the fields is not whole, or stands in the wrong place.',
  'bad-step': 'The steps of a form do not fit its fields.',
  'bad-example': 'The example of a form is not answered as its fields ask.',
  'unknown-type': 'An enquiry type is named that there is not.',
  'unknown-field': 'A field is named that there is not.',
  'unknown-fact': 'A condition asks about something that nobody knows.',
  'unknown-operator': 'A condition or a calculation uses an operation that there is not.',
  'unknown-rule': 'A rule stands in place of another that there is not.',
  'bad-condition': 'A condition is put together so that it cannot be decided.',
  'bad-value': 'A rule uses a value that does not fit the field.',
  'fact-too-late': 'A rule asks about something that is decided only after it.',
  'rule-circle': 'Rules stand in place of each other in a circle.',
  'field-circle': 'Fields wait for each other in a circle.',
  'rule-conflict': 'Two rules decide different things for the same place.',
  'unknown-locale': 'Texts stand under a language that there is not.',
  'bad-text': 'A text is written so that it cannot be shown.',
  'unknown-argument': 'A translation has an argument that the original lacks.',
  'bad-piping': 'A text repeats an answer that it cannot repeat.',
  'missing-text': 'A text that is needed is missing.',
} as const;

export type DocumentProblemCode = keyof typeof documentProblems;

export interface DocumentPath {
  readonly file: string;
  readonly path: JsonPath;
}

/** Collects the problems of documents, so that all of them are reported at once. */
export interface ProblemReport {
  readonly problems: readonly DocumentProblem[];
  /** Adds a problem. If `name` is given, the nearest of its `known` names is suggested. */
  readonly add: (
    at: DocumentPath,
    code: DocumentProblemCode,
    reason: string,
    name?: { readonly wrong: string; readonly known: Iterable<string> },
  ) => void;
}

export function createReport(): ProblemReport {
  const problems: DocumentProblem[] = [];
  return {
    problems,
    add({ file, path }, code, reason, name) {
      const pointer = toJsonPointer(path);
      // The shared `ui.json` is checked with every form, so it would be reported several times.
      if (
        problems.some(
          (one) => one.file === file && one.pointer === pointer && one.code === code && file === 'ui.json',
        )
      )
        return;
      // In a malformed document the name may be any value, hence `String`.
      const nearest = name && findNearestName(String(name.wrong), name.known);
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

export function extendPath({ file, path }: DocumentPath, ...steps: JsonPath): DocumentPath {
  return { file, path: [...path, ...steps] };
}
