import { definitionKeywords } from '../../json-schema/keywords.ts';
import { getValueAt, type JsonPath, parsePointer, toJsonPointer } from '../../json-schema/pointers.ts';
import { parseReference, resolveReference, toReference } from '../../json-schema/references.ts';
import {
  countUnfoldedSchemas,
  type FollowReference,
  maxSchemaNesting,
  maxUnfoldedSchemas,
} from '../../json-schema/unfolding.ts';
import { getOwnMember, isObject, mapValues, toText } from '../../json-schema/values.ts';
import { iterateSchemas, listInnerSchemas, mapSubschemas } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';

/**
 * Replaces references to `fields.json` by their targets, so that the schema is self-contained, and removes
 * unused definitions. Circular references are removed and reported, so that every recursion over the schema
 * ends. References without a target and `$id`s below the root are reported too.
 * @returns Undefined if the references lead to too many schemas; this is reported.
 */
export function inlineReferences(
  schema: JsonSchema,
  definitions: JsonSchema,
  at: DocumentPath,
  report: ProblemReport,
): JsonSchema | undefined {
  if (reportIfTooLarge(schema, createFollow(schema, definitions), at, report)) return undefined;
  const inlined = inlineSchema(schema, { definitions, report, open: [] }, at) as JsonSchema;
  const { circular, followed } = followReferences(inlined, at, report);
  const ending = circular.size === 0 ? inlined : (removeReferences(inlined, circular, []) as JsonSchema);
  const pruned = removeUnusedDefinitions(ending, followed);
  return reportIfTooLarge(pruned, createFollow(pruned, definitions), at, report) ? undefined : pruned;
}

/**
 * Returns true and reports it if a schema has too many schemas, or nests them too deep, after its references
 * are resolved.
 */
function reportIfTooLarge(
  schema: JsonSchema,
  follow: FollowReference,
  at: DocumentPath,
  report: ProblemReport,
): boolean {
  const size = countUnfoldedSchemas(schema, follow);
  if (size <= maxUnfoldedSchemas) return false;
  const many =
    size === Number.POSITIVE_INFINITY
      ? `its references lead more than ${maxSchemaNesting} schemas deep`
      : `with its references resolved it has more than ${maxUnfoldedSchemas} schemas`;
  const reason = `${many}, too many to fill in or to show; refer to fewer, or split it into several enquiry types`;
  report.add(at, 'bad-schema', reason);
  return true;
}

/**
 * Returns a function that follows the references of a form: to itself, to shared fields, and from one shared
 * field to another. It returns undefined, or a target with an undefined schema, for a reference to nothing.
 */
export function createFollow(root: JsonSchema, definitions: JsonSchema): FollowReference {
  /** Follows a reference inside `fields.json`, in which local references name shared fields too. */
  const followSharedReference: FollowReference = (reference) => {
    const name = getSharedName(reference) ?? getReferencedName(reference);
    return name === undefined
      ? undefined
      : { schema: getOwnMember(definitions, name), follow: followSharedReference };
  };
  /** Follows a reference inside the form. */
  const followReference: FollowReference = (reference) =>
    reference.startsWith('#')
      ? { schema: resolveReference(root, reference), follow: followReference }
      : followSharedReference(reference);
  return followReference;
}

/**
 * Returns the name of the shared field in a reference to `fields.json`, undefined for any other reference:
 * `getSharedName('../../fields.json#/$defs/name') // 'name'`.
 */
export function getSharedName(reference: unknown): string | undefined {
  const [file = '', pointer = ''] = typeof reference === 'string' ? reference.split('#') : [];
  return /(?:^|\/)fields\.json$/.test(file) ? getReferencedName(`#${pointer}`) : undefined;
}

/**
 * Returns the name of the definition in a local reference to `$defs`, undefined for a reference to anything
 * else: `getReferencedName('#/$defs/boat') // 'boat'`.
 */
export function getReferencedName(reference: string): string | undefined {
  const [keyword, name, ...more] = parseReference(reference) ?? [];
  return keyword === '$defs' && more.length === 0 ? name : undefined;
}

interface InlineContext {
  readonly definitions: JsonSchema;
  readonly report: ProblemReport;
  /** The shared definitions that are being inlined. They reveal circular references. */
  readonly open: readonly string[];
}

/**
 * Returns a schema with all references to `fields.json` replaced by their targets. Keywords next to `$ref`
 * take precedence. Reports an `$id` inside a form.
 */
function inlineSchema(schema: unknown, inlining: InlineContext, at: DocumentPath): unknown {
  if (!isObject(schema)) return schema;
  if (typeof schema.$id === 'string' && at.path.length > 0) {
    const reason = 'a schema inside a form cannot have an "$id" of its own; remove it';
    inlining.report.add(extendPath(at, '$id'), 'nested-id', reason);
  }
  const own = mapSubschemas(schema, (inner, path) => inlineSchema(inner, inlining, extendPath(at, ...path)));
  const { $ref: reference, ...beside } = own;
  return isSharedReference(reference, inlining)
    ? { ...inlineSharedReference(reference, inlining, at), ...beside }
    : own;
}

/** Returns true for a reference to another file, and for a local one inside a shared definition. */
function isSharedReference(reference: unknown, { open }: InlineContext): reference is string {
  if (typeof reference !== 'string') return false;
  return !reference.startsWith('#') || (open.length > 0 && reference.startsWith('#/$defs/'));
}

/**
 * Returns the target of a reference to `fields.json`, with its own references replaced. Returns an empty
 * schema and reports the reference if it is unknown or circular.
 */
