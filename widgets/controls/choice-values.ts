import type { Choice } from './control-props.ts';

/** The `value` attribute of a choice: what is sent, so that a form without scripts sends the same. */
export function attributeOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value of the choice that an attribute names; undefined for the empty one. */
export function chosenBy(attribute: string, choices: readonly Choice[]): unknown {
  if (attribute === '') return undefined;
  return choices.find((choice) => attributeOf(choice.value) === attribute)?.value;
}
