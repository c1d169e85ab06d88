import { definitionName, sharedName } from '../../compile/references.ts';
import { pointerOf } from '../../json-schema/pointers.ts';
import { asList, asObject, isObject, isSameJson } from '../../json-schema/values.ts';
import { type Subschema, subschemas } from '../../json-schema/walk.ts';
import type { Documents, JsonSchema } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { slownessOf } from '../patterns/slowness.ts';
import { merged } from '../witness/merged.ts';
import { checkOf } from '../witness/samples.ts';

/** What is wrong inside single schemas: limits that contradict each other, doubled choices, slow patterns, unused shared fields. */
export function lintSchemas(documents: Documents): readonly Finding[] {
  const files = Object.keys(documents).filter(
    (file) => file === 'fields.json' || /^forms\/[^/]+\/schema\.json$/.test(file),
  );
  const shared = asObject(asObject(documents['fields.json']).$defs);
  const inner = files.flatMap((file) =>
    [...subschemas(documents[file])].flatMap((place) =>
      lintSubschema(file, place, { shared, root: asObject(documents[file]) }),
    ),
  );
  return [
    ...inner,
    ...files.flatMap((file) => otherDefinitions(file, documents[file], shared)),
    ...unusedDefinitions(documents, files, shared),
  ];
}

function lintSubschema(file: string, place: Subschema, { shared, root }: Around): readonly Finding[] {
  const parts = [place.schema, ...asList(place.schema.allOf)].map((part) =>
    withDefinition(asObject(part), shared),
  );
  const whole = parts.length === 1 ? parts[0] : merged({ allOf: parts }, root);
  return [
    ...unmeetable(whole ?? {}).map((reason) =>
      finding({ file, pointer: pointerOf(place.path), code: 'limit-unmeetable', reason }),
    ),
    ...doubled(file, place),
    ...slow(file, place),
    ...refusedDefault(file, place, { shared, root }),
  ];
}

interface Around {
  readonly shared: JsonSchema;
  readonly root: JsonSchema;
}

/** A default that its own schema refuses: whoever leaves the field as it is cannot send. */
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

/** A definition that is referred to with keywords beside the reference is looked at together with them. */
function withDefinition(schema: JsonSchema, shared: JsonSchema): JsonSchema {
  const name = sharedName(schema.$ref);
  const isNarrowed = Object.keys(schema).some((key) => !['$ref', 'title', 'description'].includes(key));
  return name !== undefined && isNarrowed && isObject(shared[name]) ? { ...shared[name], ...schema } : schema;
}

/** A lower and an upper limit by keyword. */
const limitPairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

function unmeetable(schema: JsonSchema): readonly string[] {
  const pairs = limitPairs.flatMap(([low, high]) => {
    const [minimum, maximum] = [schema[low], schema[high]];
    if (typeof minimum !== 'number' || typeof maximum !== 'number') return [];
    const excludes = low.startsWith('exclusive') || high.startsWith('exclusive');
    return minimum > maximum || (excludes && minimum === maximum)
      ? [`"${low}" is ${minimum} and "${high}" is ${maximum}: nothing is between them; correct one of them`]
      : [];
  });
  const choices = Array.isArray(schema.enum) ? schema.enum : undefined;
  return [
    ...pairs,
    ...(choices?.length === 0
      ? ['"enum" is empty: there is nothing to choose; add a choice, or take it out']
      : []),
    ...unfittingChoices(schema, choices),
    ...requiredFalse(schema),
  ];
}

function unfittingChoices(
  { type, const: constant }: JsonSchema,
  choices: readonly unknown[] | undefined,
): readonly string[] {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const fits = (value: unknown) =>
    types.length === 0 ||
    types.includes(typeName(value)) ||
    (types.includes('number') && typeof value === 'number');
  const values = choices ?? (constant === undefined ? [] : [constant]);
  const wrong = values.filter((value) => !fits(value));
  const isConstantChosen =
    choices === undefined || constant === undefined || choices.some((value) => isSameJson(value, constant));
  return [
    ...wrong.map(
      (value) =>
        `${JSON.stringify(value)} is not of the type ${types.join(' or ')}; correct the value or the type`,
    ),
    ...(isConstantChosen
      ? []
      : [`"const" is ${JSON.stringify(constant)}, which "enum" does not hold; correct one of them`]),
  ];
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function requiredFalse({ required, properties }: JsonSchema): readonly string[] {
  if (!Array.isArray(required) || !isObject(properties)) return [];
  return required
    .filter((name) => properties[name] === false)
    .map((name) => `"${name}" is required and forbidden at once; take one of them out`);
}

function doubled(file: string, { schema, path }: Subschema): readonly Finding[] {
  const choices = asList(schema.enum);
  return choices.flatMap((value, index) =>
    choices.slice(0, index).some((earlier) => isSameJson(earlier, value))
      ? [
          finding({
            file,
            pointer: pointerOf([...path, 'enum', index]),
            code: 'double-choice',
            reason: `the choice ${JSON.stringify(value)} stands here a second time; take it out`,
          }),
        ]
      : [],
  );
}

function slow(file: string, { schema, path }: Subschema): readonly Finding[] {
  const patterns = [
    ...(typeof schema.pattern === 'string' ? [{ pattern: schema.pattern, steps: ['pattern'] }] : []),
    ...Object.keys(asObject(schema.patternProperties)).map((pattern) => ({
      pattern,
      steps: ['patternProperties', pattern],
    })),
  ];
  return patterns.flatMap(({ pattern, steps }) => {
    const slowness = slownessOf(pattern);
    if (slowness === 'linear') return [];
    const reason =
      slowness === 'exponential'
        ? `the pattern ${pattern} takes endlessly long on some short texts, because it can read one text in many ways; let every repetition begin with something that the one before cannot take`
        : `the pattern ${pattern} takes long on some long texts, because two repetitions in it take the same characters; anchor it with "^" and "$", or make them differ`;
    const severity = slowness === 'exponential' ? 'error' : 'warning';
    return [
      finding({ file, pointer: pointerOf([...path, ...steps]), code: 'slow-pattern', severity, reason }),
    ];
  });
}

/** `email` that refers to `name`, where there is a shared `email`: most likely a line that was copied. */
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
