import type { FieldDefinition, Form, FormType } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import sizes from '../sizes.json' with { type: 'json' };

/** What is too large to be drawn well: it works, but a phone takes long over it (docs/decisions.md, "One function decides"). */
export function lintSizes(form: Form, places: Places): readonly Finding[] {
  return form.types.flatMap((type) => [
    ...tooManyFields(type, places),
    ...type.fields.flatMap((field) => tooManyChoices(field, type, places)),
  ]);
}

function tooManyFields(type: FormType, places: Places): readonly Finding[] {
  const count = type.fields.length;
  if (count <= sizes.fields) return [];
  const reason = `the form "${type.key}" has ${count} fields, of which ${sizes.fields} are drawn well; take some out, or make several enquiry types of it`;
  return [finding({ ...places.schema(type, 'properties'), code: 'too-many-fields', reason })];
}

function tooManyChoices(
  { name, choices = [] }: FieldDefinition,
  type: FormType,
  places: Places,
): readonly Finding[] {
  if (choices.length <= sizes.choices) return [];
  const reason = `"${name}" of "${type.key}" has ${choices.length} choices, of which ${sizes.choices} are drawn well; divide them between two fields, or ask for a text`;
  return [finding({ ...places.schema(type, 'properties', name, 'enum'), code: 'too-many-choices', reason })];
}
