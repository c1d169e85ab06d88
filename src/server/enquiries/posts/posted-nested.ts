import {
  type FormType,
  type Json,
  type JsonSchema,
  postNames,
  readNumber,
  type SchemaError,
  type UiSchema,
  type Values,
} from '#engine';
import { findUiSchemas, getUiWidget } from '#engine/json-schema/inner-ui.ts';
import { getValueAt, parsePointer } from '#engine/json-schema/pointers.ts';
import { type BranchSelection, findSchemasAt } from '#engine/json-schema/schemas-at.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { joinPositions, toPositionKey } from '#engine/model/ranking.ts';
import { isDataWidget } from '#engine/resolve/normalise-value.ts';
import { toEntryKey } from '#engine/texts/entry-names.ts';
import { joinPostedDay } from './posted-day.ts';

/** A tree of posted controls. A leaf is a list of texts: one for most controls, several for check boxes. */
type ControlTree = Map<string, ControlTree> | readonly string[];

/**
 * Reads the value of a nested field from its controls, which are named `guests[0][name]` (`toControlName`):
 * an object or a list whose texts are read by its schema. An empty item keeps its position. Undefined if
 * there is no control of the field, or if its text, day or tuple is empty.
 */
export function readNestedValue(field: string, posted: PostedType): Json | undefined {
  const tree = buildControlTree(field, posted.texts);
  return tree === undefined ? undefined : readControls(tree, [field], toReadOptions(posted));
}

/**
 * Returns the values with texts converted to numbers or booleans where a condition of the schema (`if`,
 * `dependentSchemas`) requires one. Texts that cannot be converted stay. This cannot be done when the texts
 * are read, because the conditions depend on the answers.
 * @param errors The validation errors of the values; those of the keyword `type` name the texts.
 */
export function convertRequiredTypes(
  values: Values,
  errors: readonly SchemaError[],
  posted: PostedType,
): Values {
  const options = toReadOptions(posted);
  return errors.reduce<Values>((changed, { keyword, instancePath, params }) => {
    const path = parsePointer(instancePath);
    const text = getValueAt(changed, path);
    if (keyword !== 'type' || path.length === 0 || typeof text !== 'string') return changed;
    const types = asList(Array.isArray(params.type) ? params.type : [params.type]);
    const asked = findSchemas(path, options).filter(({ type }) => types.includes(getRenderedTypes(type)[0]));
    const value = readText(text, asked, findNumberLocale(path, options));
    return asked.length === 0 ? changed : asObject(replaceAt(changed, path, () => value));
  }, values);
}

/** The deepest nesting of a form; deeper posts are not from our pages. */
export const deepestNesting = 16;

/**
 * Returns a field's posted controls as a tree; undefined if there is none. Controls deeper than
 * `deepestNesting` are ignored. A control of the field itself is returned alone.
 */
function buildControlTree(
  field: string,
  texts: ReadonlyMap<string, readonly string[]>,
): ControlTree | undefined {
  let root: ControlTree | undefined;
  for (const [name, posted] of texts) {
    const path = parseControlName(name);
    if (path[0] !== field || path.length > deepestNesting) continue;
    if (path.length === 1) return posted;
    root ??= new Map();
    insertControl(root as Map<string, ControlTree>, path.slice(1), posted);
  }
  return root;
}

/**
 * Returns the path in a control's name; empty if the name is not valid. `parseControlName('guests[0][a[b]]')
 * // ['guests', '0', 'a[b]']`
 */
function parseControlName(name: string): readonly string[] {
  const at = name.indexOf('[');
  if (at === -1) return [name];
  return at > 0 && name.endsWith(']') ? [name.slice(0, at), ...name.slice(at + 1, -1).split('][')] : [];
}

/**
 * Adds the texts of a control to a tree, below the path of its second parameter. Creates missing inner trees,
 * and replaces texts on the way to the control or at its place.
 */
function insertControl(
  tree: Map<string, ControlTree>,
  [step = '', ...rest]: readonly string[],
  posted: readonly string[],
): void {
  if (rest.length === 0) {
    tree.set(step, posted);
    return;
  }
  const inner = tree.get(step);
  const next = inner instanceof Map ? inner : new Map<string, ControlTree>();
  tree.set(step, next);
  insertControl(next, rest, posted);
}

