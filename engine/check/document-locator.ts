import { isSameId } from '../ids.ts';
import { toJsonPointer } from '../json-schema/pointers.ts';
import type { Documents, FormType } from '../types.ts';

export interface DocumentLocator {
  readonly rule: (id: string, ...steps: readonly (string | number)[]) => FindingPosition;
  /** A position in the schema of a type: `schema(type, 'required')`. */
  readonly schema: (type: FormType, ...steps: readonly (string | number)[]) => FindingPosition;
  readonly ui: (type: FormType, ...steps: readonly (string | number)[]) => FindingPosition;
  readonly text: (locale: string, key?: string) => FindingPosition;
}

/** A document, and a JSON Pointer into it. */
export interface FindingPosition {
  readonly file: string;
  readonly pointer: string;
}

export function createDocumentLocator(documents: Documents): DocumentLocator {
  const { rules = [] } = (documents['rules.json'] ?? {}) as {
    readonly rules?: readonly { readonly id: string }[];
  };
  const { enquiryTypes = [] } = (documents['enquiry-types.json'] ?? {}) as {
    readonly enquiryTypes?: readonly { readonly id: string | number; readonly folder: string }[];
  };
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const getFolder = ({ id, key }: FormType) =>
    enquiryTypes.find((entry) => isSameId(entry.id, id))?.folder ?? key;
  return {
    rule: (id, ...steps) => ({
      file: 'rules.json',
      pointer: toJsonPointer(['rules', ruleIndex.get(id) ?? 0, ...steps]),
    }),
    schema: (type, ...steps) => ({
      file: `forms/${getFolder(type)}/schema.json`,
      pointer: toJsonPointer(steps),
    }),
    ui: (type, ...steps) => ({ file: `forms/${getFolder(type)}/ui.json`, pointer: toJsonPointer(steps) }),
    text: (locale, key) => ({
      file: `texts/${locale}.json`,
      pointer: key === undefined ? '' : toJsonPointer([key]),
    }),
  };
}
