import { isSameId } from '../ids.ts';
import { pointerOf } from '../json-schema/pointers.ts';
import type { Documents, FormType } from '../types.ts';

/** Returns the positions in documents that findings point to. */
export interface Places {
  readonly rule: (id: string, ...steps: readonly (string | number)[]) => Place;
  /** A position in the schema of a type: `schema(type, 'required')`. */
  readonly schema: (type: FormType, ...steps: readonly (string | number)[]) => Place;
  readonly ui: (type: FormType, ...steps: readonly (string | number)[]) => Place;
  readonly text: (locale: string, key?: string) => Place;
}

/** A document, and a JSON Pointer into it. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

export function placesOf(documents: Documents): Places {
  const { rules = [] } = (documents['rules.json'] ?? {}) as {
    readonly rules?: readonly { readonly id: string }[];
  };
  const { enquiryTypes = [] } = (documents['enquiry-types.json'] ?? {}) as {
    readonly enquiryTypes?: readonly { readonly id: string | number; readonly folder: string }[];
  };
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const folderOf = ({ id, key }: FormType) =>
    enquiryTypes.find((entry) => isSameId(entry.id, id))?.folder ?? key;
  return {
    rule: (id, ...steps) => ({
      file: 'rules.json',
      pointer: pointerOf(['rules', ruleIndex.get(id) ?? 0, ...steps]),
    }),
    schema: (type, ...steps) => ({ file: `forms/${folderOf(type)}/schema.json`, pointer: pointerOf(steps) }),
    ui: (type, ...steps) => ({ file: `forms/${folderOf(type)}/ui.json`, pointer: pointerOf(steps) }),
    text: (locale, key) => ({
      file: `texts/${locale}.json`,
      pointer: key === undefined ? '' : pointerOf([key]),
    }),
  };
}