/** The schemas of a type, the texts of a post by control, and the language in which numbers are written. */
export interface PostedType {
  readonly type: Pick<FormType, 'schema' | 'uiSchema'>;
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly locale: string;
}

/** Returns the options for reading a post, with the branches that the posted page showed. */
function toReadOptions({ type: { schema, uiSchema }, texts, locale }: PostedType): ReadOptions {
  const branches = Object.fromEntries(readBranchChoices(texts).map(({ pointer, drawn }) => [pointer, drawn]));
  return { root: schema, uiSchema, branches, locale };
}

interface ReadOptions {
  readonly root: JsonSchema;
  readonly uiSchema: UiSchema;
  readonly branches: BranchSelection;
  readonly locale: string;
}

/**
 * Reads controls as an object, a list, a ranking, a day or a single value, by the schema at `path`. Undefined for an
 * empty text, day or tuple; an object without values is `{}`.
 */
function readControls(tree: ControlTree, path: readonly string[], options: ReadOptions): Json | undefined {
  const schemas = findSchemas(path, options);
  if (!(tree instanceof Map)) return readControl(tree, schemas, findNumberLocale(path, options));
  if (schemas.some(({ format }) => format === 'date'))
    return joinPostedDay((part) => getLastText(tree, part));
  if (findWidgets(path, options).includes('ranking')) return readRanking(tree, path, options);
  const entries = listTreeParts(tree, path, options).map(
    // An additional property exists by its name, even if its value is empty.
    ([key, inner, step, isAdditionalProperty]) =>
      [
        key,
        readControls(inner, [...path, step], options) ?? (isAdditionalProperty ? '' : undefined),
      ] as const,
  );
  const isCounted = entries.every(([step]) => /^\d+$/.test(step));
  if (!isCounted || !isListSchema(schemas))
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Json;
  const counted = entries.sort(([one], [other]) => Number(one) - Number(other));
  // A tuple is always rendered: without a ticked box or a text it is no answer.
  if (getTupleItems(schemas).length > 0 && counted.every(([, value]) => value === undefined))
    return undefined;
  return counted.map(([step, value]) => value ?? createEmptyItem(findSchemas([...path, step], options)));
}

/**
 * Returns the parts of a tree: the key in the value, the inner tree, the name in the control, and true for an
 * additional property. Several texts of an additional property are separate parts. One without a name, or
 * with a repeated one, gets a key of its own.
 */
function listTreeParts(tree: Map<string, ControlTree>, path: readonly string[], options: ReadOptions) {
  const schemas = findSchemas(path, options);
  /** Returns true if no schema of the object has a property of this name; false in a list. */
  const isAdditionalProperty = (step: string) =>
    !isListSchema(schemas) && !schemas.some(({ properties }) => Object.hasOwn(asObject(properties), step));
  const found: (readonly [key: string, inner: ControlTree, step: string, isAdditionalProperty: boolean])[] =
    [];
  for (const [step, inner] of tree) {
    const isSeveral = !(inner instanceof Map) && !isListSchema(findSchemas([...path, step], options));
    for (const each of isSeveral && isAdditionalProperty(step) ? inner.map((text) => [text]) : [inner]) {
      const keys = found.map(([key]) => key);
      found.push([
        isAdditionalProperty(step) ? toEntryKey(step, keys) : step,
        each,
        step,
        isAdditionalProperty(step),
      ]);
    }
  }
  return found;
}

/** Returns the schemas that apply to the value at a path, inside the branches that the page showed. */
function findSchemas(path: readonly string[], { root, branches }: ReadOptions): readonly JsonSchema[] {
  return findSchemasAt(root, path, root, branches);
}

/**
 * Returns an empty item of a list: `{}` for an object, a tuple with all its items or `[]` for a list, `false`
 * for a boolean, otherwise an empty text.
 * @param schemas The schemas of the item.
 */
