import { dereference } from '../../json-schema/references.ts';
import { findPropertySchemas, findSchemasAt } from '../../json-schema/schemas-at.ts';
import { getPropertySchema } from '../../json-schema/walk.ts';
import type { OptionSetName } from '../../model/option-sets.ts';
import type { Documents, FieldDefinition, Form, FormType, JsonSchema } from '../../model/types.ts';
import { createDocumentLocator, type DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import sizes from '../sizes.json' with { type: 'json' };

/**
 * Returns findings about forms and lists that are too large: they work, but a phone takes long to draw them
 * (docs/decisions/keystrokes.md).
 */
export function lintSizes(form: Form, locator: DocumentLocator): readonly Finding[] {
  return form.types.flatMap((type) => [
    ...reportTooManyFields(type, locator),
    ...type.fields.flatMap((field) => reportTooManyChoices(field, type, locator)),
  ]);
}

/**
 * Returns a finding for each field and option set with more options from the content than can be drawn well.
 * @param lengths The largest number of options of each set on one page.
 */
export function findLongLists(
  form: Form,
  documents: Documents,
  lengths: Readonly<Record<OptionSetName, number>>,
): readonly Finding[] {
  const locator = createDocumentLocator(documents);
  return form.types.flatMap((type) =>
    type.fields.flatMap((field) =>
      listOptionSetsOfField(field, form).flatMap((set) => {
        const length = lengths[set] ?? 0;
        if (length <= sizes.choices) return [];
        const reason = `"${field.name}" of "${type.key}" offers up to ${length} choices of "${set}", more than the ${sizes.choices} that phones show fast; let rules offer fewer, or use a text field`;
        return [
          createFinding({
            ...locator.schema(type, 'properties', field.name),
            code: 'too-many-choices',
            reason,
          }),
        ];
      }),
    ),
  );
}

/** Returns the option sets that a field can have, each once: that of its UI schema, then those of rules. */
function listOptionSetsOfField(
  { name, optionSet }: FieldDefinition,
  { rules }: Form,
): readonly OptionSetName[] {
  const given = rules.flatMap(({ then }) => then.options?.[name] ?? []);
  return [...new Set([...(optionSet === undefined ? [] : [optionSet]), ...given])];
}

/** Returns a finding if a type has more fields than `sizes.fields`, those inside others included. */
function reportTooManyFields(type: FormType, locator: DocumentLocator): readonly Finding[] {
  const count = type.fields.reduce((sum, field) => sum + countDrawnFields(field, type), 0);
  if (count <= sizes.fields) return [];
  const reason = `the form "${type.key}" has ${count} fields, more than the ${sizes.fields} that phones show fast; remove some, or split it into several enquiry types`;
  return [createFinding({ ...locator.schema(type, 'properties'), code: 'too-many-fields', reason })];
}

/** Returns the number of fields that a field of the form is drawn as: 1 unless it is an object or a list. */
function countDrawnFields({ name, kind }: FieldDefinition, { schema }: FormType): number {
  return kind === 'json' ? countFields(getPropertySchema(schema, name), schema) : 1;
}

/**
 * Returns the number of fields inside a schema, at least 1. For a list it counts one item, for branches the
 * one with the most fields.
 */
function countFields(node: unknown, root: JsonSchema): number {
  const schema = dereference(node, root);
  /** Returns the number of fields in the largest of several schemas of one property; 0 if there are none. */
  const countLargest = (parts: readonly JsonSchema[]) =>
    Math.max(0, ...parts.map((part) => countFields(part, root)));
  const inside = [...findPropertySchemas(schema, root).values(), findSchemasAt(schema, ['0'], root)];
  return Math.max(
    1,
    inside.reduce((sum, parts) => sum + countLargest(parts), 0),
  );
}

/** Returns a finding if a field has more choices in its schema than `sizes.choices`. */
function reportTooManyChoices(
  { name, choices = [] }: FieldDefinition,
  type: FormType,
  locator: DocumentLocator,
): readonly Finding[] {
  if (choices.length <= sizes.choices) return [];
  const reason = `"${name}" of "${type.key}" has ${choices.length} choices, more than the ${sizes.choices} that phones show fast; divide them between two fields, or use a text field`;
  return [
    createFinding({ ...locator.schema(type, 'properties', name, 'enum'), code: 'too-many-choices', reason }),
  ];
}
