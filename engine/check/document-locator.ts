import { toJsonPointer } from '../json-schema/pointers.ts';
import { asObject } from '../json-schema/values.ts';
import { isSameId } from '../model/ids.ts';
import type { Documents, FormType } from '../model/types.ts';

/** Functions that return the position of something in the documents, which need not exist there. */
export interface DocumentLocator {
  /** The position of a part of a rule: `rule(id, 'then', 'hide')`. Without segments, that of the rule. */
  readonly rule: (id: string, ...segments: readonly (string | number)[]) => FindingPosition;
  /** A position in the schema of a type: `schema(type, 'required')`. Without segments, the whole document. */
  readonly schema: (type: FormType, ...segments: readonly (string | number)[]) => FindingPosition;
  /** A position in the own UI schema of a type, in the same way. */
  readonly ui: (type: FormType, ...segments: readonly (string | number)[]) => FindingPosition;
  /** The position of a text; without a key, the document of the locale. */
  readonly text: (locale: string, key?: string) => FindingPosition;
  /** Returns true if the documents have a text. A built-in text is in none. */
  readonly hasText: (locale: string, key: string) => boolean;
}

/** A position in a document: its path below `schemas/`, and a JSON Pointer, which is empty for the whole. */
export interface FindingPosition {
  readonly file: string;
  readonly pointer: string;
}

/**
 * Creates functions that return the file and the JSON Pointer of a rule, of a part of a schema or UI schema,
 * and of a text. Rules are found by id; a rule that the documents lack gets the position of the first. The
 * folder of a type that `enquiry-types.json` lacks is the key of the type.
 */
export function createDocumentLocator(documents: Documents): DocumentLocator {
  const { rules = [] } = (documents['rules.json'] ?? {}) as {
    readonly rules?: readonly { readonly id: string }[];
  };
  const { enquiryTypes = [] } = (documents['enquiry-types.json'] ?? {}) as {
    readonly enquiryTypes?: readonly { readonly id: string | number; readonly folder: string }[];
  };
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  /** Returns the folder of a type below `forms/`. */
  const getTypeFolder = ({ id, key }: FormType) =>
    enquiryTypes.find((entry) => isSameId(entry.id, id))?.folder ?? key;
  return {
    rule: (id, ...segments) => ({
      file: 'rules.json',
      pointer: toJsonPointer(['rules', ruleIndex.get(id) ?? 0, ...segments]),
    }),
    schema: (type, ...segments) => ({
      file: `forms/${getTypeFolder(type)}/schema.json`,
      pointer: toJsonPointer(segments),
    }),
    ui: (type, ...segments) => ({
      file: `forms/${getTypeFolder(type)}/ui.json`,
      pointer: toJsonPointer(segments),
    }),
    text: (locale, key) => ({
      file: `texts/${locale}.json`,
      pointer: key === undefined ? '' : toJsonPointer([key]),
    }),
    hasText: (locale, key) => Object.hasOwn(asObject(documents[`texts/${locale}.json`]), key),
  };
}
