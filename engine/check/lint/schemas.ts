import { definitionName, followIn, sharedName } from '../../compile/references.ts';
import { olderDraftOf, wordsOfOlderDrafts } from '../../json-schema/infer-draft.ts';
import { definitionKeywords } from '../../json-schema/keywords.ts';
import { propertySchemas } from '../../json-schema/places.ts';
import { type Path, pointerOf, valueAt } from '../../json-schema/pointers.ts';
import { schemasTogether } from '../../json-schema/references.ts';
import { mostSchemas, unfoldedSize } from '../../json-schema/unfolding.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { isValuePlace, type Subschema, subschemas, testingKeywords } from '../../json-schema/walk.ts';
import type { Documents, JsonSchema } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { type PatternTime, patternTime } from '../patterns/slowness.ts';
import { checkOf } from '../witness/samples.ts';
import { idleKeywords } from './idle-keywords.ts';
import { unmeetable } from './unmeetable.ts';

/**
 * Finds problems inside single schemas: contradicting limits, duplicate choices, slow patterns, refused
 * defaults, unused shared fields.
 */
export function lintSchemas(documents: Documents): readonly Finding[] {
  const files = Object.keys(documents).filter(
    (file) => file === 'fields.json' || /^forms\/[^/]+\/schema\.json$/.test(file),
  );
  const shared = asObject(asObject(documents['fields.json']).$defs);
  const inner = files.flatMap((file) =>
    schemasToLint(asObject(documents[file]), shared).flatMap((place) =>
      lintSubschema(file, place, { shared, root: asObject(documents[file]) }),
    ),
  );
  return [
    ...inner,
    ...files.flatMap((file) => inferredDraft(file, documents[file])),
    ...files.flatMap((file) => otherDefinitions(file, documents[file], shared)),
    ...unusedDefinitions(documents, files, shared),
  ];
}

/**
 * Returns every schema of a document except definitions with endless references: no form that compiles uses
 * them.
 */
function schemasToLint(root: JsonSchema, shared: JsonSchema): readonly Subschema[] {
  const follow = followIn(root, shared);
  const endless = new Set(
    [...definitionKeywords].flatMap((keyword) =>
      Object.entries(asObject(root[keyword])).flatMap(([name, definition]) =>
        unfoldedSize(asObject(definition), follow, Number.POSITIVE_INFINITY) > mostSchemas
          ? [pointerOf([keyword, name])]
          : [],
      ),
    ),
  );
  return [...subschemas(root)].filter(({ path }) => !endless.has(pointerOf(path.slice(0, 2))));
}

function lintSubschema(file: string, place: Subschema, around: Around): readonly Finding[] {
  return [
    ...contradictions(partsOf(place.schema, around), place.path, around).map(({ path, reason }) =>
      finding({ file, pointer: pointerOf(path), code: 'limit-unmeetable', reason }),
    ),
    ...idleKeywords(file, place, partsOf(place.schema, around)),
    ...doubled(file, place),
    ...slow(file, place, around),
    ...refusedDefault(file, place, around),
    ...unreachable(file, place, around),
    ...unreachableBeside(file, place, around),
  ];
}

/** Returns a schema with those that apply together with it: the target of its reference, and its `allOf`. */
function partsOf(node: unknown, { shared, root }: Around): readonly JsonSchema[] {
  return schemasTogether(node, root, (schema) => withDefinition(schema, shared));
}

/**
 * Returns the reasons why schemas that apply together cannot be met, at any depth. A reason within one of
 * them alone is reported at that schema.
 */
function contradictions(
  parts: readonly JsonSchema[],
  path: Path,
  around: Around,
  depth = 0,
): readonly { readonly path: Path; readonly reason: string }[] {
  const [own = {}, ...others] = parts;
  const known = new Set(others.flatMap((part) => unmeetable([part], around.root)));
  const here = unmeetable(parts, around.root).filter((reason) => !known.has(reason));
  if (others.length === 0 || depth > deepestInside) return here.map((reason) => ({ path, reason }));
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
      const said = schemas.filter(isObject);
      if (said.length < 2) return [];
      const alone = new Set(
        said.flatMap((schema) =>
          contradictions(partsOf(schema, around), [], around, depth + 1).map(({ reason }) => reason),
        ),
      );
      const at = valueAt(own, steps) === undefined ? path : [...path, ...steps];
      const together = said.flatMap((schema) => partsOf(schema, around));
      return contradictions([{}, ...together], at, around, depth + 1).filter(
        ({ reason }) => !alone.has(reason),
      );
    }),
  ];
}

