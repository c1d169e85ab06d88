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
import { keyOfEntry } from '#engine/entry-names.ts';
import { uiPartsAt, widgetOfPart } from '#engine/inner-ui.ts';
import { type Branches, schemasAt } from '#engine/json-schema/places.ts';
import { stepsOf, valueAt } from '#engine/json-schema/pointers.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { isDataWidget } from '#engine/resolve/normalise-value.ts';
import { postedDay } from './posted-day.ts';

/** What a tree of posted controls is made of: texts at the ends, one for most controls, several for boxes to tick. */
type Tree = Map<string, Tree> | readonly string[];

/**
 * The value of a nested field as its controls posted it, named `guests[0][name]` (`controlName`): an object or a list with texts read as
 * its schema wants them. An item of a list keeps its place though it is empty; undefined where nothing of the field was posted.
 */
export function nestedValue(field: string, posted: PostedType): Json | undefined {
  const tree = treeOf(field, posted.texts);
  return tree === undefined ? undefined : treeValue(tree, [field], readingOf(posted));
}

/**
 * Returns posted values with a number or a tick wherever a condition of the schema (`if`, `dependentSchemas`) asks for one and a text was
 * read: which conditions hold is known once all answers are read.
 *
 * @param errors - what the schema says of the values.
 */
export function withAskedTypes(values: Values, errors: readonly SchemaError[], posted: PostedType): Values {
  const reading = readingOf(posted);
  return errors.reduce<Values>((changed, { keyword, instancePath, params }) => {
    const path = stepsOf(instancePath);
    const text = valueAt(changed, path);
    if (keyword !== 'type' || path.length === 0 || typeof text !== 'string') return changed;
    const types = asList(Array.isArray(params.type) ? params.type : [params.type]);
    const asked = schemasOf(path, reading).filter(({ type }) => types.includes(drawnType(type)[0]));
    const value = readText(text, asked, typedIn(path, reading));
    return asked.length === 0 ? changed : asObject(changedAt(changed, path, () => value));
  }, values);
}

/** As deep as anybody would draw: what claims to be deeper is none of our forms. */
export const deepest = 16;

function treeOf(field: string, texts: ReadonlyMap<string, readonly string[]>): Tree | undefined {
  let root: Tree | undefined;
  for (const [name, posted] of texts) {
    const path = pathOf(name);
    if (path[0] !== field || path.length > deepest) continue;
    if (path.length === 1) return posted;
    root ??= new Map();
    put(root as Map<string, Tree>, path.slice(1), posted);
  }
  return root;
}

/** Returns the path of a control's name; empty for what is none. `pathOf('guests[0][a[b]]') // ['guests', '0', 'a[b]']` */
function pathOf(name: string): readonly string[] {
  const at = name.indexOf('[');
  if (at === -1) return [name];
  return at > 0 && name.endsWith(']') ? [name.slice(0, at), ...name.slice(at + 1, -1).split('][')] : [];
}

function put(
  tree: Map<string, Tree>,
  [step = '', ...rest]: readonly string[],
  posted: readonly string[],
): void {
  if (rest.length === 0) {
    tree.set(step, posted);
    return;
  }
  const inner = tree.get(step);
  const next = inner instanceof Map ? inner : new Map<string, Tree>();
  tree.set(step, next);
  put(next, rest, posted);
}

/** An enquiry type, and the texts that were posted from its form. */
export interface PostedType {
  readonly type: Pick<FormType, 'schema' | 'uiSchema'>;
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** The language of the page, in which numbers are typed. */
  readonly locale: string;
}

function readingOf({ type: { schema, uiSchema }, texts, locale }: PostedType): Reading {
  const branches = Object.fromEntries(branchChoices(texts).map(({ pointer, drawn }) => [pointer, drawn]));
  return { root: schema, uiSchema, branches, locale };
}

interface Reading {
  readonly root: JsonSchema;
  readonly uiSchema: UiSchema;
  readonly branches: Branches;
  /** The language in which numbers are typed. */
  readonly locale: string;
}

