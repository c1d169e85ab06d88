import { type JsonPath, toJsonPointer } from '../json-schema/pointers.ts';
import { toText } from '../json-schema/values.ts';
import { findNearestName } from '../model/nearest.ts';
import type { DocumentProblem } from '../model/types.ts';

/** The stable codes of mistakes in documents, with one sentence each for product owners. */
export const documentProblems = {
  'missing-document': 'A document that the forms need is missing.',
  'malformed-document': 'A document does not have the required structure.',
  'unlisted-form': 'A form belongs to no enquiry type.',
  'duplicate-id': 'Two items have the same name. Rename one of them.',
  'bad-schema': 'The schema of a form or a field is not valid.',
  'unknown-keyword': 'The schema of a field has an unknown keyword.',
  'unknown-draft': 'A form is written for a version of JSON Schema that is not supported.',
  'unknown-reference': 'A form refers to a part that does not exist.',
  'recursive-reference': 'A part of a form contains itself endlessly.',
  'nested-id': 'A part of a form has its own `$id`. Only a whole form can have one.',
  'bad-field-name': 'A field has a name that is not allowed.',
  'taken-field-name': 'A field has a reserved name.',
  'kind-disagreement': 'Two forms have a field with the same name but different kinds of answers.',
  'unknown-format': 'An answer has a format that does not exist.',
  'unknown-widget': 'A field has a widget that does not exist.',
  'unknown-option-set': 'A field offers a list that does not exist.',
  'bad-widget': 'The widget of a field does not fit its answers.',
  'idle-option': 'A setting has no effect here.',
  'bad-prefill': 'A link cannot fill this field.',
  'bad-block': 'A text or a picture between the fields is incomplete or in the wrong place.',
  'bad-step': 'The steps of a form do not fit its fields.',
  'bad-example': 'The example of a form does not fit its fields.',
  'unknown-type': 'Something refers to an enquiry type that does not exist.',
  'unknown-field': 'Something refers to a field that does not exist.',
  'unknown-fact': 'A condition asks about something unknown.',
  'unknown-operator': 'A condition or a calculation has an unknown operator.',
  'unknown-rule': 'A rule replaces a rule that does not exist.',
  'bad-condition': 'A condition is not valid.',
  'bad-value': 'A rule uses a value that does not fit the field.',
  'fact-too-late': 'A rule depends on something that is decided only after it.',
  'rule-circle': 'Rules replace each other in a circle.',
  'field-circle': 'Fields depend on each other in a circle.',
  'rule-conflict': 'Two rules contradict each other.',
  'unknown-locale': 'Texts have a language that does not exist.',
  'bad-text': 'A text contains a mistake and cannot be shown.',
  'unknown-argument': 'A translation has an argument that the original does not have.',
  'bad-piping': 'A text inserts an answer that cannot be inserted.',
  'missing-text': 'A required text is missing.',
} as const;

export type DocumentProblemCode = keyof typeof documentProblems;

/** A position in a document: its path below `schemas/`, and the keys and indexes from its root. */
export interface DocumentPath {
  readonly file: string;
  readonly path: JsonPath;
}

/** Collects the problems of documents, so that all of them are reported at once. */
export interface ProblemReport {
  /** The problems added so far, in this order. */
  readonly problems: readonly DocumentProblem[];
  /**
   * Adds a problem. If `name` is given and one of its `known` names is similar to the `wrong` one, the reason
   * suggests it. A problem of the shared `ui.json` with the same code at the same position is added only
   * once.
   */
  readonly add: (
    at: DocumentPath,
    code: DocumentProblemCode,
    reason: string,
    name?: { readonly wrong: string; readonly known: Iterable<string> },
  ) => void;
}

/** Creates a report without problems. */
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
      // In a malformed document the name may be any value and not only a string.
      const nearest = name && findNearestName(toText(name.wrong), name.known);
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

/** Returns the position of a value inside the value at a position. The given position stays as it is. */
export function extendPath({ file, path }: DocumentPath, ...steps: JsonPath): DocumentPath {
  return { file, path: [...path, ...steps] };
}
