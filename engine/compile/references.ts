import { definitionKeywords } from '../json-schema/keywords.ts';
import { type Path, pointerOf, stepsOf, valueAt } from '../json-schema/pointers.ts';
import { lookUp, referenceTo, stepsOfReference } from '../json-schema/references.ts';
import { type Follow, mostNested, mostSchemas, unfoldedSize } from '../json-schema/unfolding.ts';
import { isObject, mapValues, ownMember } from '../json-schema/values.ts';
import { innerSchemas, mapSubschemas, subschemas } from '../json-schema/walk.ts';
import type { JsonSchema } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/**
 * Replaces references to `fields.json` by their targets, so that the schema is self-contained. Keywords next
 * to `$ref` take precedence. Unused definitions are removed. Circular references are removed and reported, so
 * that every recursion over the schema ends. References without a target and `$id`s below the root are
 * reported too.
 * @returns Undefined if the references lead to too many schemas; this is reported.
 */
export function inlineReferences(
  schema: JsonSchema,
  definitions: JsonSchema,
  at: Place,
  report: Report,
): JsonSchema | undefined {
  if (isTooLarge(schema, followIn(schema, definitions), at, report)) return undefined;
  const inlined = inline(schema, { definitions, report, open: [] }, at) as JsonSchema;
  const { circular, followed } = followReferences(inlined, at, report);
  const ending = circular.size === 0 ? inlined : (withoutReferences(inlined, circular, []) as JsonSchema);
  const kept = withoutUnused(ending, followed);
  return isTooLarge(kept, followIn(kept, definitions), at, report) ? undefined : kept;
}

function isTooLarge(schema: JsonSchema, follow: Follow, at: Place, report: Report): boolean {
  const size = unfoldedSize(schema, follow);
  if (size <= mostSchemas) return false;
  const many =
    size === Number.POSITIVE_INFINITY
      ? `its references lead more than ${mostNested} schemas deep`
      : `with its references put in place it has more than ${mostSchemas} schemas`;
  const reason = `${many}, which nobody could fill in and no browser could draw; refer to less, or make several enquiry types of it`;
  report.add(at, 'bad-schema', reason);
  return true;
}

/**
 * Returns a function that follows the references of a form: to itself, to shared fields, and from one shared
 * field to another.
 */
export function followIn(root: JsonSchema, definitions: JsonSchema): Follow {
  const followShared: Follow = (reference) => {
    const name = sharedName(reference) ?? definitionName(reference);
    return name === undefined ? undefined : { schema: ownMember(definitions, name), follow: followShared };
  };
  const follow: Follow = (reference) =>
    reference.startsWith('#') ? { schema: lookUp(root, reference), follow } : followShared(reference);
  return follow;
}

/**
 * Returns the name of the shared field in a reference to `fields.json`:
 * `getSharedName('../../fields.json#/$defs/name') // 'name'`.
 */
export function sharedName(reference: unknown): string | undefined {
  const [file = '', pointer = ''] = typeof reference === 'string' ? reference.split('#') : [];
  return /(?:^|\/)fields\.json$/.test(file) ? definitionName(`#${pointer}`) : undefined;
}

/** Returns the name of the definition in a local reference: `getReferencedName('#/$defs/boat') // 'boat'`. */
export function definitionName(reference: string): string | undefined {
  const [keyword, name, ...more] = stepsOfReference(reference) ?? [];
  return keyword === '$defs' && more.length === 0 ? name : undefined;
}

interface Inlining {
  readonly definitions: JsonSchema;
  readonly report: Report;
  /** The shared definitions that are being inlined. They reveal circular references. */
  readonly open: readonly string[];
}

function inline(schema: unknown, inlining: Inlining, at: Place): unknown {
  if (!isObject(schema)) return schema;
  if (typeof schema.$id === 'string' && at.path.length > 0) {
    const reason = 'a schema inside a form has no "$id" of its own; remove it';
    inlining.report.add(within(at, '$id'), 'nested-id', reason);
  }
  const own = mapSubschemas(schema, (inner, path) => inline(inner, inlining, within(at, ...path)));
  const { $ref: reference, ...beside } = own;
  return isShared(reference, inlining) ? { ...sharedSchema(reference, inlining, at), ...beside } : own;
}

/** Returns true for a reference to `fields.json`, or for a local one inside it. */
function isShared(reference: unknown, { open }: Inlining): reference is string {
  if (typeof reference !== 'string') return false;
  return !reference.startsWith('#') || (open.length > 0 && reference.startsWith('#/$defs/'));
}