export function createEmptyItem(schemas: readonly JsonSchema[]): Json {
  /** Returns true if a schema has this type or any of the keywords. */
  const hasTypeOrKeyword = (type: string, ...keywords: readonly string[]) =>
    schemas.some(
      (schema) => schema.type === type || keywords.some((keyword) => schema[keyword] !== undefined),
    );
  if (hasTypeOrKeyword('object', 'properties')) return {};
  if (!isListSchema(schemas)) return hasTypeOrKeyword('boolean') ? false : '';
  return getTupleItems(schemas).map((place) => createEmptyItem([asObject(place)]));
}

/** Returns the schemas of a tuple's items, by the first schema that has them; empty for any other schema. */
function getTupleItems(schemas: readonly JsonSchema[]): readonly unknown[] {
  const lists = schemas.flatMap(({ items, prefixItems }) => [prefixItems, items]);
  return lists.find(Array.isArray) ?? [];
}

/** Returns the last text of a control of a tree; undefined if there is none, or if it is a tree itself. */
function getLastText(tree: Map<string, ControlTree>, step: string): string | undefined {
  const text = tree.get(step);
  return text instanceof Map ? undefined : text?.at(-1);
}

/** Returns true if one of the schemas is that of a list, by its type or its items. */
function isListSchema(schemas: readonly JsonSchema[]): boolean {
  return schemas.some(
    ({ type, items, prefixItems }) => type === 'array' || items !== undefined || prefixItems !== undefined,
  );
}

/**
 * Returns the locale in which a number is typed at a path; undefined if its control posts numbers in the
 * format of HTML, independent of the language.
 */
function findNumberLocale(path: readonly string[], { uiSchema, locale }: ReadOptions): string | undefined {
  return findWidgets(path, { uiSchema }).some(isDataWidget) ? undefined : locale;
}

/** Returns the widgets that the UI schema names for the value at a path, in any branch; undefined for none. */
function findWidgets(
  path: readonly string[],
  { uiSchema }: Pick<ReadOptions, 'uiSchema'>,
): readonly unknown[] {
  return findUiSchemas(uiSchema, path).map(getUiWidget);
}

/**
 * Reads the controls of a ranking, one for the position of each choice; undefined if no choice has one.
 * Choices that share a position are returned as `joinPositions` does.
 */
function readRanking(
  tree: Map<string, ControlTree>,
  path: readonly string[],
  options: ReadOptions,
): Json | undefined {
  const choices = [...new Set(findSchemas([...path, '0'], options).flatMap(collectOptionValues))] as Json[];
  const positions = choices.map((choice) => {
    const position = Number(getLastText(tree, toPositionKey(choice)));
    return Number.isInteger(position) && position > 0 ? position : undefined;
  });
  return joinPositions(positions, choices);
}

/**
 * Reads the texts of one control: all except empty ones if the schema is a list, else the last one (undefined
 * if it is empty).
 */
function readControl(
  posted: readonly string[],
  schemas: readonly JsonSchema[],
  locale: string | undefined,
): Json | undefined {
  if (!isListSchema(schemas)) return readText(posted.at(-1) ?? '', schemas, locale);
  const items = schemas.flatMap((schema) => (isObject(schema.items) ? [schema.items] : []));
  return posted.filter((text) => text !== '').map((text) => readText(text, items, locale) ?? text);
}

/**
 * Reads a text as the option that it names, else as the type that the schema requires. Returns it unchanged
 * if neither is possible; undefined if it is empty.
 */
function readText(
  text: string,
  schemas: readonly JsonSchema[],
  locale: string | undefined,
): Json | undefined {
  if (text === '') return undefined;
  const choices = schemas.flatMap(collectOptionValues);
  const chosen = choices.find((choice) => toAttributeText(choice) === text);
  if (chosen !== undefined) return chosen as Json;
  const types = new Set(schemas.flatMap(({ type }) => getRenderedTypes(type)));
  if (types.size === 0 || types.has('string')) return text;
  if (types.has('boolean')) return text === 'true' || text === 'on' ? true : text === 'false' ? false : text;
  return types.has('integer') || types.has('number') ? (readNumber(text, locale) ?? text) : text;
}

/**
 * Returns a list of at most one type: the first that is not null, for which a control is rendered
 * (`getValueKind` of `widgets/controls`).
 */
