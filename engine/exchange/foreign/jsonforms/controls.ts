import { dereference } from '../../../json-schema/references.ts';
import { asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { toKnownField } from '../form-parts.ts';
import type { SchemaForm } from '../json-schema/schema-form.ts';
import { createElementReader, type ElementReader, type ImportLines, quoteValue } from '../report.ts';
import { toMessage, toPlainText } from '../texts.ts';
import { type FindScope, readScope, toRuleCondition } from './conditions.ts';
import type { InnerRules } from './inner-rules.ts';
import type { OwnRule, RuledName } from './rules.ts';

/** Everything that the conversion of one UI schema collects. */
export interface LayoutState {
  readonly form: SchemaForm;
  readonly lines: ImportLines;
  readonly findScope: FindScope;
  readonly nodes: Record<string, Record<string, unknown>>;
  readonly order: string[];
  readonly blocks: Record<string, unknown>;
  readonly texts: Record<string, string>;
  readonly steps: {
    readonly name: string;
    readonly title: string;
    readonly fields: string[];
    readonly pointer: string;
  }[];
  /** Fields and blocks by the rules that apply to them. */
  readonly ruled: RuledName[];
  /** Each control of a field inside an object, with the rules that apply to it. */
  readonly inner: InnerRules[];
  /** Rules of fields inside the items of lists. */
  readonly details: InnerRules[];
  readonly findFreeName: (name: string) => string;
}

export const looks = 'it only changes how the other program draws it';

const effects: Readonly<Record<string, OwnRule['effect']>> = {
  SHOW: 'show',
  HIDE: 'hide',
  ENABLE: 'enable',
  DISABLE: 'disable',
};

/** Returns the rule of an element, and reports it; undefined if it has none that can be taken. */
export function readRule(reader: ElementReader, { findScope }: LayoutState): OwnRule | undefined {
  const { rule } = reader.source;
  if (!isObject(rule)) return undefined;
  const effect = getOwnMember(effects, toText(rule.effect));
  if (effect === undefined) {
    const reason =
      rule.effect === undefined ? 'it has no "effect"' : `there is no effect ${quoteValue(rule.effect)}`;
    reader.leaveOut('rule', reason);
    return undefined;
  }
  if (rule.condition === undefined) {
    reader.leaveOut('rule', 'it has no "condition"');
    return undefined;
  }
  reader.change('rule', `a rule that ${effect}s it`);
  return {
    effect,
    pointer: reader.at('rule'),
    condition: toRuleCondition(rule.condition, findScope),
    written: rule.condition,
    source: JSON.stringify(rule.condition),
  };
}

/** Reads the options of a control: those with an equal of ours become options of the UI schema. */
export function convertOptions(
  node: Record<string, unknown>,
  reader: ElementReader,
  path: readonly string[],
  state: LayoutState,
): void {
  const { lines, findScope } = state;
  const { options } = reader.source;
  if (!isObject(options)) return;
  const part = createElementReader(
    { pointer: reader.at('options'), element: reader.element, property: 'options', source: options },
    lines,
  );
  const kind = findScope(`#/properties/${path.join('/properties/')}`);
  const isText = kind?.kind === 'text' && kind.choices === undefined;
  if (options.multi === true && isText) {
    node['ui:widget'] = 'textarea';
    part.take('multi');
  }
  if (options.format === 'radio' && kind?.choices !== undefined && kind.kind !== 'list') {
    node['ui:widget'] = 'radio';
    part.take('format');
  }
  if (options.slider === true && kind?.kind === 'number') {
    node['ui:widget'] = 'range';
    part.take('slider');
  }
  if (options.autocomplete === true && kind?.choices !== undefined && kind.kind !== 'list') {
    node['ui:widget'] = 'autocomplete';
    part.take('autocomplete');
  }
  if (options.format === 'password' && isText) {
    node['ui:widget'] = 'password';
    part.take('format');
  }
  if (options.readonly === true || options.readOnly === true) {
    node['ui:readonly'] = true;
    part.take('readonly', 'readOnly');
  }
  if (typeof options.placeholder === 'string' && options.placeholder.trim() !== '') {
    node['ui:placeholder'] = options.placeholder;
    part.take('placeholder');
  }
  if (isObject(options.detail)) {
    part.change('detail', 'the labels, the options and the rules of its controls');
    convertDetail(options.detail, part.at('detail'), { list: path, node, rules: [] }, state);
  } else part.ignore('detail', 'the items of a list are drawn as their schema says');
  part.finish((property) => (property === 'suggestion' ? undefined : looks));
}

/** The list whose items a layout draws. */
interface DetailPlace {
  readonly list: readonly string[];
  /** The UI schema of the list. */
  readonly node: Record<string, unknown>;
  /** The rules of the layouts around an element. */
  readonly rules: readonly OwnRule[];
}

/**
 * Converts the layout of the items of a list: its controls label the properties of an item and decide when they are
 * shown. The items are drawn in the order of their schema.
 */
function convertDetail(value: unknown, pointer: string, place: DetailPlace, state: LayoutState): void {
  const source = asObject(value);
  const { type, label, scope } = source;
  const [name = '', ...inner] = readScope(scope);
  const { list } = place;
  const reader = createElementReader(
    { pointer, element: [...list, name || toText(type ?? 'element')].join('.'), source },
    state.lines,
  );
  reader.take('type', 'scope', 'elements');
  const rule = readRule(reader, { ...state, findScope: createItemScope(list, state) });
  const rules = rule ? [...place.rules, rule] : place.rules;
  if (Array.isArray(source.elements)) {
    reader.takeElement('its elements one below the other');
    reader.ignore('label', 'items of a list have no headings');
    for (const [index, element] of source.elements.entries())
      convertDetail(element, reader.at('elements', index), { ...place, rules }, state);
  } else if (type !== 'Control' || name === '' || inner.length > 0)
    reader.leaveElementOut(
      type === 'Control' && name !== ''
        ? 'it is inside an object of the items'
        : 'there is nothing between the fields of a list',
    );
  else {
    const text = isObject(label) ? label.text : label;
    if (typeof text === 'string' && text.trim() !== '') {
      reader.take('label');
      const key = `fields.${[...list, name].join('.')}.label`;
      state.texts[key] = toMessage(toPlainText(text).text);
      state.form.origins.set(`text#${key}`, reader.at('label'));
    }
    const items = asObject(place.node.items);
    const node = asObject(items[name]);
    place.node.items = items;
    items[name] = node;
    convertOptions(node, reader, [...list, name], { ...state, findScope: createItemScope(list, state) });
    if (rules.length > 0) state.details.push({ list, path: [name], rules });
  }
  reader.finish((property) => (['i18n', 'options', 'label'].includes(property) ? looks : undefined));
}

/** Returns a function that finds the properties of the items of a list. */
function createItemScope(list: readonly string[], { form }: LayoutState): FindScope {
  return (scope) => {
    const path = readScope(scope);
    const name = path.at(-1) ?? '';
    const property = findItemProperty(form.schema, list, name);
    return property && toKnownField(name, property);
  };
}

/** Returns the schema of a property of the items of a list; undefined if there is none. */
function findItemProperty(schema: JsonSchema, list: readonly string[], name: string): JsonSchema | undefined {
  const array = list.reduce<JsonSchema>(
    (object, each) => dereference(asObject(asObject(object.properties)[each]), schema),
    schema,
  );
  const items = dereference(asObject(array.items), schema);
  const property = asObject(items.properties)[name];
  return isObject(property) ? dereference(property, schema) : undefined;
}
