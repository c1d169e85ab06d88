import { toJsonPointer } from '../../json-schema/pointers.ts';
import { asList } from '../../json-schema/values.ts';
import type { Subschema } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { createFinding, type Finding } from '../finding.ts';

/**
 * Returns a finding for each keyword of a schema that JSON Schema ignores at its position: limits of another
 * type of value, and keywords without another one that they need. Schemas inside it are not checked.
 * @param parts The schema and those that apply together with it: the target of its reference, and its
 * `allOf`.
 */
export function findIdleKeywords(
  file: string,
  { schema, path }: Subschema,
  parts: readonly JsonSchema[],
): readonly Finding[] {
  return Object.keys(schema).flatMap((keyword) => {
    const reason = explainIdleKeyword(keyword, schema, parts);
    if (reason === undefined) return [];
    return [
      createFinding({ file, pointer: toJsonPointer([...path, keyword]), code: 'idle-keyword', reason }),
    ];
  });
}

/**
 * Returns a sentence that explains why a keyword has no effect and how to correct it. Undefined if it has an
 * effect or is unknown.
 */
function explainIdleKeyword(
  keyword: string,
  schema: JsonSchema,
  parts: readonly JsonSchema[],
): string | undefined {
  const companions = getOwnEntry(companionsByKeyword, keyword);
  if (companions !== undefined && !companions.some((name) => schema[name] !== undefined))
    return `"${keyword}" has no effect without ${companions.map((name) => `"${name}"`).join(' or ')}; add it, or remove "${keyword}"`;
  const limited = getOwnEntry(typesByKeyword, keyword);
  const types = limited && parts.map(({ type }) => asList(typeof type === 'string' ? [type] : type));
  const other = types?.find(
    (names) => names.length > 0 && !names.some((name) => limited?.includes(String(name))),
  );
  if (limited === undefined || other === undefined) return undefined;
  const [type] = limited;
  return `"${keyword}" is for values of the type "${type}" and has no effect on ${other.map((name) => `"${String(name)}"`).join(' and ')}; correct "type", or remove "${keyword}"`;
}

/**
 * Returns the entry of a table by a name that an author wrote; undefined if there is none. The name may be
 * one that every object inherits, such as `constructor`.
 */
function getOwnEntry<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * The companions of each keyword, one of which has to be beside it (JSON Schema 2020-12, Core section 10.2.2,
 * Validation sections 6.4 and 8).
 */
const companionsByKeyword: Readonly<Record<string, readonly string[]>> = {
  if: ['then', 'else'],
  then: ['if'],
  else: ['if'],
  minContains: ['contains'],
  maxContains: ['contains'],
  additionalItems: ['items'],
  contentSchema: ['contentMediaType'],
};

/** Keywords by the types of value that they apply to. All other keywords apply to every type. */
const keywordsOfTypes: readonly (readonly [types: readonly string[], keywords: readonly string[]])[] = [
  [['string'], ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType']],
  [['string'], ['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum']],
  [
    ['number', 'integer'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
  [
    ['array'],
    ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems'],
  ],
  [['object'], ['properties', 'required', 'minProperties', 'maxProperties', 'propertyNames']],
  [['object'], ['additionalProperties', 'patternProperties', 'unevaluatedProperties']],
  [['object'], ['dependentRequired', 'dependentSchemas', 'dependencies']],
];

const typesByKeyword: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  keywordsOfTypes.flatMap(([types, keywords]) => keywords.map((keyword) => [keyword, types])),
);
