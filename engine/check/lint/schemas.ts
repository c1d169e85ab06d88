import { createFollow, getReferencedName, getSharedName } from '../../compile/schemas/references.ts';
import { findOlderKeywords, getOlderDraft } from '../../json-schema/infer-draft.ts';
import { definitionKeywords } from '../../json-schema/keywords.ts';
import { getValueAt, type JsonPath, toJsonPointer } from '../../json-schema/pointers.ts';
import { collectCombinedSchemas } from '../../json-schema/references.ts';
import { findPropertySchemas } from '../../json-schema/schemas-at.ts';
import { countUnfoldedSchemas, maxUnfoldedSchemas } from '../../json-schema/unfolding.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { isDrawnValuePath, iterateSchemas, type Subschema, testingKeywords } from '../../json-schema/walk.ts';
import type { Documents, JsonSchema } from '../../model/types.ts';
import { createSchemaTest } from '../examples/samples.ts';
import { createFinding, type Finding } from '../finding.ts';
import { getPatternTime, type PatternTime } from '../patterns/slowness.ts';
import { findIdleKeywords } from './idle-keywords.ts';
import { findUnmeetableReasons } from './unmeetable.ts';

/**
 * Returns findings about `fields.json` and the schemas of types that need no compiled form, such as
 * contradicting limits, duplicate choices, slow patterns, refused defaults and unused shared fields.
 */
export function lintSchemas(documents: Documents): readonly Finding[] {
  const files = Object.keys(documents).filter(
    (file) => file === 'fields.json' || /^forms\/[^/]+\/schema\.json$/.test(file),
  );
  const shared = asObject(asObject(documents['fields.json']).$defs);
  const inner = files.flatMap((file) =>
    listSchemasToLint(asObject(documents[file]), shared).flatMap((subschema) =>
      lintSubschema(file, subschema, { shared, root: asObject(documents[file]) }),
    ),
  );
  return [
    ...inner,
    ...files.flatMap((file) => reportDraft(file, documents[file])),
    ...files.flatMap((file) => reportMismatchedReferences(file, documents[file], shared)),
    ...reportUnusedDefinitions(documents, files, shared),
  ];
}

/**
 * Returns every schema inside a document, except definitions with endless references: no form that compiles
 * uses them.
 */
function listSchemasToLint(root: JsonSchema, shared: JsonSchema): readonly Subschema[] {
  const follow = createFollow(root, shared);
  const endless = new Set(
    [...definitionKeywords].flatMap((keyword) =>
      Object.entries(asObject(root[keyword])).flatMap(([name, definition]) =>
        countUnfoldedSchemas(asObject(definition), follow, Number.POSITIVE_INFINITY) > maxUnfoldedSchemas
          ? [toJsonPointer([keyword, name])]
          : [],
      ),
    ),
  );
  return [...iterateSchemas(root)].filter(({ path }) => !endless.has(toJsonPointer(path.slice(0, 2))));
}

/** Returns the findings about one schema inside a document. */
function lintSubschema(file: string, subschema: Subschema, context: SchemaContext): readonly Finding[] {
  return [
    ...findContradictions(listCombinedSchemas(subschema.schema, context), subschema.path, context).map(
      ({ path, reason }) =>
        createFinding({ file, pointer: toJsonPointer(path), code: 'limit-unmeetable', reason }),
    ),
    ...findIdleKeywords(file, subschema, listCombinedSchemas(subschema.schema, context)),
    ...reportDuplicateChoices(file, subschema),
    ...reportSlowPatterns(file, subschema, context),
    ...reportRefusedDefault(file, subschema, context),
    ...reportUnfillableProperties(file, subschema, context),
    ...reportUnfillableDependents(file, subschema, context),
  ];
}

/** Returns a schema and those that apply together with it: the target of its reference, and its `allOf`. */
function listCombinedSchemas(node: unknown, { shared, root }: SchemaContext): readonly JsonSchema[] {
  return collectCombinedSchemas(node, root, (schema) => mergeSharedField(schema, shared));
}

