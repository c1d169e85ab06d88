import type { JsonSchema } from '../model/types.ts';
import { getValueAt, type JsonPath, parsePointer, toJsonPointer } from './pointers.ts';
import { asList, asObject, isObject, toText } from './values.ts';
import { iterateSchemas } from './walk.ts';

/**
 * Returns the path of a local reference: a JSON Pointer as a URI fragment (RFC 6901, section 6; JSON Schema
 * Core 2020-12, section 8.2.3.1). Each segment is decoded separately, as in Ajv. Returns undefined for other
 * references. `parseReference('#/$defs/boat') // ['$defs', 'boat']`
 */
export function parseReference(reference: string): readonly string[] | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return parsePointer(reference).map(decodeURIComponent);
  } catch {
    // The reference contains a "%" that is not a valid escape.
    return undefined;
  }
}

/** Returns the local reference to a path: `toReference(['$defs', 'a b']) // '#/$defs/a%20b'`. */
export function toReference(path: JsonPath): string {
  const pointer = toJsonPointer(path).split('/');
  return `#${pointer.map((step) => encodeURIComponent(step).replaceAll('%24', '$')).join('/')}`;
}

/**
 * Returns the target of a local reference. Undefined for other references and if `root` has no such value.
 */
export function resolveReference(root: unknown, reference: string): unknown {
  const steps = parseReference(reference);
  return steps && getValueAt(root, steps);
}

/** Limits chains of references. `compile` rejects circular ones. */
const maxHops = 32;

/**
 * Returns a schema with the reference at its top, and those of the target, replaced by the targets;
 * references inside it stay. Keywords next to a reference take precedence. A reference that cannot be
 * resolved is removed. A value that is not an object gives an empty schema.
 */
export function dereference(schema: unknown, root: JsonSchema): JsonSchema {
  let current: JsonSchema = asObject(schema);
  for (let hops = 0; typeof current.$ref === 'string' && hops < maxHops; hops += 1) {
    const { $ref: reference, ...beside } = current;
    current = { ...asObject(resolveReference(root, toText(reference))), ...beside };
  }
  return current;
}

/**
 * Yields every schema inside a schema and inside the targets of its references, each target once. Schemas
 * that are `true` or `false` are left out.
 */
export function* iterateReachableSchemas(schema: unknown, root: JsonSchema): Generator<JsonSchema> {
  const followed = new Set<string>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    for (const { schema: inner } of iterateSchemas(waiting.pop())) {
      yield inner;
      const { $ref: reference } = inner;
      if (typeof reference !== 'string' || followed.has(reference)) continue;
      followed.add(reference);
      waiting.push(resolveReference(root, reference));
    }
  }
}

/**
 * Returns the schemas that apply together: the schema itself, the targets of its references and its `allOf`,
 * each without these two keywords. A target of several references occurs once.
 * @param complete Adds to a schema the target of a reference outside `root`, such as one to `fields.json`.
 */
export function collectCombinedSchemas(
  schema: unknown,
  root: JsonSchema,
  complete: (schema: JsonSchema) => JsonSchema = (own) => own,
): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  const followed = new Set<string>();
  /** Adds a schema and those that apply together with it to `found`. */
  const collect = (node: unknown): void => {
    if (!isObject(node)) return;
    const { allOf, $ref: reference, ...own } = complete(node);
    found.push(own);
    if (typeof reference === 'string' && !followed.has(reference)) {
      followed.add(reference);
      collect(resolveReference(root, reference));
    }
    asList(allOf).forEach(collect);
  };
  collect(schema);
  return found;
}
