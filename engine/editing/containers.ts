import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { getValueAtPath } from './change.ts';
import { getSchemaFile, getUiFile } from './document-files.ts';

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

export function getValueAtPosition(documents: Documents, { file, path }: DocumentPosition): Json | undefined {
  return getValueAtPath((documents as Readonly<Record<string, Json | undefined>>)[file], path);
}

/** Returns the container of a group's fields; with an empty group, that of the type. */
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

/** Returns the position of a field's schema: in its type, or in the definition to which its group refers. */
export function getSchemaPosition(documents: Documents, folder: string, field: string): DocumentPosition {
  return appendPath(
    findContainer(documents, folder, getGroup(field)).schema,
    'properties',
    getOwnName(field),
  );
}

/** Returns the position of a field's options in the UI schema of its type. */
export function getUiPosition(documents: Documents, folder: string, field: string): DocumentPosition {
  return appendPath(findContainer(documents, folder, getGroup(field)).ui, getOwnName(field));
}

export function appendPath({ file, path }: DocumentPosition, ...steps: readonly string[]): DocumentPosition {
  return { file, path: [...path, ...steps] };
}

export function isRepeatedGroup({ type, items }: Readonly<Record<string, unknown>>): boolean {
  return type === 'array' && isGroupSchema(asObject(items));
}

export function isGroupSchema({ type, properties }: Readonly<Record<string, unknown>>): boolean {
  return type === 'object' || properties !== undefined;
}

/**
 * Returns the position of the definition in `fields.json` to which a schema refers. Without a reference, or
 * if the schema has its own fields, returns the given position.
 */
function followDefinition(documents: Documents, position: DocumentPosition): DocumentPosition {
  const { $ref: reference, properties, items } = asObject(getValueAtPosition(documents, position));
  const definition = getDefinitionName({ $ref: reference });
  return definition === undefined || properties !== undefined || items !== undefined
    ? position
    : { file: 'fields.json', path: ['$defs', definition] };
}

/** Returns the name of the definition in `fields.json` to which a schema refers; undefined if to none. */
export function getDefinitionName(schema: unknown): string | undefined {
  return /fields\.json#\/\$defs\/([^/]+)$/.exec(String(asObject(schema).$ref ?? ''))?.[1];
}

/**
 * Returns the names of the fields in a container in display order. Names that `ui:order` does not contain
 * replace its `*`, or come last, in the order of the schema.
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

export function listRequiredNames(documents: Documents, { schema }: FieldContainer): readonly string[] {
  return asList(asObject(getValueAtPosition(documents, schema)).required).map(String);
}

export function hasFieldSchema(documents: Documents, folder: string, field: string): boolean {
  return getValueAtPosition(documents, getSchemaPosition(documents, folder, field)) !== undefined;
}
