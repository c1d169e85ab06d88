import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { valueAt } from './change.ts';
import { schemaFile, uiFile } from './places.ts';

/** A place in a document. */
export interface Place {
  readonly file: string;
  readonly path: readonly string[];
}

/** What fields stand in: an enquiry type itself, or a group in it. */
export interface Container {
  /** The object schema that has them as its properties. */
  readonly schema: Place;
  /** What has their `ui:order`, and how each is drawn. */
  readonly ui: Place;
}

/** The steps to a field from its type's own fields: `stepsTo('party.age') // ['party', 'age']`. */
export function stepsTo(field: string): readonly string[] {
  return field.split('.');
}

/** The group that a field stands in; empty for a type's own field: `groupOf('party.age') // 'party'`. */
export function groupOf(field: string): string {
  return stepsTo(field).slice(0, -1).join('.');
}

/** What a field is called where it stands: `nameIn('party.age') // 'age'`. */
export function nameIn(field: string): string {
  return stepsTo(field).at(-1) ?? '';
}

/** A field as texts and the studio call it: `fieldIn('party', 'age') // 'party.age'`. */
export function fieldIn(group: string, name: string): string {
  return group === '' ? name : `${group}.${name}`;
}

/** What stands at a place; undefined: nothing. */
export function at(documents: Documents, { file, path }: Place): Json | undefined {
  return valueAt((documents as Readonly<Record<string, Json | undefined>>)[file], path);
}

/** What the fields of a group stand in, of the type itself where it has no name. */
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

/** Where a field's schema stands as it is written: in its type, or in the definition that its group refers to. */
export function schemaPlace(documents: Documents, folder: string, field: string): Place {
  return inside(containerOf(documents, folder, groupOf(field)).schema, 'properties', nameIn(field));
}

/** Where the type's own UI schema says how a field is drawn. */
export function uiPlace(documents: Documents, folder: string, field: string): Place {
  return inside(containerOf(documents, folder, groupOf(field)).ui, nameIn(field));
}

/** A place further in. */
export function inside({ file, path }: Place, ...steps: readonly string[]): Place {
  return { file, path: [...path, ...steps] };
}

/** Whether a schema is that of a list of groups. */
export function isRepeated({ type, items }: Readonly<Record<string, unknown>>): boolean {
  return type === 'array' && isGroup(asObject(items));
}

/** Whether a schema is that of a group. */
export function isGroup({ type, properties }: Readonly<Record<string, unknown>>): boolean {
  return type === 'object' || properties !== undefined;
}

/** The definition that a place refers to, where it says nothing of its own fields. */
function resolved(documents: Documents, place: Place): Place {
  const { $ref: reference, properties, items } = asObject(at(documents, place));
  const definition = definitionOf({ $ref: reference });
  return definition === undefined || properties !== undefined || items !== undefined
    ? place
    : { file: 'fields.json', path: ['$defs', definition] };
}

/** The name of the definition in `fields.json` that a field's schema refers to. */
export function definitionOf(schema: unknown): string | undefined {
  return /fields\.json#\/\$defs\/([^/]+)$/.exec(String(asObject(schema).$ref ?? ''))?.[1];
}

/** The names of the fields in a container in display order: as `ui:order` has them, then as the schema does. */
export function namesInside(documents: Documents, { schema, ui }: Container): readonly string[] {
  const all = Object.keys(asObject(asObject(at(documents, schema)).properties));
  const order = asList(asObject(at(documents, ui))['ui:order']).map(String);
  const rest = all.filter((name) => !order.includes(name));
  const star = order.indexOf('*');
  const placed =
    star < 0 ? [...order, ...rest] : [...order.slice(0, star), ...rest, ...order.slice(star + 1)];
  return placed.filter((name) => all.includes(name));
}

/** The names of the fields that a container requires. */
export function requiredInside(documents: Documents, { schema }: Container): readonly string[] {
  return asList(asObject(at(documents, schema)).required).map(String);
}

/** Whether a field's schema is there. */
export function isThere(documents: Documents, folder: string, field: string): boolean {
  return at(documents, schemaPlace(documents, folder, field)) !== undefined;
}
