import type { JsonSchema } from '#engine';
import type { ContentSource, SourceTrial } from '../../../api/content-sources.ts';

/**
 * Returns the list at the source's path in an answer; undefined if there is none. A path leads through objects
 * only.
 */
export function findList(answer: unknown, path: string | undefined): readonly unknown[] | undefined {
  const value = (path?.split('.') ?? []).reduce<unknown>(getMember, answer);
  return Array.isArray(value) ? value : undefined;
}

/**
 * Converts the items of an answer to entries of a list: the mapped values, each with the type that the schema of
 * the list has for it, as far as it can be converted. What an item does not have, the entry does not have.
 * Without a mapping the items are the entries.
 * @param schema The schema of the list.
 */
export function mapItems(
  items: readonly unknown[],
  { fields }: Pick<ContentSource, 'fields'>,
  schema: JsonSchema,
): readonly unknown[] {
  if (fields === undefined) return items;
  const mappings = Object.entries(fields).map(([target, mapping]) => ({
    path: target.split('.'),
    schema: findSchema(schema, target.split('.')),
    read: (item: unknown) => ('path' in mapping ? readPath(item, mapping.path) : mapping.constant),
  }));
  return items.map((item) => {
    const entry: Record<string, unknown> = {};
    for (const { path, schema: wanted, read } of mappings) {
      const value = convertValue(read(item), wanted);
      if (value !== undefined) setMember(entry, path, value);
    }
    return entry;
  });
}

/** Returns the member of an object by its own name, or the item of a list by its index. */
function getMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Returns the value at a path; `services[].key` returns the list of the keys. */
function readPath(item: unknown, path: string): unknown {
  const at = path.indexOf('[]');
  if (at < 0) return path.split('.').reduce(getMember, item);
  const list = path.slice(0, at).split('.').reduce(getMember, item);
  const rest = path.slice(at + 3);
  if (!Array.isArray(list)) return undefined;
  return rest === '' ? list : list.flatMap((one) => readPath(one, rest) ?? []);
}

/** Sets a member of an entry; objects on the path that are missing are created. */
function setMember(entry: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    entry[name] = value;
    return;
  }
  const inner = getMember(entry, name);
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  entry[name] = next;
  setMember(next, rest, value);
}

/** Returns the schema of a property of an entry; an empty one for a property that the schema does not name. */
function findSchema(list: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce<JsonSchema>(
    (schema, name) => (getMember(schema.properties, name) ?? {}) as JsonSchema,
    (list.items ?? {}) as JsonSchema,
  );
}

/**
 * Converts a value to a type that its schema allows. Undefined for null, an empty text, and a list without
 * items. A value that cannot be converted stays, so that the check of the list reports it.
 */
function convertValue(value: unknown, schema: JsonSchema): unknown {
  if (value === undefined || value === null || value === '') return undefined;
  const { type = [] } = schema as { readonly type?: string | readonly string[] };
  const types: readonly string[] = [type].flat();
  if (Array.isArray(value)) {
    if (types.length > 0 && !types.includes('array')) return value;
    const items = value.map((one) => convertValue(one, (schema.items ?? {}) as JsonSchema));
    return items.length === 0 ? undefined : items.filter((one) => one !== undefined);
  }
  const kind = Number.isInteger(value) && types.includes('integer') ? 'integer' : typeof value;
  if (types.length === 0 || types.includes(kind)) return shortenDate(value, schema);
  if (types.includes('array')) return [convertValue(value, (schema.items ?? {}) as JsonSchema)];
  if (types.includes('string') && typeof value === 'number') return String(value);
  if (types.includes('boolean') && /^(?:true|false)$/.test(String(value))) return String(value) === 'true';
  const isNumeric = types.some((type) => type === 'number' || type === 'integer');
  return isNumeric && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

/** Returns the day of a point in time where the schema wants a day. */
function shortenDate(value: unknown, { format }: JsonSchema): unknown {
  return format === 'date' && typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? value.slice(0, 10)
    : value;
}

/** The most paths of an answer that are listed, and the most levels that are searched. */
const most = { paths: 60, levels: 4 };

/** Returns the paths of the values that the first items have, each with an example. */
export function listItemPaths(items: readonly unknown[]): SourceTrial['paths'] {
  const found = new Map<string, string>();
  for (const item of items.slice(0, 20)) collectPaths(item, [], found);
  return [...found].slice(0, most.paths).map(([path, example]) => ({ path, example }));
}

function collectPaths(value: unknown, path: readonly string[], found: Map<string, string>): void {
  if (path.length > most.levels || value === null || value === undefined) return;
  const name = path.join('.');
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    if (path.length === 0 || first === undefined) return;
    const at = [...path.slice(0, -1), `${path.at(-1)}[]`];
    if (typeof first === 'object') collectPaths(first, at, found);
    else if (!found.has(at.join('.'))) found.set(at.join('.'), value.slice(0, 3).join(', ').slice(0, 60));
    return;
  }
  if (typeof value !== 'object') {
    if (name !== '' && !found.has(name)) found.set(name, String(value).slice(0, 60));
    return;
  }
  for (const [key, member] of Object.entries(value))
    if (/^[^.[\]\s]+$/.test(key)) collectPaths(member, [...path, key], found);
}

/** Returns the paths of all lists in an answer, with their sizes; an empty path for the answer itself. */
export function listListPaths(answer: unknown, path: readonly string[] = []): SourceTrial['lists'] {
  if (Array.isArray(answer)) return [{ path: path.join('.'), count: answer.length }];
  if (typeof answer !== 'object' || answer === null || path.length >= most.levels) return [];
  return Object.entries(answer)
    .filter(([key]) => /^[^.[\]\s]+$/.test(key))
    .flatMap(([key, member]) => listListPaths(member, [...path, key]))
    .slice(0, most.paths);
}
