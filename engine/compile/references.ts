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

/** The schema that a local reference leads to, through any number of references; the schema itself where it is none. */
export function dereference(schema: unknown, root: JsonSchema): JsonSchema {
  let current = asSchema(schema);
  for (let hops = 0; typeof current.$ref === 'string' && hops < 32; hops += 1) {
    const { $ref, ...beside } = current;
    current = { ...asSchema(lookUp(root, $ref as string)), ...beside };
  }
  return current;
}

/** The place that a local JSON Pointer reference names; undefined where there is none. */
export function lookUp(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>(
    (place, step) => (isObject(place) ? place[step] : Array.isArray(place) ? place[Number(step)] : undefined),
    root,
  );
}

interface Inlining {
  readonly definitions: JsonSchema;
  readonly report: Report;
  /** Shared definitions that are being put in place, for circles among them. */
  readonly open: readonly string[];
}

const sharedReference = /(?:^|\/)fields\.json#\/\$defs\/([^/]+)$/;

function inline(node: unknown, inlining: Inlining, at: Place): unknown {
  if (Array.isArray(node)) return node.map((item, index) => inline(item, inlining, within(at, index)));
  if (!isObject(node)) return node;
  if (typeof node.$id === 'string' && at.path.length > 0 && !isData(at)) {
    inlining.report.add(
      within(at, '$id'),
      'nested-id',
      'a schema inside a form has no "$id" of its own; remove it',
    );
  }
  const entries = Object.entries(node).filter(([key]) => key !== '$ref' || !isShared(node.$ref, inlining));
  const own = Object.fromEntries(
    entries.map(([key, value]) => [key, inline(value, inlining, within(at, key))]),
  );
  return typeof node.$ref === 'string' && isShared(node.$ref, inlining)
    ? { ...shared(node.$ref, inlining, at), ...own }
    : own;
}

/** A reference to `fields.json`, or one inside it. */
function isShared(reference: unknown, { open }: Inlining): boolean {
  return (
    typeof reference === 'string' &&
    (!reference.startsWith('#') || (open.length > 0 && reference.startsWith('#/$defs/')))
  );
}

function shared(reference: string, inlining: Inlining, at: Place): JsonSchema {
  const { definitions, report, open } = inlining;
  const name = sharedReference.exec(reference)?.[1] ?? /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
  const definition = name === undefined ? undefined : definitions[name];
  if (name === undefined || definition === undefined) {
    const known = Object.keys(definitions).map((key) => `../../fields.json#/$defs/${key}`);
    report.add(
      within(at, '$ref'),
      'unknown-reference',
      `unknown reference "${reference}"; a form refers to itself ("#/...") or to fields.json`,
      { wrong: reference, known },
    );
    return {};
  }
  if (open.includes(name)) {
    report.add(
      within(at, '$ref'),
      'recursive-reference',
      `"${reference}" leads back to itself; a form of endless depth cannot be drawn`,
    );
    return {};
  }
  return inline(definition, { ...inlining, open: [...open, name] }, at) as JsonSchema;
}

function reportCircles(root: JsonSchema, at: Place, report: Report): void {
  const visit = (node: unknown, place: Place, open: readonly string[]): void => {
    if (Array.isArray(node))
      for (const [index, item] of node.entries()) visit(item, within(place, index), open);
    if (!isObject(node)) return;
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      if (keyword in node)
        report.add(
          within(place, keyword),
          'recursive-reference',
          `"${keyword}" is for schemas of endless depth, which cannot be drawn; use "$ref"`,
        );
    }
    const { $ref: reference } = node;
    if (typeof reference === 'string') follow(reference, place, open);
    for (const [key, value] of Object.entries(node)) {
      if (key !== '$defs' && key !== 'definitions' && key !== 'examples' && key !== '$ref')
        visit(value, within(place, key), open);
    }
  };
  const follow = (reference: string, place: Place, open: readonly string[]): void => {
    const target = lookUp(root, reference);
    if (reference === '#' || open.includes(reference)) {
      report.add(
        within(place, '$ref'),
        'recursive-reference',
        `"${reference}" leads back to itself; a form of endless depth cannot be drawn`,
      );
    } else if (target === undefined) {
      report.add(within(place, '$ref'), 'unknown-reference', `"${reference}" leads nowhere`);
    } else visit(target, place, [...open, reference]);
  };
  visit(root, at, []);
}

/** Below these keywords stands data, not schema. */
function isData({ path }: Place): boolean {
  return (
    path.some(
      (step, index) =>
        ['examples', 'default', 'const', 'enum'].includes(String(step)) && path[index - 1] !== 'properties',
    ) || path.at(-1) === 'properties'
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): JsonSchema {
  return isObject(value) ? value : {};
}
