import type { ComparedKind } from '../conditions/compare.ts';
import { type InnerField, innerFields, itemFields } from '../inner-facts.ts';
import { dereference } from '../json-schema/references.ts';
import { asList } from '../json-schema/values.ts';
import { propertyOf } from '../json-schema/walk.ts';
import type { FieldDefinition, FormType, Json, JsonSchema, ValueKind } from '../types.ts';
import { isUploadWidget } from '../uploads.ts';

/** The type of a field's value in conditions. */
export interface FieldNature {
  /** A condition can only ask if an `object` exists. */
  readonly kind: ComparedKind | 'list' | 'object';
  readonly items?: ComparedKind;
  /** The only values that the field or its items can have. Absent if others are possible. */
  readonly choices?: readonly Json[];
  /**
   * True for a text that its pattern limits to a number, such as a year with four digits. It can have bounds.
   */
  readonly isNumeric?: boolean;
  /** True if several options are chosen with checkboxes. */
  readonly isTicked?: boolean;
  readonly isPhotos?: boolean;
  /** True if the upload field accepts all supported files, not only photos. */
  readonly takesFiles?: boolean;
}

/** Returns the types of the values inside fields, by path. */
export function innerNatures(types: readonly FormType[]): ReadonlyMap<string, FieldNature> {
  return naturesInside(types, innerFields);
}

/** Returns the types of the values inside lists, by path (`crew.each.age`). */
export function itemNatures(types: readonly FormType[]): ReadonlyMap<string, FieldNature> {
  return naturesInside(types, itemFields);
}

function naturesInside(
  types: readonly FormType[],
  placesOf: typeof innerFields,
): ReadonlyMap<string, FieldNature> {
  const natures = new Map<string, FieldNature>();
  for (const type of types) {
    for (const { name: field } of type.fields) {
      for (const [place, inner] of placesOf(type, field)) {
        const nature = natureOfInner(inner, type.schema);
        const known = natures.get(place);
        natures.set(place, known === undefined ? nature : common(known, nature));
      }
    }
  }
  return natures;
}

function natureOfInner({ kind, temporal, choices, schema }: InnerField, root: JsonSchema): FieldNature {
  if (kind !== 'json') return { kind: temporal ?? scalars[kind], ...(choices && { choices }) };
  return schema.type === 'array' ? listNature(schema, root) : { kind: 'object' };
}

/**
 * Returns the types of all fields by name.
 * @param ruled Fields whose options a rule sets. Their choices are left out.
 */
export function fieldNatures(
  types: readonly FormType[],
  ruled: ReadonlySet<string>,
): ReadonlyMap<string, FieldNature> {
  const natures = new Map<string, FieldNature>();
  for (const type of types) {
    for (const definition of type.fields) {
      const { name } = definition;
      const { choices, ...own } = natureOf(definition, type);
      const nature = { ...own, ...(choices && !ruled.has(name) && { choices }) };
      const known = natures.get(name);
      natures.set(name, known === undefined ? nature : common(known, nature));
    }
  }
  return natures;
}

function natureOf(definition: FieldDefinition, { schema }: FormType): FieldNature {
  const { name, kind, temporal, choices, optionSet, widget } = definition;
  const property = dereference(propertyOf(schema, name), schema);
  if (kind !== 'json') {
    const isClosed = choices !== undefined && optionSet === undefined;
    const isNumeric = kind === 'string' && numericPattern.test(String(property.pattern));
    return { kind: temporal ?? scalars[kind], ...(isClosed && { choices }), ...(isNumeric && { isNumeric }) };
  }
  const isPhotos = isUploadWidget(definition.widget);
  const takesFiles = definition.widget === 'files';
  const uploads = { ...(isPhotos && { isPhotos }), ...(takesFiles && { takesFiles }) };
  if (property.type !== 'array') return { kind: 'object', ...uploads };
  const { choices: listed, ...list } = listNature(property, schema);
  const own = optionSet === undefined ? (choices ?? listed) : undefined;
  const isTicked = widget === 'checkboxes';
  return { ...list, ...(own && { choices: own }), ...(isTicked && { isTicked }), ...uploads };
}

function listNature(list: JsonSchema, root: JsonSchema): FieldNature {
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

const scalars: Readonly<Record<Exclude<ValueKind, 'json'>, ComparedKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  id: 'id',
};

/**
 * Returns the common type of two types' fields with the same name. A date in one and a text in the other is a
 * text.
 */
function common(one: FieldNature, other: FieldNature): FieldNature {
  const choices = one.choices && other.choices && [...new Set([...one.choices, ...other.choices])];
  const { choices: _choices, ...nature } = one.kind === other.kind ? one : { kind: 'text' as const };
  return { ...nature, ...(choices && { choices }) };
}