/**
 * Returns the reasons why no value can meet schemas that apply together, down to `maxNesting`, with their
 * positions. A contradiction inside one schema other than the first is left out, because it is reported at
 * that schema.
 * @param path The position of the first schema. A reason inside it has a deeper position if the first schema
 * has one there.
 */
function findContradictions(
  parts: readonly JsonSchema[],
  path: JsonPath,
  context: SchemaContext,
  depth = 0,
): readonly { readonly path: JsonPath; readonly reason: string }[] {
  const [own = {}, ...others] = parts;
  const known = new Set(others.flatMap((part) => findUnmeetableReasons([part], context.root)));
  const here = findUnmeetableReasons(parts, context.root).filter((reason) => !known.has(reason));
  if (others.length === 0 || depth > maxNesting) return here.map((reason) => ({ path, reason }));
  const names = parts.flatMap((part) => Object.keys(asObject(part.properties)));
  const inner = [
    ...[...new Set(names)].map((name) => ({
      steps: ['properties', name],
      schemas: parts.map((part) => asObject(part.properties)[name]),
    })),
    { steps: ['items'], schemas: parts.map(({ items }) => items) },
  ];
  return [
    ...here.map((reason) => ({ path, reason })),
    ...inner.flatMap(({ steps, schemas }) => {
      const present = schemas.filter(isObject);
      if (present.length < 2) return [];
      const alone = new Set(
        present.flatMap((schema) =>
          findContradictions(listCombinedSchemas(schema, context), [], context, depth + 1).map(
            ({ reason }) => reason,
          ),
        ),
      );
      const at = getValueAt(own, steps) === undefined ? path : [...path, ...steps];
      const together = present.flatMap((schema) => listCombinedSchemas(schema, context));
      return findContradictions([{}, ...together], at, context, depth + 1).filter(
        ({ reason }) => !alone.has(reason),
      );
    }),
  ];
}

/** Contradictions are searched no deeper than this: a definition that nothing uses may be endless. */
const maxNesting = 4;

/**
 * Returns a finding for each property that an object inside a field requires although no control draws it.
 * None if the object has no known properties or lets visitors add some; with `additionalProperties: false`,
 * `findContradictions` reports it instead.
 */
function reportUnfillableProperties(
  file: string,
  { schema, path }: Subschema,
  context: SchemaContext,
): readonly Finding[] {
  if (!isDrawnValuePath(path, conditionalKeywords)) return [];
  const parts = listCombinedSchemas(schema, context);
  const known = parts.flatMap((part) => [...findPropertySchemas(part, context.root).keys()]);
  if (allowsUnlistedProperties(parts) || known.length === 0) return [];
  const missing = parts
    .flatMap(({ required }) => asList(required))
    .filter((name) => !known.includes(String(name)));
  const isClosed = parts.some(({ additionalProperties }) => additionalProperties === false);
  return [...new Set(isClosed ? [] : missing)].map((name) =>
    createFinding({
      file,
      pointer: toJsonPointer(path),
      code: 'required-without-control',
      reason: `"${String(name)}" is required here, but "properties" has no "${String(name)}", so visitors cannot fill it in; add it there, or remove it from "required"`,
    }),
  );
}

/**
 * Returns true if one of the schemas lets visitors add properties by `additionalProperties` or
 * `patternProperties`. Without these keywords there is no control for them.
 */
function allowsUnlistedProperties(parts: readonly JsonSchema[]): boolean {
  return parts.some(
    ({ additionalProperties, patternProperties }) =>
      (additionalProperties !== undefined && additionalProperties !== false) ||
      patternProperties !== undefined,
  );
}

/**
 * Returns a finding for each property that is required once another one is answered (`dependentRequired`,
 * `dependencies`), although no control draws it.
 */