function getRenderedTypes(type: unknown): readonly unknown[] {
  return asList(Array.isArray(type) ? type : [type])
    .filter((each) => each !== undefined && each !== 'null')
    .slice(0, 1);
}

/**
 * Returns the values that a schema names as options, by `enum`, `const`, or the `const` of its alternatives,
 * except null; often empty.
 */
function collectOptionValues({ enum: list, const: constant, oneOf, anyOf }: JsonSchema): readonly unknown[] {
  const branches = asList(oneOf ?? anyOf).map((branch) => asObject(branch).const);
  return [...asList(list), constant, ...branches].filter((choice) => choice !== undefined && choice !== null);
}

/** Returns the text of an option's value in a control (`toAttributeValue` of `widgets/controls`). */
function toAttributeText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A branch in a post: the rendered and the selected alternative. */
export interface BranchChoice {
  /** The place of the value: `boat/engine`. */
  readonly pointer: string;
  /** The index of the rendered alternative. */
  readonly drawn: number;
  /** The index of the selected alternative; equal to `drawn` if the visitor selected no other. */
  readonly chosen: number;
}

/**
 * Returns the rendered and selected branches of a post, from controls with names like `branch boat/engine 0`
 * and the selected index as text. Other controls are ignored.
 */
export function readBranchChoices(texts: ReadonlyMap<string, readonly string[]>): readonly BranchChoice[] {
  return [...texts].flatMap(([name, [text = '']]) => {
    const place = removePrefix(name, postNames.branch) ?? '';
    // The name of a property may contain spaces.
    const [pointer, drawn] = [
      place.slice(0, place.lastIndexOf(' ')),
      place.slice(place.lastIndexOf(' ') + 1),
    ];
    if (!place.includes(' ') || !/^\d+$/.test(drawn) || !/^\d+$/.test(text)) return [];
    return [{ pointer, drawn: Number(drawn), chosen: Number(text) }];
  });
}

/**
 * Returns the rest of a name after a prefix; undefined if it has another one. `removePrefix('change-list add
 * guests', 'change-list add') // 'guests'`
 */
function removePrefix(name: string, prefix: string): string | undefined {
  return name.startsWith(`${prefix} `) ? name.slice(prefix.length + 1) : undefined;
}

/** A requested change of a list: `change-list add guests`, `change-list remove guests/1`. */
export interface PostedListChange {
  readonly action: 'add' | 'remove';
  /** The path of the list (`add`), or of the item (`remove`). */
  readonly path: readonly string[];
}

/** Returns the change of a list whose button was pressed, the first if there are several; else undefined. */
export function readListChange(texts: ReadonlyMap<string, readonly string[]>): PostedListChange | undefined {
  for (const name of texts.keys()) {
    for (const action of ['add', 'remove'] as const) {
      const pointer = removePrefix(name, `${postNames.changeList} ${action}`);
      if (pointer) return { action, path: pointer.split('/') };
    }
  }
  return undefined;
}

/**
 * Returns a copy of the values in which the item `empty` is added to the end of a list, or the item at the
 * end of the path is removed. A missing list counts as empty.
 */
export function applyListChange(
  values: Readonly<Record<string, unknown>>,
  { action, path }: PostedListChange,
  empty: Json,
): Readonly<Record<string, unknown>> {
  const steps = action === 'add' ? path : path.slice(0, -1);
  /** Returns the changed list; anything but a list counts as an empty one. */
  const change = (list: unknown): unknown => {
    const items = Array.isArray(list) ? list : [];
    return action === 'add'
      ? [...items, empty]
      : items.filter((_item, index) => String(index) !== path.at(-1));
  };
  return asObject(replaceAt(values, steps, change));
}

/**
 * Returns a copy of a value in which the value at a path is replaced by the result of `change`. Creates
 * missing objects, also in place of single values, and ignores an index that a list does not have.
 */
export function replaceAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (inner: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? replaceAt(item, rest, change) : item));
  const object = asObject(value);
  return {
    ...object,
    [step]: replaceAt(Object.hasOwn(object, step) ? object[step] : undefined, rest, change),
  };
}

/** Returns true if a value has at most `depth` levels of objects and lists. */
export function isWithinDepth(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithinDepth(depth - 1, inner));
}
