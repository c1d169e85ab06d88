import { toJsonPointer } from '../json-schema/pointers.ts';
import { asList, asObject, isObject } from '../json-schema/values.ts';
import { iterateSchemas } from '../json-schema/walk.ts';
import type { Documents } from '../model/types.ts';

/**
 * Documents with one mistake in one of them, as people make them. Rules have mutants of their own
 * (`RuleMutant`).
 */
export interface DocumentMutant {
  /** A description for people: `fields.json#/$defs/phone/pattern taken out`. */
  readonly description: string;
  /** All documents, of which one contains the mistake. */
  readonly documents: Documents;
}

/** One change of a document. */
interface Mutation {
  readonly path: readonly (string | number)[];
  readonly words: string;
  /** Absent: the value at the path is removed. */
  readonly value?: unknown;
}

/**
 * Generates documents with one small mistake each: a field, requirement, limit, choice, UI option or type
 * removed, a number changed by one, a pattern that accepts letters, a reference to another shared field, two
 * fields swapped. Rules, texts and scenarios are never changed.
 * @param files The documents to change, in this order; absent: all, sorted by name.
 */
export function* generateDocumentMutants(
  documents: Documents,
  files: readonly string[] = Object.keys(documents).sort(),
): Generator<DocumentMutant> {
  for (const file of files) {
    for (const { path, words, ...change } of listMutationsOfFile(file, documents)) {
      const mutated =
        'value' in change
          ? copyWithValueAt(documents[file], path, change.value)
          : copyWithoutValueAt(documents[file], path);
      yield {
        description: `${file}#${toJsonPointer(path)} ${words}`,
        documents: { ...documents, [file]: mutated },
      };
    }
  }
}

/**
 * Returns the mutations of a document, by the kind of its file; none for rules, texts, scenarios and unknown
 * files.
 */
function listMutationsOfFile(file: string, documents: Documents): readonly Mutation[] {
  const document = documents[file];
  if (file === 'fields.json' || file.endsWith('/schema.json'))
    return listSchemaMutations(document, documents);
  if (file.endsWith('ui.json')) return listUiMutations(document);
  if (file === 'settings.json') return listSettingMutations(document);
  return file === 'enquiry-types.json' ? listTypeMutations(document) : [];
}

/**
 * Returns the mutations of a schema document at any depth: removals of properties, requirements, choices and
 * keywords, and changes of numbers, patterns and references.
 */
function listSchemaMutations(document: unknown, documents: Documents): readonly Mutation[] {
  const shared = Object.keys(asObject(asObject(documents['fields.json']).$defs));
  return [...iterateSchemas(document)].flatMap(({ schema, path }) => [
    ...Object.keys(asObject(schema.properties)).map((name) =>
      createRemovalMutation([...path, 'properties', name]),
    ),
    ...asList(schema.required).map((_name, index) => createRemovalMutation([...path, 'required', index])),
    ...asList(schema.enum).map((_choice, index) => createRemovalMutation([...path, 'enum', index])),
    ...['format', 'const', 'uniqueItems'].flatMap((keyword) =>
      keyword in schema ? [createRemovalMutation([...path, keyword])] : [],
    ),
    ...listNumberMutations(schema, path),
    ...listPatternMutations(schema.pattern, [...path, 'pattern']),
    ...listReferenceMutations(schema.$ref, [...path, '$ref'], shared),
  ]);
}

/** Creates the mutation that removes the value at a path. */
function createRemovalMutation(path: Mutation['path']): Mutation {
  return { path, words: 'taken out' };
}

/**
 * Returns three changes of each number of a schema: one more, one less, and its removal. A `minLength` of at
 * most 1 is skipped.
 */
function listNumberMutations(
  schema: Readonly<Record<string, unknown>>,
  path: Mutation['path'],
): readonly Mutation[] {
  // An answer is never an empty text, so a `minLength` of 0 or 1 has no effect.
  /** Returns true if removing or changing the limit can change which answers are valid. */
  const canRefuseAnswer = (keyword: string, value: number) => keyword !== 'minLength' || value > 1;
  return Object.entries(schema).flatMap(([keyword, value]) =>
    typeof value === 'number' && canRefuseAnswer(keyword, value)
      ? [...listOffByOneMutations([...path, keyword], value), createRemovalMutation([...path, keyword])]
      : [],
  );
}