function reportUnfillableDependents(
  file: string,
  { schema, path }: Subschema,
  context: SchemaContext,
): readonly Finding[] {
  if (path.length > 0 && !isDrawnValuePath(path, conditionalKeywords)) return [];
  const parts = listCombinedSchemas(schema, context);
  if (allowsUnlistedProperties(parts)) return [];
  const known = parts.flatMap((part) => [...findPropertySchemas(part, context.root).keys()]);
  return ['dependentRequired', 'dependencies'].flatMap((keyword) =>
    Object.entries(asObject(schema[keyword])).flatMap(([name, names]) =>
      asList(names)
        .map(String)
        .filter((other) => known.includes(name) && !known.includes(other))
        .map((other) =>
          createFinding({
            file,
            pointer: toJsonPointer([...path, keyword, name]),
            code: 'required-without-control',
            reason: `"${other}" is required as soon as "${name}" is answered, but "properties" has no "${other}", so visitors who answer "${name}" cannot send; add it there, or remove it from "${keyword}"`,
          }),
        ),
    ),
  );
}

/** Keywords whose schemas only test a value, or apply to some values only. */
const conditionalKeywords: ReadonlySet<string> = new Set([
  ...testingKeywords,
  'then',
  'else',
  'oneOf',
  'anyOf',
  'dependentSchemas',
  'dependencies',
]);

/** The schemas that references of a document can refer to. */
interface SchemaContext {
  /** The `$defs` of `fields.json`. */
  readonly shared: JsonSchema;
  /** The document that contains the schema. */
  readonly root: JsonSchema;
}

/**
 * Returns a finding for a default that its own schema refuses: a visitor who does not change the field could
 * not send.
 */
function reportRefusedDefault(
  file: string,
  { schema, path }: Subschema,
  { shared, root }: SchemaContext,
): readonly Finding[] {
  if (schema.default === undefined) return [];
  const whole = mergeSharedField(schema, shared);
  if (createSchemaTest(whole, root)(schema.default)) return [];
  const reason = `the default ${JSON.stringify(schema.default)} is refused by its own schema; correct it, or remove it`;
  return [
    createFinding({ file, pointer: toJsonPointer([...path, 'default']), code: 'default-refused', reason }),
  ];
}

/**
 * Returns a schema merged with the shared field that it refers to, if keywords besides `title` and
 * `description` apply beside the reference; these keywords win. Else returns the schema itself, with its
 * reference.
 */
function mergeSharedField(schema: JsonSchema, shared: JsonSchema): JsonSchema {
  const name = getSharedName(schema.$ref);
  const isNarrowed = Object.keys(schema).some((key) => !['$ref', 'title', 'description'].includes(key));
  return name !== undefined && isNarrowed && isObject(shared[name]) ? { ...shared[name], ...schema } : schema;
}

/** Returns a finding for each repetition of a choice in `enum`. */
function reportDuplicateChoices(file: string, { schema, path }: Subschema): readonly Finding[] {
  const earlier = new Set<string>();
  return asList(schema.enum).flatMap((value, index) => {
    const text = JSON.stringify(value);
    const isFirst = !earlier.has(text);
    earlier.add(text);
    if (isFirst) return [];
    const pointer = toJsonPointer([...path, 'enum', index]);
    const reason = `the choice ${text} is listed here a second time; remove it`;
    return [createFinding({ file, pointer, code: 'double-choice', reason })];
  });
}

/**
 * Returns a finding for each pattern that is not known to be fast for the longest text that the schema
 * allows. A visitor may send any text, and a slow pattern would block the server for everybody.
 */
function reportSlowPatterns(
  file: string,
  { schema, path }: Subschema,
  context: SchemaContext,
): readonly Finding[] {
  /** Returns the smallest `maxLength` of the texts, or of the property names; infinity if there is none. */
  const getLengthLimit = (part: 'maxLength' | 'propertyNames') =>
    Math.min(
      ...listCombinedSchemas(schema, context).map((one) =>
        getMaxLengthOrInfinity(part === 'maxLength' ? one : one.propertyNames),
      ),
    );
  const patterns = [
    ...(typeof schema.pattern === 'string'
      ? [{ pattern: schema.pattern, steps: ['pattern'], characters: getLengthLimit('maxLength') }]
      : []),
    ...Object.keys(asObject(schema.patternProperties)).map((pattern) => ({
      pattern,
      steps: ['patternProperties', pattern],
      characters: getLengthLimit('propertyNames'),
    })),
  ];
  return patterns.flatMap(({ pattern, steps, characters }) => {
    const time = getPatternTime(pattern);
    if (characters <= time.mostCharacters) return [];
    const reason = `the pattern ${pattern} ${formatSlowness(time)}`;
    return [
      createFinding({ file, pointer: toJsonPointer([...path, ...steps]), code: 'slow-pattern', reason }),
    ];
  });
}

