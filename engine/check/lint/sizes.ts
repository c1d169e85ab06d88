import { propertySchemas, schemasAt } from '../../json-schema/places.ts';
import { dereference } from '../../json-schema/references.ts';
import { propertyOf } from '../../json-schema/walk.ts';
import type { Documents, FieldDefinition, Form, FormType, JsonSchema, OptionSetName } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { type Places, placesOf } from '../places.ts';
import sizes from '../sizes.json' with { type: 'json' };

/**
 * Finds forms and lists that are too large: they work, but a phone takes long to draw them
 * (docs/decisions/keystrokes.md).
 */
export function lintSizes(form: Form, places: Places): readonly Finding[] {
  return form.types.flatMap((type) => [
    ...tooManyFields(type, places),
    ...type.fields.flatMap((field) => tooManyChoices(field, type, places)),
  ]);
}

/**
 * Finds fields with more options from the content than can be drawn well.
 * @param lengths The largest number of options of each set on one page.
 */
export function longLists(
  form: Form,
  documents: Documents,
  lengths: Readonly<Record<OptionSetName, number>>,
): readonly Finding[] {
  const places = placesOf(documents);
  return form.types.flatMap((type) =>
    type.fields.flatMap((field) =>
      setsOf(field, form).flatMap((set) => {
        const length = lengths[set] ?? 0;
        if (length <= sizes.choices) return [];
        const reason = `"${field.name}" of "${type.key}" chooses from up to ${length} of "${set}", of which ${sizes.choices} are drawn well; let rules offer fewer, or ask for a text`;
        return [
          finding({ ...places.schema(type, 'properties', field.name), code: 'too-many-choices', reason }),
        ];
      }),
    ),
  );
}

function setsOf({ name, optionSet }: FieldDefinition, { rules }: Form): readonly OptionSetName[] {
  const given = rules.flatMap(({ then }) => then.options?.[name] ?? []);
  return [...new Set([...(optionSet === undefined ? [] : [optionSet]), ...given])];
}

function tooManyFields(type: FormType, places: Places): readonly Finding[] {
  const count = type.fields.reduce((sum, field) => sum + drawnFields(field, type), 0);
  if (count <= sizes.fields) return [];
  const reason = `the form "${type.key}" has ${count} fields, of which ${sizes.fields} are drawn well; take some out, or make several enquiry types of it`;
  return [finding({ ...places.schema(type, 'properties'), code: 'too-many-fields', reason })];
}

function drawnFields({ name, kind }: FieldDefinition, { schema }: FormType): number {
  return kind === 'json' ? fieldsIn(propertyOf(schema, name), schema) : 1;
}

/**
 * Returns the number of fields inside a schema. For a list it counts one item, for branches the largest of
 * them.
 */
function fieldsIn(node: unknown, root: JsonSchema): number {
  const schema = dereference(node, root);
  const most = (parts: readonly JsonSchema[]) => Math.max(0, ...parts.map((part) => fieldsIn(part, root)));
  const inside = [...propertySchemas(schema, root).values(), schemasAt(schema, ['0'], root)];
  return Math.max(
    1,
    inside.reduce((sum, parts) => sum + most(parts), 0),
  );
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