/** Returns two changes of a number: one more, and one less. */
function listOffByOneMutations(path: Mutation['path'], value: number): readonly Mutation[] {
  return [value + 1, value - 1].map((other) => ({ path, words: `${other} for ${value}`, value: other }));
}

/**
 * Returns two changes of a pattern: its removal, and letters added to its first character class if that has
 * none. None if the pattern is no string.
 */
function listPatternMutations(pattern: unknown, path: Mutation['path']): readonly Mutation[] {
  if (typeof pattern !== 'string') return [];
  const letters = /^[^[]*\[[^\]]*a-z/.test(pattern) ? pattern : pattern.replace('[', '[A-Za-z');
  return [
    createRemovalMutation(path),
    ...(letters === pattern ? [] : [{ path, words: 'takes letters', value: letters }]),
  ];
}

/**
 * Returns a change of a reference to the next shared field, as in a line that was copied; none if the
 * reference is not to a shared field.
 */
function listReferenceMutations(
  reference: unknown,
  path: Mutation['path'],
  shared: readonly string[],
): readonly Mutation[] {
  const [, name = ''] = /^(?:.*fields\.json)?#\/\$defs\/(.+)$/.exec(String(reference)) ?? [];
  const other = shared[(shared.indexOf(name) + 1) % shared.length];
  if (!shared.includes(name) || other === undefined || other === name) return [];
  return [{ path, words: `"${other}" for "${name}"`, value: String(reference).replace(/[^/]+$/, other) }];
}

/**
 * Returns the mutations of a UI schema: the removal of each key and of each key directly below it. `ui:order`
 * is not removed; its neighbours are swapped.
 */
function listUiMutations(document: unknown): readonly Mutation[] {
  return Object.entries(asObject(document)).flatMap(([key, value]) => {
    if (key === '$schema') return [];
    if (key === 'ui:order' && Array.isArray(value)) return listNeighbourSwaps(value);
    const inner = isObject(value)
      ? Object.keys(value).map((option) => createRemovalMutation([key, option]))
      : [];
    return [createRemovalMutation([key]), ...inner];
  });
}

/** Returns a change of `ui:order` for each two neighbours, in which these are swapped. */
function listNeighbourSwaps(order: readonly unknown[]): readonly Mutation[] {
  return order.slice(1).map((name, index) => ({
    path: ['ui:order'],
    words: `with ${JSON.stringify(name)} before ${JSON.stringify(order[index])}`,
    value: order.map((each, position) =>
      position === index ? name : position === index + 1 ? order[index] : each,
    ),
  }));
}

/** Returns two changes of each number of the settings, at any depth in objects: one more, and one less. */
function listSettingMutations(document: unknown, path: Mutation['path'] = []): readonly Mutation[] {
  return Object.entries(asObject(document)).flatMap(([key, value]) => {
    const valuePath = [...path, key];
    if (isObject(value)) return listSettingMutations(value, valuePath);
    return typeof value === 'number' ? listOffByOneMutations(valuePath, value) : [];
  });
}

/** Returns two changes of each enquiry type: its removal, and an id greater by 100. */
function listTypeMutations(document: unknown): readonly Mutation[] {
  return asList(asObject(document).enquiryTypes).flatMap((entry, index) => {
    const { id } = asObject(entry);
    const path = ['enquiryTypes', index];
    return [
      createRemovalMutation(path),
      { path: [...path, 'id'], words: `${Number(id) + 100} for ${String(id)}`, value: Number(id) + 100 },
    ];
  });
}

/** Returns a copy of a document with the value at a path replaced. Missing keys of objects are created. */
function copyWithValueAt(node: unknown, [step, ...rest]: Mutation['path'], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(node))
    return node.map((item, index) => (index === step ? copyWithValueAt(item, rest, value) : item));
  return { ...asObject(node), [step]: copyWithValueAt(asObject(node)[step], rest, value) };
}

/** Returns a copy of a document without the property or list item at a path; undefined for the empty path. */
function copyWithoutValueAt(node: unknown, [step, ...rest]: Mutation['path']): unknown {
  if (step === undefined) return undefined;
  if (Array.isArray(node))
    return rest.length === 0
      ? node.filter((_, index) => index !== step)
      : node.map((item, index) => (index === step ? copyWithoutValueAt(item, rest) : item));
  const entries = Object.entries(asObject(node)).filter(([key]) => key !== step || rest.length > 0);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === step ? copyWithoutValueAt(value, rest) : value]),
  );
}