function inlineSharedReference(reference: string, inlining: InlineContext, at: DocumentPath): JsonSchema {
  const { definitions, report, open } = inlining;
  const name = getSharedName(reference) ?? getReferencedName(reference);
  const definition = name === undefined ? undefined : getValueAt(definitions, [name]);
  if (name === undefined || definition === undefined) {
    const known = Object.keys(definitions).map((key) => `../../fields.json#/$defs/${key}`);
    const reason = `unknown reference "${reference}"; a form refers to itself ("#/...") or to fields.json`;
    report.add(extendPath(at, '$ref'), 'unknown-reference', reason, { wrong: reference, known });
    return {};
  }
  if (open.includes(name)) {
    report.add(
      extendPath(at, '$ref'),
      'recursive-reference',
      explainEndlessDepth(`"${reference}" leads back to itself`),
    );
    return {};
  }
  return inlineSchema(definition, { ...inlining, open: [...open, name] }, at) as JsonSchema;
}

/** Returns the message about a schema that contains itself. `subject` is the beginning of the sentence. */
function explainEndlessDepth(subject: string): string {
  return `${subject}; a form of endless depth cannot be shown: refer to something that ends, or remove the reference`;
}

interface FollowedReferences {
  /** The JSON Pointers of schemas whose reference refers to a schema that contains them. */
  readonly circular: ReadonlySet<string>;
  /** The JSON Pointers of all targets of references. */
  readonly followed: ReadonlySet<string>;
}

/**
 * Follows the local references of a schema and returns what it found. Reports circular references, references
 * without a target, those to an `$anchor`, and `$dynamicRef` and `$recursiveRef`. Definitions that nothing
 * refers to are not visited.
 */
function followReferences(root: JsonSchema, at: DocumentPath, report: ProblemReport): FollowedReferences {
  const followed = new Set<string>();
  const circular = new Set<string>();
  /**
   * Follows the references of a schema and of the schemas inside it. `open` has the pointers of the targets
   * that lead to it.
   */
  const visitSchema = (schema: unknown, path: JsonPath, open: readonly string[]): void => {
    if (!isObject(schema)) return;
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      const reason = `"${keyword}" is for schemas of endless depth, which cannot be shown; use "$ref"`;
      if (keyword in schema) report.add(extendPath(at, ...path, keyword), 'recursive-reference', reason);
    }
    if (typeof schema.$ref === 'string') followReference(schema.$ref, path, open);
    for (const inner of listInnerSchemas(schema)) {
      if (!definitionKeywords.has(String(inner.path[0])))
        visitSchema(inner.schema, [...path, ...inner.path], open);
    }
  };
  /**
   * Visits the target of the reference at `path`, unless it was visited before. Reports a reference that has
   * none or is circular.
   */
  const followReference = (reference: string, path: JsonPath, open: readonly string[]): void => {
    const steps = parseReference(reference);
    const target = steps && getValueAt(root, steps);
    const place = extendPath(at, ...path, '$ref');
    if (steps === undefined || target === undefined) {
      const anchored = findAnchor(root, reference);
      const reason =
        anchored === undefined
          ? `"${reference}" refers to nothing; correct it, or add its target`
          : `"${reference}" names an "$anchor", which is not supported; refer to its position, "${toReference(anchored)}"`;
      report.add(place, 'unknown-reference', reason);
      return;
    }
    const pointer = toJsonPointer(steps);
    if (pointer === '' || open.includes(pointer)) {
      report.add(place, 'recursive-reference', explainEndlessDepth(`"${reference}" leads back to itself`));
      circular.add(toJsonPointer(path));
    } else if (!followed.has(pointer)) {
      visitSchema(target, steps, [...open, pointer]);
      followed.add(pointer);
    }
  };
  visitSchema(root, [], []);
  return { circular, followed };
}

/**
 * Returns a schema without the references at the given pointers. Keywords next to them stay.
 * @param path The path of the schema from the root of the form.
 */
function removeReferences(schema: unknown, pointers: ReadonlySet<string>, path: JsonPath): unknown {
  if (!isObject(schema)) return schema;
  const { $ref: reference, ...beside } = mapSubschemas(schema, (inner, steps) =>
    removeReferences(inner, pointers, [...path, ...steps]),
  );
  return reference === undefined || pointers.has(toJsonPointer(path))
    ? beside
    : { $ref: reference, ...beside };
}

/**
 * Returns a schema without the definitions to which neither a followed reference nor another used definition
 * refers.
 */
function removeUnusedDefinitions(root: JsonSchema, followed: ReadonlySet<string>): JsonSchema {
  const used = new Set<string>();
  /** Marks the definition at a path, and all definitions that it refers to. Other paths are ignored. */
  const markUsed = (steps: readonly (string | number)[]) => {
    const [keyword = '', name] = steps.map(String);
    if (!definitionKeywords.has(keyword) || name === undefined) return;
    const pointer = toJsonPointer([keyword, name]);
    if (used.has(pointer)) return;
    used.add(pointer);
    for (const { schema } of iterateSchemas(getValueAt(root, [keyword, name])))
      if (typeof schema.$ref === 'string') markUsed(parseReference(schema.$ref) ?? []);
  };
  for (const pointer of followed) markUsed(parsePointer(pointer));
  return mapValues(root, (value, keyword) =>
    definitionKeywords.has(keyword) && isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => used.has(toJsonPointer([keyword, name]))))
      : value,
  );
}

/**
 * Returns the path of the first schema whose `$anchor` a reference names (`#name`), undefined if there is
 * none.
 */
function findAnchor(root: JsonSchema, reference: string): JsonPath | undefined {
  const found = [...iterateSchemas(root)].find(({ schema }) => `#${toText(schema.$anchor)}` === reference);
  return found?.path;
}