/**
 * Returns a finding for a schema that is read as draft-07 because it names an older draft, or names none and
 * has older keywords. None for `fields.json`.
 */
function reportDraft(file: string, document: unknown): readonly Finding[] {
  const schema = file === 'fields.json' ? {} : asObject(document);
  const older = getOlderDraft(schema);
  if (older !== undefined) {
    const reason = `this is written in ${older} and read as draft-07; write "http://json-schema.org/draft-07/schema#" here, "exclusiveMinimum" and "exclusiveMaximum" as numbers, and "$id" for "id"`;
    return [createFinding({ file, pointer: '/$schema', code: 'older-draft', reason })];
  }
  const olderKeywords = findOlderKeywords(schema);
  if (olderKeywords.length === 0) return [];
  const show = olderKeywords.length === 1 ? 'shows' : 'show';
  const reason = `no "$schema" names the draft; ${olderKeywords.join(', ')} ${show} that it is draft-07 or older, so it is read as draft-07; add "$schema": "http://json-schema.org/draft-07/schema#"`;
  return [createFinding({ file, pointer: '', code: 'inferred-draft', reason })];
}

/** Returns the `maxLength` of a schema; infinity if it has none or is no object. */
function getMaxLengthOrInfinity(schema: unknown): number {
  const { maxLength } = asObject(schema);
  return typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
}

/** Returns the rest of a sentence that begins with a slow pattern: the reason and advice. */
function formatSlowness({ slowness, mostCharacters, unproven }: PatternTime): string {
  if (slowness === 'exponential')
    return 'takes extremely long on some short texts, because it can match one text in many ways; start every repetition with something that the one before cannot match';
  if (slowness === 'polynomial')
    return `takes long on some long texts, because two repetitions in it, or a lookaround and one, match the same characters; anchor it with "^" and "$" and make them differ, or add "maxLength": ${mostCharacters} or less beside it`;
  return unproven === 'syntax'
    ? 'may take extremely long, because it has a backreference ("\\1", "\\k<name>") or syntax that cannot be proven fast; write it without that'
    : 'may take extremely long, because it can match one text in very many ways; write it so that each character can match in one way only';
}

/**
 * Returns a finding for each property of the root that refers to the shared field of another name although
 * there is one of the same name: `email` that refers to `name` is most likely a copied line.
 */
function reportMismatchedReferences(file: string, document: unknown, shared: JsonSchema): readonly Finding[] {
  const properties = asObject(asObject(document).properties);
  return Object.entries(properties).flatMap(([name, property]) => {
    const { $ref: reference } = asObject(property);
    const named = getSharedName(reference);
    if (named === undefined || named === name || shared[name] === undefined) return [];
    const reason = `"${name}" refers to the shared field "${named}", although there is a shared field "${name}"; refer to that one, or give this field another name`;
    const pointer = toJsonPointer(['properties', name, '$ref']);
    return [createFinding({ file, pointer, code: 'other-definition', reason })];
  });
}

/**
 * Returns a finding for each shared field that no reference in a schema document names.
 * @param files The schema documents, including `fields.json`.
 */
function reportUnusedDefinitions(
  documents: Documents,
  files: readonly string[],
  shared: JsonSchema,
): readonly Finding[] {
  const used = new Set<string>();
  for (const file of files) {
    for (const { schema } of iterateSchemas(documents[file])) {
      const ownName = file === 'fields.json' ? getReferencedName(String(schema.$ref)) : undefined;
      const name = getSharedName(schema.$ref) ?? ownName;
      if (name !== undefined) used.add(name);
    }
  }
  return Object.keys(shared)
    .filter((name) => !used.has(name))
    .map((name) =>
      createFinding({
        file: 'fields.json',
        pointer: toJsonPointer(['$defs', name]),
        code: 'unused-definition',
        reason: `no form uses the shared field "${name}"; refer to it, or remove it`,
      }),
    );
}