function treeValue(tree: Tree, path: readonly string[], reading: Reading): Json | undefined {
  const schemas = schemasOf(path, reading);
  if (!(tree instanceof Map)) return leafOf(tree, schemas, typedIn(path, reading));
  if (schemas.some(({ format }) => format === 'date')) return postedDay((part) => textAt(tree, part));
  const entries = named(tree, path, reading).map(
    // An entry is there by its name, whatever its value.
    ([key, inner, step, isEntry]) =>
      [key, treeValue(inner, [...path, step], reading) ?? (isEntry ? '' : undefined)] as const,
  );
  const isCounted = entries.every(([step]) => /^\d+$/.test(step));
  if (!isCounted || !isList(schemas))
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Json;
  const counted = entries.sort(([one], [other]) => Number(one) - Number(other));
  // A tuple is drawn before anybody asked for it: with no box ticked and no text in it, it is no answer.
  if (placesOf(schemas).length > 0 && counted.every(([, value]) => value === undefined)) return undefined;
  return counted.map(([step, value]) => value ?? emptyItem(schemasOf([...path, step], reading)));
}

/** Returns what stands in a tree by its keys and steps: an entry without a name, or one that is posted twice, has a key of its own. */
function named(tree: Map<string, Tree>, path: readonly string[], reading: Reading) {
  const schemas = schemasOf(path, reading);
  const isEntry = (step: string) =>
    !isList(schemas) && !schemas.some(({ properties }) => Object.hasOwn(asObject(properties), step));
  const found: (readonly [key: string, inner: Tree, step: string, isEntry: boolean])[] = [];
  for (const [step, inner] of tree) {
    const isSeveral = !(inner instanceof Map) && !isList(schemasOf([...path, step], reading));
    for (const each of isSeveral && isEntry(step) ? inner.map((text) => [text]) : [inner]) {
      const keys = found.map(([key]) => key);
      found.push([isEntry(step) ? keyOfEntry(step, keys) : step, each, step, isEntry(step)]);
    }
  }
  return found;
}

function schemasOf(path: readonly string[], { root, branches }: Reading): readonly JsonSchema[] {
  return schemasAt(root, path, root, branches);
}

/** What an item of a list holds in which nothing was entered: a box is not ticked, and a tuple has all its places. */
export function emptyItem(schemas: readonly JsonSchema[]): Json {
  const isOf = (type: string, ...words: readonly string[]) =>
    schemas.some((schema) => schema.type === type || words.some((word) => schema[word] !== undefined));
  if (isOf('object', 'properties')) return {};
  if (!isList(schemas)) return isOf('boolean') ? false : '';
  return placesOf(schemas).map((place) => emptyItem([asObject(place)]));
}

/** The schemas of a tuple's places; none of a list that is as long as its visitor wants it. */
function placesOf(schemas: readonly JsonSchema[]): readonly unknown[] {
  const lists = schemas.flatMap(({ items, prefixItems }) => [prefixItems, items]);
  return lists.find(Array.isArray) ?? [];
}

function textAt(tree: Map<string, Tree>, step: string): string | undefined {
  const text = tree.get(step);
  return text instanceof Map ? undefined : text?.at(-1);
}

function isList(schemas: readonly JsonSchema[]): boolean {
  return schemas.some(
    ({ type, items, prefixItems }) => type === 'array' || items !== undefined || prefixItems !== undefined,
  );
}

/** Returns the language in which a number at a place is typed; undefined where its control writes it. */
function typedIn(path: readonly string[], { uiSchema, locale }: Reading): string | undefined {
  return uiPartsAt(uiSchema, path).some((part) => isDataWidget(widgetOfPart(part))) ? undefined : locale;
}

function leafOf(
  posted: readonly string[],
  schemas: readonly JsonSchema[],
  locale: string | undefined,
): Json | undefined {
  if (!isList(schemas)) return readText(posted.at(-1) ?? '', schemas, locale);
  const items = schemas.flatMap((schema) => (isObject(schema.items) ? [schema.items] : []));
  return posted.filter((text) => text !== '').map((text) => readText(text, items, locale) ?? text);
}

