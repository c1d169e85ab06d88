import type { Condition, Documents } from '../../model/types.ts';
import type { ConvertedForm, ConvertedRule } from './converted-form.ts';
import type { ImportLines } from './report.ts';

/** The documents that forms become part of: a new folder, or a draft that has forms already. */
export interface ImportTarget {
  /** The language of a form that names none. */
  readonly locale: string;
  /** Keys and folders that types of the target have already. */
  readonly takenKeys: readonly string[];
  /** True if the texts, rules and names of a form are marked as those of its type. */
  readonly isShared: (forms: readonly ConvertedForm[]) => boolean;
  /** The number of rules before those of the forms. */
  readonly earlierRules: number;
  /** Returns the documents of the target with those of the forms. */
  readonly build: (forms: readonly ConvertedForm[]) => Documents;
  /** Reports what depends on the languages and the fields of the target. */
  readonly report: (forms: readonly ConvertedForm[], lines: ImportLines) => void;
}

/** Returns the keys of texts of a type: those of its fields, steps and blocks have the type as a prefix. */
export function addTypePrefix(
  texts: Readonly<Record<string, string>>,
  type: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key.startsWith('submit-') ? key : `forms.${type}.${key}`,
      text,
    ]),
  );
}

/**
 * Writes a rule as `rules.json` has it.
 * @param type The key of the only type for which the rule is; undefined for a rule of all types.
 */
export function writeRule(
  { id, description, when, then }: ConvertedRule,
  type: string | undefined,
): Readonly<Record<string, unknown>> & { readonly id: string } {
  const ofType: Condition | undefined = type === undefined ? undefined : { '==': [{ var: 'type' }, type] };
  const parts = [...(ofType ? [ofType] : []), ...(when ? [when] : [])];
  return {
    id: type === undefined ? id : `${type}-${id}`,
    description,
    ...(parts.length > 0 && { when: parts.length === 1 ? parts[0] : { and: parts } }),
    then,
  };
}

/** Returns the schema and the UI schema of each form, by file. */
export function writeFormFiles(forms: readonly ConvertedForm[]): Documents {
  return Object.fromEntries(
    forms.flatMap(({ key, schema, ui }) => [
      [`forms/${key}/schema.json`, schema],
      [`forms/${key}/ui.json`, { $schema: '../../meta/ui.schema.json', ...ui }],
    ]),
  );
}
