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

export interface ConversionOptions {
  /** The name of a form that has none. */
  readonly name: string;
  /** The language of a form that names none. */
  readonly locale: string;
  /** Returns the names that fields of the form at a pointer cannot have. */
  readonly getTakenNames: (pointer: string) => ReadonlySet<string>;
}

/** A program whose forms can be imported. */
export interface ForeignSource {
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** Returns true if a parsed file has the shape of its forms. */
  readonly detect: (value: unknown) => boolean;
  /** Converts a parsed file, and reports every element and property. */
  readonly convert: (value: unknown, lines: ImportLines, options: ConversionOptions) => Conversion;
}

/** The fields that a schema requires, and the rules that require others. */
export interface Requirements {
  readonly required: readonly string[];
  readonly rules: readonly ConvertedRule[];
}

/**
 * Returns the names that a schema can require, and a rule for those that a rule can hide or disable: a schema
 * would require them even where visitors cannot answer.
 * @param origin The pointer for the line of the rule.
 */
export function splitRequirements(
  required: readonly string[],
  rules: readonly ConvertedRule[],
  origin: string,
): Requirements {
  const conditional = new Set(
    rules.flatMap(({ then: { show, hide, enable, disable, readonly: fixed } }) =>
      [show, hide, enable, disable, fixed].flatMap((names) =>
        Array.isArray(names) ? names.map(String) : [],
      ),
    ),
  );
  const names = required.filter((name) => conditional.has(name));
  if (names.length === 0) return { required, rules: [] };
  const rule: ConvertedRule = {
    id: 'required-if-asked',
    description: 'These fields are required if they are shown and can be answered.',
    then: { require: names },
    origins: [origin],
  };
  return { required: required.filter((name) => !conditional.has(name)), rules: [rule] };
}