function sharedSchema(reference: string, inlining: Inlining, at: Place): JsonSchema {
  const { definitions, report, open } = inlining;
  const name = sharedName(reference) ?? definitionName(reference);
  const definition = name === undefined ? undefined : valueAt(definitions, [name]);
  if (name === undefined || definition === undefined) {
    const known = Object.keys(definitions).map((key) => `../../fields.json#/$defs/${key}`);
    const reason = `unknown reference "${reference}"; a form refers to itself ("#/...") or to fields.json`;
    report.add(within(at, '$ref'), 'unknown-reference', reason, { wrong: reference, known });
    return {};
  }
  if (open.includes(name)) {
    report.add(within(at, '$ref'), 'recursive-reference', endless(`"${reference}" leads back to itself`));
    return {};
  }
  return inline(definition, { ...inlining, open: [...open, name] }, at) as JsonSchema;
}

function endless(what: string): string {
  return `${what}; a form of endless depth cannot be drawn: refer to what ends, or take the reference out`;
}

interface Followed {
  /** The JSON Pointers of schemas whose reference leads back to a schema around them. */
  readonly circular: ReadonlySet<string>;
  /** The JSON Pointers of all targets of references. */
  readonly followed: ReadonlySet<string>;
}

/**
 * Follows every local reference that can be drawn. Definitions below `$defs` that nothing refers to are
 * skipped.
 */
function followReferences(root: JsonSchema, at: Place, report: Report): Followed {
  const followed = new Set<string>();
  const circular = new Set<string>();
  const visit = (schema: unknown, path: Path, open: readonly string[]): void => {
    if (!isObject(schema)) return;
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      const reason = `"${keyword}" is for schemas of endless depth, which cannot be drawn; use "$ref"`;
      if (keyword in schema) report.add(within(at, ...path, keyword), 'recursive-reference', reason);
    }
    if (typeof schema.$ref === 'string') follow(schema.$ref, path, open);
    for (const inner of innerSchemas(schema)) {
      if (!definitionKeywords.has(String(inner.path[0]))) visit(inner.schema, [...path, ...inner.path], open);
    }
  };
  const follow = (reference: string, path: Path, open: readonly string[]): void => {
    const steps = stepsOfReference(reference);
    const target = steps && valueAt(root, steps);
    const place = within(at, ...path, '$ref');
    if (steps === undefined || target === undefined) {
      const anchored = anchoredAt(root, reference);
      const reason =
        anchored === undefined
          ? `"${reference}" leads nowhere; correct it, or add what it names`
          : `"${reference}" names an "$anchor", which is not followed; refer to its place, "${referenceTo(anchored)}"`;
      report.add(place, 'unknown-reference', reason);
      return;
    }
    const pointer = pointerOf(steps);
    if (pointer === '' || open.includes(pointer)) {
      report.add(place, 'recursive-reference', endless(`"${reference}" leads back to itself`));
      circular.add(pointerOf(path));
    } else if (!followed.has(pointer)) {
      visit(target, steps, [...open, pointer]);
      followed.add(pointer);
    }
  };
  visit(root, [], []);
  return { circular, followed };
}

/** Returns a schema without the references at some pointers. Keywords next to them stay. */
function withoutReferences(schema: unknown, places: ReadonlySet<string>, path: Path): unknown {
  if (!isObject(schema)) return schema;
  const { $ref: reference, ...beside } = mapSubschemas(schema, (inner, steps) =>
    withoutReferences(inner, places, [...path, ...steps]),
  );
  return reference === undefined || places.has(pointerOf(path)) ? beside : { $ref: reference, ...beside };
}

/**
 * Returns a schema without the definitions that are used neither by a drawn reference nor by another used
 * definition.
 */
function withoutUnused(root: JsonSchema, followed: ReadonlySet<string>): JsonSchema {
  const used = new Set<string>();
  const use = (steps: readonly (string | number)[]) => {
    const [keyword = '', name] = steps.map(String);
    if (!definitionKeywords.has(keyword) || name === undefined) return;
    const pointer = pointerOf([keyword, name]);
    if (used.has(pointer)) return;
    used.add(pointer);
    for (const { schema } of subschemas(valueAt(root, [keyword, name])))
      if (typeof schema.$ref === 'string') use(stepsOfReference(schema.$ref) ?? []);
  };
  for (const pointer of followed) use(stepsOf(pointer));
  return mapValues(root, (value, keyword) =>
    definitionKeywords.has(keyword) && isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => used.has(pointerOf([keyword, name]))))
      : value,
  );
}

/** Returns the path of the schema whose `$anchor` a reference names. */
function anchoredAt(root: JsonSchema, reference: string): Path | undefined {
  const found = [...subschemas(root)].find(({ schema }) => `#${String(schema.$anchor)}` === reference);
  return found?.path;
}
