import type { JsonSchema } from '../types.ts';
import { type Path, pointerOf, stepsOf, valueAt } from './pointers.ts';
import { asList, asObject, isObject } from './values.ts';
import { subschemas } from './walk.ts';

/**
 * The steps that a local reference names: a JSON Pointer as the fragment of a URI (RFC 6901, section 6; JSON Schema Core 2020-12,
 * section 8.2.3.1), each step decoded by itself, as Ajv does. Undefined for other references.
 * `stepsOfReference('#/$defs/boat') // ['$defs', 'boat']`
 */
export function stepsOfReference(reference: string): readonly string[] | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return stepsOf(reference).map(decodeURIComponent);
  } catch {
    // A "%" that begins no character leads nowhere.
    return undefined;
  }
}

/** The local reference to a place. `referenceTo(['$defs', 'a b']) // '#/$defs/a%20b'` */
export function referenceTo(path: Path): string {
  const pointer = pointerOf(path).split('/');
  return `#${pointer.map((step) => encodeURIComponent(step).replaceAll('%24', '$')).join('/')}`;
}

/** What a local reference leads to; undefined where it leads nowhere. */
export function lookUp(root: unknown, reference: string): unknown {
  const steps = stepsOfReference(reference);
  return steps && valueAt(root, steps);
}

/** A reference that leads on to others leads no further than this: `compile` refuses circles. */
const maxHops = 32;

/** The schema that a local reference leads to, through any number of references, with what stands beside them on top; a schema that is none, as it is. */
export function dereference(schema: unknown, root: JsonSchema): JsonSchema {
  let current: JsonSchema = asObject(schema);
  for (let hops = 0; typeof current.$ref === 'string' && hops < maxHops; hops += 1) {
    const { $ref: reference, ...beside } = current;
    current = { ...asObject(lookUp(root, String(reference))), ...beside };
  }
  return current;
}

/** Yields every schema inside a schema and inside the targets of its references, each target once. */
export function* reachedSchemas(schema: unknown, root: JsonSchema): Generator<JsonSchema> {
  const followed = new Set<string>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    for (const { schema: inner } of subschemas(waiting.pop())) {
      yield inner;
      const { $ref: reference } = inner;
      if (typeof reference !== 'string' || followed.has(reference)) continue;
      followed.add(reference);
      waiting.push(lookUp(root, reference));
    }
  }
}

/**
 * The schemas that all hold together with a schema: itself, what its references lead to and its `allOf`, each without these two
 * keywords. What several references lead to is there once.
 *
 * @param whole - completes a schema with what its reference leads to outside `root`, as one to `fields.json`.
 */
export function schemasTogether(
  schema: unknown,
  root: JsonSchema,
  whole: (schema: JsonSchema) => JsonSchema = (own) => own,
): readonly JsonSchema[] {
  const found: JsonSchema[] = [];
  const followed = new Set<string>();
  const visit = (node: unknown): void => {
    if (!isObject(node)) return;
    const { allOf, $ref: reference, ...own } = whole(node);
    found.push(own);
    if (typeof reference === 'string' && !followed.has(reference)) {
      followed.add(reference);
      visit(lookUp(root, reference));
    }
    asList(allOf).forEach(visit);
  };
  visit(schema);
  return found;
}