/** Contradictions are searched no deeper than this: a definition that nothing uses may be endless. */
const deepestInside = 4;

/** Finds properties that are required inside an object although no control draws them. */
function unreachable(file: string, { schema, path }: Subschema, around: Around): readonly Finding[] {
  if (!isValuePlace(path, conditionalKeywords)) return [];
  const parts = partsOf(schema, around);
  const known = parts.flatMap((part) => [...propertySchemas(part, around.root).keys()]);
  if (isOpen(parts) || known.length === 0) return [];
  const missing = parts
    .flatMap(({ required }) => asList(required))
    .filter((name) => !known.includes(String(name)));
  const isClosed = parts.some(({ additionalProperties }) => additionalProperties === false);
  return [...new Set(isClosed ? [] : missing)].map((name) =>
    finding({
      file,
      pointer: pointerOf(path),
      code: 'required-without-control',
      reason: `"${String(name)}" is required here, but "properties" has no "${String(name)}", so that nobody can fill it in; add it there, or take it out of "required"`,
    }),
  );
}

function isOpen(parts: readonly JsonSchema[]): boolean {
  return parts.some(
    ({ additionalProperties, patternProperties }) =>
      (additionalProperties !== undefined && additionalProperties !== false) ||
      patternProperties !== undefined,
  );
}

/**
 * Finds properties that an answered property requires, by `dependentRequired` or `dependencies`, although no
 * control draws them.
 */
function unreachableBeside(file: string, { schema, path }: Subschema, around: Around): readonly Finding[] {
  if (path.length > 0 && !isValuePlace(path, conditionalKeywords)) return [];
  const parts = partsOf(schema, around);
  if (isOpen(parts)) return [];
  const known = parts.flatMap((part) => [...propertySchemas(part, around.root).keys()]);
  return ['dependentRequired', 'dependencies'].flatMap((keyword) =>
    Object.entries(asObject(schema[keyword])).flatMap(([name, names]) =>
      asList(names)
        .map(String)
        .filter((other) => known.includes(name) && !known.includes(other))
        .map((other) =>
          finding({
            file,
            pointer: pointerOf([...path, keyword, name]),
            code: 'required-without-control',
            reason: `"${other}" is required as soon as "${name}" is answered, but "properties" has no "${other}", so that whoever answers "${name}" cannot send; add it there, or take it out of "${keyword}"`,
          }),
        ),
    ),
  );
}

/** Keywords whose schemas only test a value, or apply to some values only. */
const conditionalKeywords: ReadonlySet<string> = new Set([
  ...testingKeywords,
  ...['then', 'else', 'oneOf', 'anyOf', 'dependentSchemas', 'dependencies'],
]);

interface Around {
  readonly shared: JsonSchema;
  readonly root: JsonSchema;
}

/** Finds defaults that their own schema refuses: a visitor who does not change the field could not send. */
function refusedDefault(
  file: string,
  { schema, path }: Subschema,
  { shared, root }: Around,
): readonly Finding[] {
  if (schema.default === undefined) return [];
  const whole = withDefinition(schema, shared);
  if (checkOf(whole, root)(schema.default)) return [];
  const reason = `the default ${JSON.stringify(schema.default)} is refused by the schema that it stands in; correct it, or take it out`;
  return [finding({ file, pointer: pointerOf([...path, 'default']), code: 'default-refused', reason })];
}

/** Merges a referenced definition with the keywords beside the reference, since both apply. */
function withDefinition(schema: JsonSchema, shared: JsonSchema): JsonSchema {
  const name = sharedName(schema.$ref);
  const isNarrowed = Object.keys(schema).some((key) => !['$ref', 'title', 'description'].includes(key));
  return name !== undefined && isNarrowed && isObject(shared[name]) ? { ...shared[name], ...schema } : schema;
}

function doubled(file: string, { schema, path }: Subschema): readonly Finding[] {
  const earlier = new Set<string>();
  return asList(schema.enum).flatMap((value, index) => {
    const text = JSON.stringify(value);
    const isFirst = !earlier.has(text);
    earlier.add(text);
    if (isFirst) return [];
    const pointer = pointerOf([...path, 'enum', index]);
    const reason = `the choice ${text} stands here a second time; take it out`;
    return [finding({ file, pointer, code: 'double-choice', reason })];
  });
}

/**
 * Finds patterns that are not known to be fast. A visitor may send any text, and a slow pattern would block
 * the server for everybody.
 */
