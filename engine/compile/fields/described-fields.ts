import { dereference } from '../../json-schema/references.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import type { FieldDefinition, FormType, Texts } from '../../model/types.ts';
import { listTextKeys } from '../../texts/texts.ts';

/**
 * Returns the types with the descriptions of their schemas as the hints of fields that have none. The description
 * of a field whose label is among the texts is a note for editors, in one language, so visitors do not see it.
 * @param texts The texts of the documents by locale, without the built-in ones.
 */
export function addDescriptions(
  types: readonly FormType[],
  texts: Readonly<Record<string, Texts>>,
): readonly FormType[] {
  return types.map((type) => {
    const schemas = findPropertySchemas(type.schema, type.schema);
    const describe = (field: FieldDefinition): FieldDefinition => {
      if (field.hint !== undefined || hasLabel(field.name, type, texts)) return field;
      const description = (schemas.get(field.name) ?? [])
        .map((schema) => dereference(schema, type.schema).description)
        .find((text) => typeof text === 'string' && text.trim() !== '');
      return typeof description === 'string' ? { ...field, hint: description } : field;
    };
    return { ...type, fields: type.fields.map(describe) };
  });
}

/** Returns true if the texts of some language have a label for a field. */
function hasLabel(name: string, { key }: FormType, texts: Readonly<Record<string, Texts>>): boolean {
  const keys = listTextKeys(key, `fields.${name}.label`);
  return Object.values(texts).some((own) => keys.some((each) => own[each] !== undefined));
}
