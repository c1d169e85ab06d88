import type { FieldDefinition, Json } from './types.ts';

/**
 * The value of the choice "Other" until its text is typed. `judgePlan` requires the text, so that no answer
 * that was sent contains it.
 */
export const otherChoice = 'slipway:other';

/** A field as far as its choices depend on it. */
type ChoiceField = Pick<FieldDefinition, 'choices' | 'widgetProperties'>;

/** Returns true for a field with `ui:other`: the visitor may type a text in place of a choice. */
export function acceptsOther({ choices, widgetProperties }: ChoiceField): boolean {
  return choices !== undefined && widgetProperties?.other === true;
}

/**
 * Returns true if a value is a text in place of a choice, or the choice "Other" itself. A choice that is not
 * offered in this situation is none.
 */
export function isOtherText(field: ChoiceField, value: unknown): value is string {
  return (
    acceptsOther(field) &&
    typeof value === 'string' &&
    value !== '' &&
    !field.choices?.some((choice) => String(choice) === value)
  );
}

/**
 * Returns the paths of all values inside a value that are the choice "Other" without a text: `['crew', '0', 'role']`.
 * A list that contains the choice is one such value.
 * @param path The path of the value itself.
 */
export function findMissingOtherTexts(
  value: Json | undefined,
  path: readonly string[],
): readonly (readonly string[])[] {
  if (value === otherChoice) return [path];
  if (Array.isArray(value) && value.includes(otherChoice)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => findMissingOtherTexts(inner, [...path, key]));
}
