import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import { getValueAtPath } from '../change.ts';
import { getSchemaFile, getUiFile } from '../documents/document-files.ts';

/** A file and the keys from its root to a value. List items have their names as keys, as in `Patch.path`. */
export interface DocumentPosition {
  readonly file: string;
  readonly path: readonly string[];
}

/** The positions at which documents define the fields of an enquiry type, or of a group in it. */
export interface FieldContainer {
  /** The object schema whose properties are the fields. */
  readonly schema: DocumentPosition;
  /** The UI schema with their `ui:order` and their options. */
  readonly ui: DocumentPosition;
}

/** Splits the dotted path of a field: `splitFieldPath('party.age') // ['party', 'age']`. */
export function splitFieldPath(field: string): readonly string[] {
  return field.split('.');
}

/** Returns the group of a field; empty at the top level: `getGroup('party.age') // 'party'`. */
export function getGroup(field: string): string {
  return splitFieldPath(field).slice(0, -1).join('.');
}

/** Returns the name of a field in its group: `getOwnName('party.age') // 'age'`. */
export function getOwnName(field: string): string {
  return splitFieldPath(field).at(-1) ?? '';
}

/** Joins a group and a name: `joinGroupAndName('party', 'age') // 'party.age'`. */
export function joinGroupAndName(group: string, name: string): string {
  return group === '' ? name : `${group}.${name}`;
}

/** Returns the value at a position; undefined if the document or a key does not exist. */
export function getValueAtPosition(documents: Documents, { file, path }: DocumentPosition): Json | undefined {
  return getValueAtPath((documents as Readonly<Record<string, Json | undefined>>)[file], path);
}

/**
 * Returns the container of a group's fields; with an empty group, that of the type. Follows references to
 * `fields.json`, and descends into the items of repeated groups. The positions of an unknown group have no
 * value.
 * @param folder The folder of the type below `forms/`.
 */
export function findContainer(documents: Documents, folder: string, group: string): FieldContainer {
  let container: FieldContainer = {
    schema: { file: getSchemaFile(folder), path: [] },
    ui: { file: getUiFile(folder), path: [] },
  };
  for (const name of group === '' ? [] : splitFieldPath(group)) {
    const schema = followDefinition(documents, appendPath(container.schema, 'properties', name));
    const isList = isRepeatedGroup(asObject(getValueAtPosition(documents, schema)));
    const more = isList ? ['items'] : [];
    container = {
      schema: isList ? followDefinition(documents, appendPath(schema, 'items')) : schema,
      ui: appendPath(container.ui, name, ...more),
    };
  }
  return container;
}

/**
 * Returns the position of a field's schema: in its type, or in the definition to which its group refers. The
 * field need not exist. A reference of the field itself is not followed.
 */
export function getSchemaPosition(documents: Documents, folder: string, field: string): DocumentPosition {
  return appendPath(
    findContainer(documents, folder, getGroup(field)).schema,
    'properties',
    getOwnName(field),
  );
}

/** Returns the position of a field's options in the UI schema of its type. The options need not exist. */
export function getUiPosition(documents: Documents, folder: string, field: string): DocumentPosition {
  return appendPath(findContainer(documents, folder, getGroup(field)).ui, getOwnName(field));
}

/** Returns the position of a value inside the value at a position. */
export function appendPath({ file, path }: DocumentPosition, ...steps: readonly string[]): DocumentPosition {
  return { file, path: [...path, ...steps] };
}

/** Returns true for the schema of a list whose items are groups. References are not followed. */
export function isRepeatedGroup({ type, items }: Readonly<Record<string, unknown>>): boolean {
  return type === 'array' && isGroupSchema(asObject(items));
}

/** Returns true for a schema of type `object` or with `properties`. References are not followed. */
export function isGroupSchema({ type, properties }: Readonly<Record<string, unknown>>): boolean {
  return type === 'object' || properties !== undefined;
}

/**
 * Returns the position of the definition in `fields.json` to which the schema at a position refers. Without a
 * reference, or if the schema has its own `properties` or `items`, returns the given position.
 */
function followDefinition(documents: Documents, position: DocumentPosition): DocumentPosition {
  const { $ref: reference, properties, items } = asObject(getValueAtPosition(documents, position));
  const definition = getDefinitionName({ $ref: reference });
  return definition === undefined || properties !== undefined || items !== undefined
    ? position
    : { file: 'fields.json', path: ['$defs', definition] };
}

/**
 * Returns the name of the definition in `fields.json` to which a schema refers; undefined if it refers to
 * none.
 */
export function getDefinitionName(schema: unknown): string | undefined {
  return /fields\.json#\/\$defs\/([^/]+)$/.exec(String(asObject(schema).$ref ?? ''))?.[1];
}

/**
 * Returns the names of the fields in a container in display order. Names that `ui:order` does not contain
 * replace its `*`, or come last, in the order of the schema. Names without a schema are left out.
 */
export function listContainedNames(documents: Documents, { schema, ui }: FieldContainer): readonly string[] {
  const all = Object.keys(asObject(asObject(getValueAtPosition(documents, schema)).properties));
  const order = asList(asObject(getValueAtPosition(documents, ui))['ui:order']).map(String);
  const rest = all.filter((name) => !order.includes(name));
  const star = order.indexOf('*');
  const placed =
    star < 0 ? [...order, ...rest] : [...order.slice(0, star), ...rest, ...order.slice(star + 1)];
  return placed.filter((name) => all.includes(name));
}

/** Returns `required` of a container's schema; empty if it is absent. */
export function listRequiredNames(documents: Documents, { schema }: FieldContainer): readonly string[] {
  return asList(asObject(getValueAtPosition(documents, schema)).required).map(String);
}

/** Returns true if the type, or the group of the field, contains a schema for the field. */
export function hasFieldSchema(documents: Documents, folder: string, field: string): boolean {
  return getValueAtPosition(documents, getSchemaPosition(documents, folder, field)) !== undefined;
}