function slow(file: string, { schema, path }: Subschema, around: Around): readonly Finding[] {
  const longest = (part: 'maxLength' | 'propertyNames') =>
    Math.min(
      ...partsOf(schema, around).map((one) => lengthOf(part === 'maxLength' ? one : one.propertyNames)),
    );
  const patterns = [
    ...(typeof schema.pattern === 'string'
      ? [{ pattern: schema.pattern, steps: ['pattern'], characters: longest('maxLength') }]
      : []),
    ...Object.keys(asObject(schema.patternProperties)).map((pattern) => ({
      pattern,
      steps: ['patternProperties', pattern],
      characters: longest('propertyNames'),
    })),
  ];
  return patterns.flatMap(({ pattern, steps, characters }) => {
    const time = patternTime(pattern);
    if (characters <= time.mostCharacters) return [];
    const reason = `the pattern ${pattern} ${slownessReason(time)}`;
    return [finding({ file, pointer: pointerOf([...path, ...steps]), code: 'slow-pattern', reason })];
  });
}

/**
 * Finds a draft that was inferred because the form does not name one, and a draft that is read as draft-07.
 */
function inferredDraft(file: string, document: unknown): readonly Finding[] {
  const schema = file === 'fields.json' ? {} : asObject(document);
  const older = olderDraftOf(schema);
  if (older !== undefined) {
    const reason = `this is written in ${older} and read as draft-07; write "http://json-schema.org/draft-07/schema#" here, "exclusiveMinimum" and "exclusiveMaximum" as numbers, and "$id" for "id"`;
    return [finding({ file, pointer: '/$schema', code: 'older-draft', reason })];
  }
  const words = wordsOfOlderDrafts(schema);
  if (words.length === 0) return [];
  const show = words.length === 1 ? 'shows' : 'show';
  const reason = `no "$schema" says in which draft this is written; ${words.join(', ')} ${show} that it is draft-07 or older, as which it is read: add "$schema": "http://json-schema.org/draft-07/schema#"`;
  return [finding({ file, pointer: '', code: 'inferred-draft', reason })];
}

function lengthOf(schema: unknown): number {
  const { maxLength } = asObject(schema);
  return typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
}

function slownessReason({ slowness, mostCharacters, unproven }: PatternTime): string {
  if (slowness === 'exponential')
    return 'takes endlessly long on some short texts, because it can read one text in many ways; let every repetition begin with something that the one before cannot take';
  if (slowness === 'polynomial')
    return `takes long on some long texts, because two repetitions in it, or a lookaround and one, read the same characters; anchor it with "^" and "$" and make them differ, or write "maxLength": ${mostCharacters} or less beside it`;
  return unproven === 'syntax'
    ? 'may take endlessly long, since it refers to what a group has taken ("\\1", "\\k<name>"), or uses syntax that cannot be proven quick; write what may stand there without that'
    : 'may take endlessly long, because it can read one text in very many ways; write it so that each character can be read in one way';
}

/**
 * Finds references to the shared field of another name although there is one of the same name: `email` that
 * refers to `name` is most likely a copied line.
 */
function otherDefinitions(file: string, document: unknown, shared: JsonSchema): readonly Finding[] {
  const properties = asObject(asObject(document).properties);
  return Object.entries(properties).flatMap(([name, property]) => {
    const { $ref: reference } = asObject(property);
    const named = sharedName(reference);
    if (named === undefined || named === name || shared[name] === undefined) return [];
    const reason = `"${name}" refers to the shared field "${named}", though there is a shared field "${name}"; refer to that one, or give this field another name`;
    const pointer = pointerOf(['properties', name, '$ref']);
    return [finding({ file, pointer, code: 'other-definition', reason })];
  });
}

function unusedDefinitions(
  documents: Documents,
  files: readonly string[],
  shared: JsonSchema,
): readonly Finding[] {
  const used = new Set<string>();
  for (const file of files) {
    for (const { schema } of subschemas(documents[file])) {
      const ownName = file === 'fields.json' ? definitionName(String(schema.$ref)) : undefined;
      const name = sharedName(schema.$ref) ?? ownName;
      if (name !== undefined) used.add(name);
    }
  }
  return Object.keys(shared)
    .filter((name) => !used.has(name))
    .map((name) =>
      finding({
        file: 'fields.json',
        pointer: pointerOf(['$defs', name]),
        code: 'unused-definition',
        reason: `no form uses the shared field "${name}"; refer to it, or take it out`,
      }),
    );
}
