import { pointerOf } from '../../json-schema/pointers.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { subschemas } from '../../json-schema/walk.ts';
import type { Documents } from '../../types.ts';

/**
 * Documents with one mistake in one of them, as people make it. Rules have mutants of their own
 * (`RuleMutant`).
 */
export interface DocumentMutant {
  /** A description for people: `fields.json#/$defs/phone/pattern taken out`. */
  readonly words: string;
  readonly documents: Documents;
}

interface Change {
  readonly path: readonly (string | number)[];
  readonly words: string;
  /** Absent: the value at the path is removed. */
  readonly value?: unknown;
}

/**
 * Generates every mutant of the documents except the rules: a field, requirement, limit or choice removed, a
 * number increased or decreased by one, a pattern that accepts letters, a reference to another shared field,
 * two fields swapped in the order, a widget or setting removed.
 */
export function* documentMutants(
  documents: Documents,
  files: readonly string[] = Object.keys(documents).sort(),
): Generator<DocumentMutant> {
  for (const file of files) {
    for (const { path, words, ...change } of changesOf(file, documents)) {
      const mutated =
        'value' in change ? withValue(documents[file], path, change.value) : without(documents[file], path);
      yield { words: `${file}#${pointerOf(path)} ${words}`, documents: { ...documents, [file]: mutated } };
    }
  }
}

function changesOf(file: string, documents: Documents): readonly Change[] {
  const document = documents[file];
  if (file === 'fields.json' || file.endsWith('/schema.json')) return schemaChanges(document, documents);
  if (file.endsWith('ui.json')) return uiChanges(document);
  if (file === 'settings.json') return settingChanges(document);
  return file === 'enquiry-types.json' ? typeChanges(document) : [];
}

function schemaChanges(document: unknown, documents: Documents): readonly Change[] {
  const shared = Object.keys(asObject(asObject(documents['fields.json']).$defs));
  return [...subschemas(document)].flatMap(({ schema, path }) => [
    ...Object.keys(asObject(schema.properties)).map((name) => lost([...path, 'properties', name])),
    ...asList(schema.required).map((_name, index) => lost([...path, 'required', index])),
    ...asList(schema.enum).map((_choice, index) => lost([...path, 'enum', index])),
    ...['format', 'const', 'uniqueItems'].flatMap((keyword) =>
      keyword in schema ? [lost([...path, keyword])] : [],
    ),
    ...numbersIn(schema, path),
    ...patternChanges(schema.pattern, [...path, 'pattern']),
    ...referenceChanges(schema.$ref, [...path, '$ref'], shared),
  ]);
}

function lost(path: Change['path']): Change {
  return { path, words: 'taken out' };
}

function numbersIn(schema: Readonly<Record<string, unknown>>, path: Change['path']): readonly Change[] {
  // An answer is never an empty text, so a `minLength` of 0 or 1 has no effect.
  const isSaying = (keyword: string, value: number) => keyword !== 'minLength' || value > 1;
  return Object.entries(schema).flatMap(([keyword, value]) =>
    typeof value === 'number' && isSaying(keyword, value)
      ? [...nudged([...path, keyword], value), lost([...path, keyword])]
      : [],
  );
}

function nudged(path: Change['path'], value: number): readonly Change[] {
  return [value + 1, value - 1].map((other) => ({ path, words: `${other} for ${value}`, value: other }));
}

function patternChanges(pattern: unknown, path: Change['path']): readonly Change[] {
  if (typeof pattern !== 'string') return [];
  const letters = /^[^[]*\[[^\]]*a-z/.test(pattern) ? pattern : pattern.replace('[', '[A-Za-z');
  return [lost(path), ...(letters === pattern ? [] : [{ path, words: 'takes letters', value: letters }])];
}

/** Replaces a reference by one to the next shared field, as in a line that was copied. */
function referenceChanges(
  reference: unknown,
  path: Change['path'],
  shared: readonly string[],
): readonly Change[] {
  const [, name = ''] = /^(?:.*fields\.json)?#\/\$defs\/(.+)$/.exec(String(reference)) ?? [];
  const other = shared[(shared.indexOf(name) + 1) % shared.length];
  if (!shared.includes(name) || other === undefined || other === name) return [];
  return [{ path, words: `"${other}" for "${name}"`, value: String(reference).replace(/[^/]+$/, other) }];
}

function uiChanges(document: unknown): readonly Change[] {
  return Object.entries(asObject(document)).flatMap(([key, value]) => {
    if (key === '$schema') return [];
    if (key === 'ui:order' && Array.isArray(value)) return orderChanges(value);
    const inner = isObject(value) ? Object.keys(value).map((option) => lost([key, option])) : [];
    return [lost([key]), ...inner];
  });
}

function orderChanges(order: readonly unknown[]): readonly Change[] {
  return order.slice(1).map((name, index) => ({
    path: ['ui:order'],
    words: `with ${JSON.stringify(name)} before ${JSON.stringify(order[index])}`,
    value: order.map((each, at) => (at === index ? name : at === index + 1 ? order[index] : each)),
  }));
}

function settingChanges(document: unknown, path: Change['path'] = []): readonly Change[] {
  return Object.entries(asObject(document)).flatMap(([key, value]) => {
    const place = [...path, key];
    if (isObject(value)) return settingChanges(value, place);
    return typeof value === 'number' ? nudged(place, value) : [];
  });
}

function typeChanges(document: unknown): readonly Change[] {
  return asList(asObject(document).enquiryTypes).flatMap((entry, index) => {
    const { id } = asObject(entry);
    const path = ['enquiryTypes', index];
    return [
      lost(path),
      { path: [...path, 'id'], words: `${Number(id) + 100} for ${String(id)}`, value: Number(id) + 100 },
    ];
  });
}

function withValue(node: unknown, [step, ...rest]: Change['path'], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(node))
    return node.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  return { ...asObject(node), [step]: withValue(asObject(node)[step], rest, value) };
}

function without(node: unknown, [step, ...rest]: Change['path']): unknown {
  if (step === undefined) return undefined;
  if (Array.isArray(node))
    return rest.length === 0
      ? node.filter((_, index) => index !== step)
      : node.map((item, index) => (index === step ? without(item, rest) : item));
  const entries = Object.entries(asObject(node)).filter(([key]) => key !== step || rest.length > 0);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === step ? without(value, rest) : value]),
  );
}
