import { type InnerField, listInnerFields, listItemFields } from '../../conditions/inner-facts.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, toText } from '../../json-schema/values.ts';
import { getPropertySchema } from '../../json-schema/walk.ts';
import type { ComparedKind } from '../../model/compare-values.ts';
import { acceptsOther } from '../../model/other-choice.ts';
import type { FieldDefinition, FormType, Json, JsonSchema } from '../../model/types.ts';
import { isUploadWidget } from '../../model/uploads.ts';
import type { ValueKind } from '../../model/widgets.ts';

/** The type of a value, as far as rules depend on it. */
export interface FieldType {
  /** A condition can only ask if an `object` exists. */
  readonly kind: ComparedKind | 'list' | 'object';
  /** The type of the items of a list. */
  readonly items?: ComparedKind;
  /** The only values that the field or its items can have. Absent if others are possible. */
  readonly choices?: readonly Json[];
  /**
   * True for a text that its pattern limits to a number, such as a year with four digits. It can have bounds.
   */
  readonly isNumeric?: boolean;
  /** True if several options are chosen with checkboxes. */
  readonly isTicked?: boolean;
  /** True if the field is for uploads, of photos or of files. */
  readonly isUpload?: boolean;
  /** True if the upload field accepts all supported files, not only photos. */
  readonly acceptsAllFiles?: boolean;
}

/**
 * Returns the types of the properties inside fields and of the counts of lists, by path (`boat.make`,
 * `guests.count`).
 */
export function getInnerFieldTypes(types: readonly FormType[]): ReadonlyMap<string, FieldType> {
  return collectInnerTypes(types, listInnerFields);
}

/** Returns the types of the values inside lists, by path (`crew.each.age`). */
export function getItemTypes(types: readonly FormType[]): ReadonlyMap<string, FieldType> {
  return collectInnerTypes(types, listItemFields);
}

/** Returns the types of all values that `listValues` finds inside the fields, by path. */
function collectInnerTypes(
  types: readonly FormType[],
  listValues: typeof listInnerFields,
): ReadonlyMap<string, FieldType> {
  const natures = new Map<string, FieldType>();
  for (const type of types) {
    for (const { name: field } of type.fields) {
      for (const [place, inner] of listValues(type, field)) {
        const nature = toInnerType(inner, type.schema);
        const known = natures.get(place);
        natures.set(place, known === undefined ? nature : mergeFieldTypes(known, nature));
      }
    }
  }
  return natures;
}

/** Converts a nested field to a type; JSON that is no list becomes `object`. */
function toInnerType({ kind, temporal, choices, schema }: InnerField, root: JsonSchema): FieldType {
  if (kind !== 'json') return { kind: temporal ?? scalars[kind], ...(choices && { choices }) };
  return schema.type === 'array' ? toListType(schema, root) : { kind: 'object' };
}

/**
 * Returns the types of all fields by name. Fields of the same name in several enquiry types are merged.
 * @param ruled Fields whose options a rule sets. Their choices are left out.
 */
export function getFieldTypes(
  types: readonly FormType[],
  ruled: ReadonlySet<string>,
): ReadonlyMap<string, FieldType> {
  const natures = new Map<string, FieldType>();
  for (const type of types) {
    for (const definition of type.fields) {
      const { name } = definition;
      const { choices, ...own } = toFieldType(definition, type);
      const nature = { ...own, ...(choices && !ruled.has(name) && { choices }) };
      const known = natures.get(name);
      natures.set(name, known === undefined ? nature : mergeFieldTypes(known, nature));
    }
  }
  return natures;
}

/**
 * Converts a field to a type. It has choices only if neither an option set nor "Other" can add others; JSON that
 * is no list becomes `object`.
 */
function toFieldType(definition: FieldDefinition, { schema }: FormType): FieldType {
  const { name, kind, temporal, choices, optionSet, widget } = definition;
  const property = dereference(getPropertySchema(schema, name), schema);
  const isOpen = optionSet !== undefined || acceptsOther(definition);
  if (kind !== 'json') {
    const isNumeric = kind === 'string' && numericPattern.test(toText(property.pattern));
    return {
      kind: temporal ?? scalars[kind],
      ...(choices && !isOpen && { choices }),
      ...(isNumeric && { isNumeric }),
    };
  }
  const isUpload = isUploadWidget(definition.widget);
  const acceptsAllFiles = definition.widget === 'files';
  const uploads = { ...(isUpload && { isUpload }), ...(acceptsAllFiles && { acceptsAllFiles }) };
  if (property.type !== 'array') return { kind: 'object', ...uploads };
  const { choices: listed, ...list } = toListType(property, schema);
  const own = isOpen ? undefined : (choices ?? listed);
  const isTicked = widget === 'checkboxes';
  return { ...list, ...(own && { choices: own }), ...(isTicked && { isTicked }), ...uploads };
}

/**
 * Returns the type of a list, with the choices of its items if they have an `enum`. Its items are numbers, or
 * texts if they are anything else.
 */
function toListType(list: JsonSchema, root: JsonSchema): FieldType {
  const items = dereference(list.items, root);
  const isNumeric = items.type === 'number' || items.type === 'integer';
  const listed = asList(items.enum) as readonly Json[];
  return {
    kind: 'list',
    items: isNumeric ? 'number' : 'text',
    ...(listed.length > 0 && { choices: listed }),
  };
}

/** A pattern from start to end with only digits and other characters of a number. */
const numericPattern = /^\^(?:\[(?:0-9|\\d|[.,+-])+\]|\\d|\\[.+-]|[0-9,?*+{}()|:])+\$$/;

/** The type in comparisons for each kind of value. */
const scalars: Readonly<Record<Exclude<ValueKind, 'json'>, ComparedKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  id: 'id',
};

/**
 * Merges the types of two fields that have the same name in different enquiry types. Fields of different
 * kinds become a text. Choices remain only if both have them. Everything else is as in the first type.
 */
function mergeFieldTypes(one: FieldType, other: FieldType): FieldType {
  const choices = one.choices && other.choices && [...new Set([...one.choices, ...other.choices])];
  const { choices: _choices, ...nature } = one.kind === other.kind ? one : { kind: 'text' as const };
  return { ...nature, ...(choices && { choices }) };
}
