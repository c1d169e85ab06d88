import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { valueAt } from './change.ts';
import { schemaFile, uiFile } from './places.ts';

/** A position in a document: the file and the keys from its root. */
export interface Place {
  readonly file: string;
  readonly path: readonly string[];
}

/**
 * The positions of the documents' parts that contain fields: those of an enquiry type, or of a group in it.
 */
export interface Container {
  /** The object schema whose properties are the fields. */
  readonly schema: Place;
  /** The UI schema with their `ui:order` and their options. */
  readonly ui: Place;
}

/** Splits the dotted path of a field: `splitFieldPath('party.age') // ['party', 'age']`. */
export function stepsTo(field: string): readonly string[] {
  return field.split('.');
}

/** Returns the group of a field; empty at the top level: `getGroup('party.age') // 'party'`. */
export function groupOf(field: string): string {
  return stepsTo(field).slice(0, -1).join('.');
}

/** Returns the name of a field in its group: `getOwnName('party.age') // 'age'`. */
export function nameIn(field: string): string {
  return stepsTo(field).at(-1) ?? '';
}

/** Joins a group and a name: `joinGroupAndName('party', 'age') // 'party.age'`. */
export function fieldIn(group: string, name: string): string {
  return group === '' ? name : `${group}.${name}`;
}

export function at(documents: Documents, { file, path }: Place): Json | undefined {
  return valueAt((documents as Readonly<Record<string, Json | undefined>>)[file], path);
}

/** Returns the container of a group's fields; with an empty group, that of the type. */
export function containerOf(documents: Documents, folder: string, group: string): Container {
  let container: Container = {
    schema: { file: schemaFile(folder), path: [] },
    ui: { file: uiFile(folder), path: [] },
  };
  for (const name of group === '' ? [] : stepsTo(group)) {
    const schema = resolved(documents, inside(container.schema, 'properties', name));
    const isList = isRepeated(asObject(at(documents, schema)));
    const more = isList ? ['items'] : [];
    container = {
      schema: isList ? resolved(documents, inside(schema, 'items')) : schema,
      ui: inside(container.ui, name, ...more),
    };
  }
  return container;
}

/** Returns the position of a field's schema: in its type, or in the definition to which its group refers. */
export function schemaPlace(documents: Documents, folder: string, field: string): Place {
  return inside(containerOf(documents, folder, groupOf(field)).schema, 'properties', nameIn(field));
}

/** Returns the position of a field's options in the UI schema of the type. */
export function uiPlace(documents: Documents, folder: string, field: string): Place {
  return inside(containerOf(documents, folder, groupOf(field)).ui, nameIn(field));
}

export function inside({ file, path }: Place, ...steps: readonly string[]): Place {
  return { file, path: [...path, ...steps] };
}

export function isRepeated({ type, items }: Readonly<Record<string, unknown>>): boolean {
  return type === 'array' && isGroup(asObject(items));
}

export function isGroup({ type, properties }: Readonly<Record<string, unknown>>): boolean {
  return type === 'object' || properties !== undefined;
}

/** Follows a reference to `fields.json`, unless the schema has its own fields. */
function resolved(documents: Documents, place: Place): Place {
  const { $ref: reference, properties, items } = asObject(at(documents, place));
  const definition = definitionOf({ $ref: reference });
  return definition === undefined || properties !== undefined || items !== undefined
    ? place
    : { file: 'fields.json', path: ['$defs', definition] };
}

/** Returns the name of the definition in `fields.json` to which a schema refers. */
export function definitionOf(schema: unknown): string | undefined {
  return /fields\.json#\/\$defs\/([^/]+)$/.exec(String(asObject(schema).$ref ?? ''))?.[1];
}

/**
 * Returns the names of the fields in a container in display order: those of `ui:order`, then the others in
 * the order of the schema.
 */
export function namesInside(documents: Documents, { schema, ui }: Container): readonly string[] {
  const all = Object.keys(asObject(asObject(at(documents, schema)).properties));
  const order = asList(asObject(at(documents, ui))['ui:order']).map(String);
  const rest = all.filter((name) => !order.includes(name));
  const star = order.indexOf('*');
  const placed =
    star < 0 ? [...order, ...rest] : [...order.slice(0, star), ...rest, ...order.slice(star + 1)];
  return placed.filter((name) => all.includes(name));
}

export function requiredInside(documents: Documents, { schema }: Container): readonly string[] {
  return asList(asObject(at(documents, schema)).required).map(String);
}

export function isThere(documents: Documents, folder: string, field: string): boolean {
  return at(documents, schemaPlace(documents, folder, field)) !== undefined;
}