/** A text as the choice that it names, else as a value of the one kind that the schema takes, else as it is. */
function readText(
  text: string,
  schemas: readonly JsonSchema[],
  locale: string | undefined,
): Json | undefined {
  if (text === '') return undefined;
  const choices = schemas.flatMap(choicesOf);
  const chosen = choices.find((choice) => attributeOf(choice) === text);
  if (chosen !== undefined) return chosen as Json;
  const types = new Set(schemas.flatMap(({ type }) => drawnType(type)));
  if (types.size === 0 || types.has('string')) return text;
  if (types.has('boolean')) return text === 'true' || text === 'on' ? true : text === 'false' ? false : text;
  return types.has('integer') || types.has('number') ? (readNumber(text, locale) ?? text) : text;
}

/** Returns the type that a control is drawn for, of several the first that is not null (`kindOf` of `widgets/controls`); none where there is no type. */
function drawnType(type: unknown): readonly unknown[] {
  return asList(Array.isArray(type) ? type : [type])
    .filter((each) => each !== undefined && each !== 'null')
    .slice(0, 1);
}

function choicesOf({ enum: list, const: constant, oneOf, anyOf }: JsonSchema): readonly unknown[] {
  const branches = asList(oneOf ?? anyOf).map((branch) => asObject(branch).const);
  return [...asList(list), constant, ...branches].filter((choice) => choice !== undefined && choice !== null);
}

/** As a control has it (`attributeOf` of `widgets/controls`). */
function attributeOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A branch that a post names: which was drawn, and which the visitor wants. */
export interface BranchChoice {
  readonly pointer: string;
  readonly drawn: number;
  readonly chosen: number;
}

/** Returns the branches that a post names, by controls called `branch boat/engine 0`. */
export function branchChoices(texts: ReadonlyMap<string, readonly string[]>): readonly BranchChoice[] {
  return [...texts].flatMap(([name, [text = '']]) => {
    const place = afterWord(name, postNames.branch) ?? '';
    // The name of a property may have spaces.
    const [pointer, drawn] = [
      place.slice(0, place.lastIndexOf(' ')),
      place.slice(place.lastIndexOf(' ') + 1),
    ];
    if (!place.includes(' ') || !/^\d+$/.test(drawn) || !/^\d+$/.test(text)) return [];
    return [{ pointer, drawn: Number(drawn), chosen: Number(text) }];
  });
}

/** `afterWord('change-list add guests', 'change-list add') // 'guests'`; undefined where a name begins with another word. */
function afterWord(name: string, word: string): string | undefined {
  return name.startsWith(`${word} `) ? name.slice(word.length + 1) : undefined;
}

/** A list that is to be longer or shorter: `change-list add guests`, `change-list remove guests/1`. */
export interface ListChange {
  readonly action: 'add' | 'remove';
  readonly path: readonly string[];
}

/** The change of a list that a post asks for. */
export function listChange(texts: ReadonlyMap<string, readonly string[]>): ListChange | undefined {
  for (const name of texts.keys()) {
    for (const action of ['add', 'remove'] as const) {
      const pointer = afterWord(name, `${postNames.changeList} ${action}`);
      if (pointer) return { action, path: pointer.split('/') };
    }
  }
  return undefined;
}

/** Values with a list in them longer by an empty item, or without one. */
export function withListChanged(
  values: Readonly<Record<string, unknown>>,
  { action, path }: ListChange,
  empty: Json,
): Readonly<Record<string, unknown>> {
  const steps = action === 'add' ? path : path.slice(0, -1);
  const change = (list: unknown): unknown => {
    const items = Array.isArray(list) ? list : [];
    return action === 'add'
      ? [...items, empty]
      : items.filter((_item, index) => String(index) !== path.at(-1));
  };
  return asObject(changedAt(values, steps, change));
}

/** Returns a value with the one at a path inside it changed. */
export function changedAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  change: (inner: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? changedAt(item, rest, change) : item));
  const object = asObject(value);
  return {
    ...object,
    [step]: changedAt(Object.hasOwn(object, step) ? object[step] : undefined, rest, change),
  };
}

/** Returns whether a value is no deeper than that. */
export function isWithin(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner));
}
