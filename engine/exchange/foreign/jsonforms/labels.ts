import { dereference } from '../../../json-schema/references.ts';
import { isObject } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';

/** Keywords whose value is a schema with fields that are drawn. */
const drawnSchemas: ReadonlySet<string> = new Set(['items', 'additionalItems', 'then', 'else']);
const drawnLists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const drawnMaps: ReadonlySet<string> = new Set(['$defs', 'definitions', 'dependentSchemas', 'dependencies']);

/**
 * Returns a schema in which every property without a title has the one that JSON Forms draws: `firstName` becomes
 * "First Name".
 * @param originalNames The names in the source, by those of renamed fields.
 */
export function addTitles(schema: JsonSchema, originalNames: ReadonlyMap<string, string>): JsonSchema {
  const labelSchema = (given: unknown, known: ReadonlySet<string>, names = noNames): unknown => {
    if (!isObject(given)) return given;
    const own = isObject(given.properties) ? Object.keys(given.properties) : [];
    const all = new Set([...known, ...own]);
    return mapMembers(given, (keyword, value) => {
      if (keyword === 'properties' && isObject(value))
        return mapMembers(value, (name, each) => labelProperty(each, name, known, names));
      if (drawnMaps.has(keyword) && isObject(value))
        return mapMembers(value, (_name, each) =>
          labelSchema(each, keyword.startsWith('depend') ? all : noKnown),
        );
      if (drawnLists.has(keyword) && Array.isArray(value)) return value.map((each) => labelSchema(each, all));
      return drawnSchemas.has(keyword) ? labelSchema(value, keyword === 'items' ? noKnown : all) : value;
    });
  };
  const labelProperty = (
    given: unknown,
    name: string,
    known: ReadonlySet<string>,
    names: ReadonlyMap<string, string>,
  ): unknown => {
    const inner = labelSchema(given, noKnown);
    if (!isObject(inner) || known.has(name)) return inner;
    const title = toStartCase(names.get(name) ?? name);
    const hasTitle = inner.title !== undefined || dereference(inner, schema).title !== undefined;
    return hasTitle || title === '' ? inner : { ...inner, title };
  };
  return labelSchema(schema, noKnown, originalNames) as JsonSchema;
}

const noNames: ReadonlyMap<string, string> = new Map();
const noKnown: ReadonlySet<string> = new Set();

function mapMembers(
  members: Readonly<Record<string, unknown>>,
  change: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(name, value)]));
}

/** Returns the words of a name, each with a capital: `taxID` is "Tax ID". */
function toStartCase(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replaceAll(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replaceAll(/(\p{L})(?=\p{N})/gu, '$1 ')
    .replaceAll(/(\p{N})(?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '');
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(' ');
}
