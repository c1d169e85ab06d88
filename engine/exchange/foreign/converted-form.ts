import type { Condition, JsonSchema, UiSchema } from '../../model/types.ts';
import type { ImportLines } from './report.ts';
import type { LocalizedText } from './texts.ts';

/** A rule of a converted form. The type is added to its condition where several forms are imported. */
export interface ConvertedRule {
  readonly id: string;
  readonly description: string;
  readonly when?: Condition;
  readonly then: Readonly<Record<string, unknown>>;
  /** Pointers of the lines that say what became of its sources. */
  readonly origins: readonly string[];
}

/** A form of another program in our terms. Its texts are ICU messages, by language and key. */
export interface ConvertedForm {
  /** The key of its enquiry type, also its folder. */
  readonly key: string;
  /** The pointer of the form in the source. */
  readonly pointer: string;
  readonly names: LocalizedText;
  /** The language that has every text. */
  readonly locale: string;
  readonly schema: JsonSchema;
  readonly ui: UiSchema;
  readonly rules: readonly ConvertedRule[];
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Pointers into the source by position in our documents: `schema#/properties/age`, `ui#/age/ui:widget`,
   * `text#fields.age.label`. A position without one has that of the nearest position above it.
   */
  readonly origins: ReadonlyMap<string, string>;
}

/** The converted forms, or the reason why there are none. */
export type Conversion =
  | { readonly ok: true; readonly forms: readonly ConvertedForm[] }
  | { readonly ok: false; readonly reason: string };

/** A program whose forms can be imported. */
export interface ForeignSource {
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** Returns true if a parsed file has the shape of its forms. */
  readonly detect: (value: unknown) => boolean;
  /**
   * Converts a parsed file, and reports every element and property.
   * @param name The name of a form that has none.
   */
  readonly convert: (value: unknown, lines: ImportLines, name: string) => Conversion;
}
