import { definitionKeywords } from '../json-schema/keywords.ts';
import { type Path, pointerOf, valueAt } from '../json-schema/pointers.ts';
import { referenceTo, stepsOfReference } from '../json-schema/references.ts';
import { isObject } from '../json-schema/values.ts';
import { innerSchemas, mapSubschemas, subschemas } from '../json-schema/walk.ts';
import type { JsonSchema } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/**
 * A schema with its references to `fields.json` put in place, so that it stands by itself; keywords beside `$ref` win.
 * Reports references that lead nowhere, that lead round in a circle, and `$id`s below the root.
 */
export function inlineReferences(
  schema: JsonSchema,
  definitions: JsonSchema,
  at: Place,
  report: Report,
): JsonSchema {
  const inlined = inline(schema, { definitions, report, open: [] }, at) as JsonSchema;
  reportCircles(inlined, at, report);
  return inlined;
}

/** The name of the shared field that a reference to `fields.json` means: `sharedName('../../fields.json#/$defs/name') // 'name'` */
export function sharedName(reference: unknown): string | undefined {
  const [file = '', pointer = ''] = typeof reference === 'string' ? reference.split('#') : [];
  return /(?:^|\/)fields\.json$/.test(file) ? definitionName(`#${pointer}`) : undefined;
}

/** The name of the definition that a local reference means: `definitionName('#/$defs/boat') // 'boat'` */
export function definitionName(reference: string): string | undefined {
  const [keyword, name, ...more] = stepsOfReference(reference) ?? [];
  return keyword === '$defs' && more.length === 0 ? name : undefined;
}

interface Inlining {
  readonly definitions: JsonSchema;
  readonly report: Report;
  /** Shared definitions that are being put in place, for circles among them. */
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

/** A reference to `fields.json`, or one inside it. */
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

/** Follows every local reference from where it can be drawn; what stands below `$defs` alone is not. */
function reportCircles(root: JsonSchema, at: Place, report: Report): void {
  const followed = new Set<string>();
  const visit = (schema: unknown, path: Path, open: readonly string[]): void => {
    if (!isObject(schema)) return;
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      const reason = `"${keyword}" is for schemas of endless depth, which cannot be drawn; use "$ref"`;
      if (keyword in schema) report.add(within(at, ...path, keyword), 'recursive-reference', reason);
    }
    if (typeof schema.$ref === 'string') follow(schema.$ref, within(at, ...path, '$ref'), open);
    for (const inner of innerSchemas(schema)) {
      if (!definitionKeywords.has(String(inner.path[0]))) visit(inner.schema, [...path, ...inner.path], open);
    }
  };
  const follow = (reference: string, place: Place, open: readonly string[]): void => {
    const steps = stepsOfReference(reference);
    const target = steps && valueAt(root, steps);
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
    if (pointer === '' || open.includes(pointer))
      report.add(place, 'recursive-reference', endless(`"${reference}" leads back to itself`));
    else if (!followed.has(pointer)) {
      visit(target, steps, [...open, pointer]);
      followed.add(pointer);
    }
  };
  visit(root, [], []);
}

/** The place of the schema whose `$anchor` a reference names. */
function anchoredAt(root: JsonSchema, reference: string): Path | undefined {
  const found = [...subschemas(root)].find(({ schema }) => `#${String(schema.$anchor)}` === reference);
  return found?.path;
}
