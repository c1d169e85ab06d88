import type { Patch } from '#engine/editing/index.ts';
import type { ImportLine } from '#engine/exchange/foreign/index.ts';

/** The largest file in bytes. An export of a form has a hundredth of it. */
export const maxFormFileBytes = 2_097_152;

/** The body of `POST /form-import`: a file with a form of another program. */
export interface FormImportRequest {
  /** The name of the file, which names a form that has no title. */
  readonly name: string;
  readonly text: string;
}

/** The answer to `POST /form-import`. Nothing is stored: the page sends the patches as a change. */
export type FormImportAnswer =
  | ImportableForms
  | { readonly kind: 'no-json' | 'unknown-source' | 'draft-broken' | 'too-large' | 'too-long' }
  /** The reason is in English. */
  | { readonly kind: 'refused'; readonly reason: string; readonly source?: string };

/** Forms of another program as new enquiry types of the draft. */
export interface ImportableForms {
  readonly kind: 'converted';
  /** The title of the other program: `SurveyJS`. */
  readonly source: string;
  /** The report in English: a line for each element and property. */
  readonly lines: readonly ImportLine[];
  /** The new types, with their names in the fallback language. */
  readonly types: readonly { readonly key: string; readonly name: string }[];
  readonly patches: readonly Patch[];
}
