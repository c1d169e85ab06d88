import type { JsonSchema } from '../model/types.ts';
import { newerKeywords } from './draft-keywords.ts';
import { mapEverySchema } from './map-every-schema.ts';
import { toText } from './values.ts';
import { iterateSchemas } from './walk.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

/**
 * Returns phrases for a message (`a list of "items"`) about the keywords that show that a schema without
 * `$schema` is older than 2020-12. Returns none if it names its draft or also contains newer keywords.
 */
export function findOlderKeywords(schema: JsonSchema): readonly string[] {
  if (schema.$schema !== undefined) return [];
  const all = [...iterateSchemas(schema)].map((place) => place.schema);
  if (all.some((inner) => newerKeywords.some((keyword) => keyword in inner))) return [];
  return [...new Set(all.flatMap(listOlderKeywords))];
}

/**
 * Returns phrases for a message about keywords of a schema that 2020-12 does not have, or not in this form.
 * Schemas inside the schema are ignored.
 */
function listOlderKeywords(schema: JsonSchema): readonly string[] {
  const limits = ['exclusiveMinimum', 'exclusiveMaximum'].filter(
    (limit) => typeof schema[limit] === 'boolean',
  );
  return [
    ...(Array.isArray(schema.items) ? ['a list of "items"'] : []),
    ...(schema.additionalItems === undefined ? [] : ['"additionalItems"']),
    ...limits.map((limit) => `"${limit}": ${toText(schema[limit])}`),
    ...(typeof schema.id === 'string' ? ['"id"'] : []),
  ];
}

/**
 * Returns `draft-04` or `draft-06` for a schema that names one of them, else undefined. Draft-07 has all
 * their keywords, some under another name.
 */
export function getOlderDraft({ $schema }: JsonSchema): string | undefined {
  return /^https?:\/\/json-schema\.org\/(draft-0[46])\/schema#?$/.exec(toText($schema))?.[1];
}

/**
 * Returns the schema in draft-07 if it names draft-04 or draft-06, or if `findOlderKeywords` finds keywords
 * of draft-07 or draft-04 in it. Otherwise returns it unchanged.
 */
export function inferDraft(schema: JsonSchema): JsonSchema {
  if (getOlderDraft(schema) === undefined && findOlderKeywords(schema).length === 0) return schema;
  return { ...mapEverySchema(schema, convertFromDraft04), $schema: draft07 };
}

/**
 * Returns a schema of draft-04 in draft-07, without changes to the schemas inside it. Limits with a boolean
 * `exclusiveMinimum` or `exclusiveMaximum` are converted (Validation draft-04, section 5.1.2), and a text in
 * `id` (`$id` in draft-07; Core, section 7.2) is removed.
 */
function convertFromDraft04(schema: JsonSchema): JsonSchema {
  const { id, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  return {
    ...rest,
    ...(id !== undefined && typeof id !== 'string' && { id }),
    ...convertLimit('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...convertLimit('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

/**
 * Returns the keywords of a limit in draft-07: `{minimum: 1, exclusiveMinimum: true}` becomes
 * `{exclusiveMinimum: 1}`. A number as exclusive limit stays, and keywords without a value are left out.
 * @param plain The name of the keyword with the value. `exclusive` is that of the other keyword.
 */
function convertLimit(plain: string, exclusive: string, value: unknown, isExclusive: unknown): JsonSchema {
  if (typeof isExclusive === 'boolean' && value !== undefined)
    return { [isExclusive ? exclusive : plain]: value };
  return {
    ...(value !== undefined && { [plain]: value }),
    ...(isExclusive !== undefined && { [exclusive]: isExclusive }),
  };
}
