import { asList, asObject, isObject } from '../../../json-schema/values.ts';
import type { ConvertedRule } from '../converted-form.ts';
import type { SchemaForm } from '../json-schema/schema-form.ts';
import { createFreeNames, toKey } from '../names.ts';
import { createElementReader, type ElementReader, type ImportLines, quoteValue } from '../report.ts';
import { toMessage, toPlainText } from '../texts.ts';
import { type FindScope, readScope } from './conditions.ts';
import { convertOptions, type LayoutState, looks, readRule } from './controls.ts';
import type { InnerRules } from './inner-rules.ts';
import { type OwnRule, writeRules } from './rules.ts';

/** The parts of a form that come from its UI schema. */
export interface JsonFormsUi {
  readonly ui: Readonly<Record<string, unknown>>;
  readonly rules: readonly ConvertedRule[];
  readonly texts: Readonly<Record<string, string>>;
  /** Rules of fields inside objects. */
  readonly inner: readonly InnerRules[];
  /** The names of the fields that a control shows. */
  readonly shown: ReadonlySet<string>;
}

interface LayoutPlace {
  readonly pointer: string;
  readonly rules: readonly OwnRule[];
  readonly level: 1 | 2;
  /** True if categories can become steps here. */
  readonly isTop: boolean;
}

/** Converts a UI schema of JSON Forms, and reports each element. */
export function convertUi(
  uischema: unknown,
  pointer: string,
  form: SchemaForm,
  findScope: FindScope,
  lines: ImportLines,
): JsonFormsUi {
  const state: LayoutState = {
    form,
    lines,
    findScope,
    nodes: {},
    order: [],
    blocks: {},
    texts: {},
    steps: [],
    ruled: [],
    inner: [],
    details: [],
    findFreeName: createFreeNames('-', [
      'review',
      'check',
      'introduction',
      ...Object.keys(asObject(form.schema.properties)),
    ]),
  };
  convertElement(uischema, { pointer, rules: [], level: 1, isTop: true }, state);
  const steps = state.steps.filter(({ fields }) => fields.length > 0);
  const placed = new Set(steps.flatMap(({ fields }) => fields));
  const hasSteps = steps.length > 1;
  for (const [index, { name, title, pointer: at }] of hasSteps ? steps.entries() : []) {
    state.texts[`steps.${name}.title`] = toMessage(title);
    form.origins.set(`ui#/ui:steps/${index}`, at);
  }
  const inner = liftCommonRules(state);
  const shown = new Set(state.order.filter((name) => Object.hasOwn(asObject(form.schema.properties), name)));
  const left = Object.keys(asObject(form.schema.properties)).filter((name) => !placed.has(name));
  return {
    ui: {
      ...state.nodes,
      'ui:order': [...state.order, '*'],
      ...(Object.keys(state.blocks).length > 0 && { 'ui:blocks': state.blocks }),
      ...(hasSteps && {
        'ui:steps': steps.map(({ name, fields }, index) => ({
          name,
          fields: index === steps.length - 1 ? [...fields, ...left] : fields,
        })),
      }),
    },
    rules: writeRules(state.ruled, Object.keys(state.blocks), state.lines),
    texts: state.texts,
    inner: [...inner, ...state.details],
    shown,
  };
}

/**
 * Makes rules that apply to all controls of an object apply to the object, and returns the others. A rule that asks
 * about the object itself stays.
 */
function liftCommonRules({ inner, ruled }: LayoutState): readonly InnerRules[] {
  const fields = new Set(inner.map(({ path }) => path[0] ?? ''));
  const lifted = new Map<string, ReadonlySet<OwnRule>>();
  for (const field of fields) {
    const [first, ...others] = inner.filter(({ path }) => path[0] === field);
    const common = (first?.rules ?? []).filter(
      (rule) =>
        others.every(({ rules }) => rules.includes(rule)) && !rule.source.includes(`#/properties/${field}/`),
    );
    lifted.set(field, new Set(common));
    if (common.length > 0) ruled.push({ name: field, rules: common });
  }
  return inner
    .map(({ path, rules }) => ({
      path,
      rules: rules.filter((rule) => lifted.get(path[0] ?? '')?.has(rule) !== true),
    }))
    .filter(({ rules }) => rules.length > 0);
}

type ConvertElement = (reader: ElementReader, place: LayoutPlace, state: LayoutState) => void;

const elementConverters: Readonly<Record<string, ConvertElement>> = {
  Control: convertControl,
  ListWithDetail: convertControl,
  VerticalLayout: convertLayout,
  HorizontalLayout: convertLayout,
  Group: convertGroup,
  Categorization: convertCategorization,
  Category: convertGroup,
  Label: convertLabel,
};

function convertElement(value: unknown, place: LayoutPlace, state: LayoutState): void {
  const source = asObject(value);
  const type = typeof source.type === 'string' ? source.type : 'element';
  const path = readScope(source.scope);
  const label = typeof source.label === 'string' && source.label !== '' ? source.label : undefined;
  const reader = createElementReader(
    { pointer: place.pointer, element: path.join('.') || label || type, source },
    state.lines,
  );
  reader.take('type');
  const convert = Object.hasOwn(elementConverters, type) ? elementConverters[type] : undefined;
  if (convert === undefined) {
    reader.leaveElementOut(
      source.type === undefined
        ? 'it has no "type"'
        : `elements of the type ${quoteValue(source.type)} are not known`,
      'use a layout or a control',
    );
    reader.finish(() => 'its element is left out');
    return;
  }
  const rule = readRule(reader, state);
  convert(reader, { ...place, rules: rule ? [...place.rules, rule] : place.rules }, state);
  reader.ignore('i18n', 'it is a key of texts that are not in the file');
  reader.finish((property) => (['options', 'id', 'style', 'class'].includes(property) ? looks : undefined));
}

function convertElements(reader: ElementReader, place: LayoutPlace, state: LayoutState): void {
  reader.take('elements');
  for (const [index, element] of asList(reader.source.elements).entries())
    convertElement(element, { ...place, pointer: reader.at('elements', index), isTop: false }, state);
}

function convertLayout(reader: ElementReader, place: LayoutPlace, state: LayoutState): void {
  if (reader.source.type === 'HorizontalLayout') reader.takeElement('its elements one below the other');
  reader.ignore('label', 'the layout is not drawn');
  reader.take('elements');
  const elements = asList(reader.source.elements);
  for (const [index, element] of elements.entries())
    convertElement(
      element,
      { ...place, pointer: reader.at('elements', index), isTop: place.isTop && elements.length === 1 },
      state,
    );
}

function convertGroup(reader: ElementReader, place: LayoutPlace, state: LayoutState): void {
  const { label } = reader.source;
  const isTitled = typeof label === 'string' && toPlainText(label).text !== '';
  if (isTitled) {
    addBlock(label, 'heading', { level: place.level }, reader, place, state);
    reader.takeElement('a heading above its elements');
  }
  reader.take('label');
  convertElements(reader, { ...place, level: isTitled ? 2 : place.level }, state);
}

/** Converts categories into steps, or into headings where they are not the whole form. */
function convertCategorization(reader: ElementReader, place: LayoutPlace, state: LayoutState): void {
  reader.take('elements', 'label');
  const categories = asList(reader.source.elements);
  const isSteps =
    place.isTop && categories.length > 1 && categories.every((each) => asObject(each).type === 'Category');
  reader.takeElement(isSteps ? 'steps' : 'headings');
  for (const [index, category] of categories.entries()) {
    const pointer = reader.at('elements', index);
    if (!isSteps) {
      convertElement(category, { ...place, pointer, isTop: false }, state);
      continue;
    }
    const source = asObject(category);
    const label = typeof source.label === 'string' ? toPlainText(source.label).text : '';
    const title = label === '' ? `${index + 1}` : label;
    const part = createElementReader({ pointer, element: title, source }, state.lines);
    part.take('type', 'label');
    part.takeElement('a step');
    const rule = readRule(part, state);
    state.steps.push({
      name: state.findFreeName(toKey(title, 'step')),
      title,
      fields: [],
      pointer,
    });
    convertElements(part, { ...place, rules: rule ? [...place.rules, rule] : place.rules, level: 1 }, state);
    part.ignore('i18n', 'it is a key of texts that are not in the file');
    part.finish((property) => (property === 'options' ? looks : undefined));
  }
}

function convertLabel(reader: ElementReader, place: LayoutPlace, state: LayoutState): void {
  const { text, label } = reader.source;
  const own = typeof text === 'string' ? text : label;
  reader.take('text', 'label');
  if (typeof own !== 'string' || toPlainText(own).text === '') reader.leaveElementOut('it has no text');
  else {
    addBlock(own, 'paragraph', {}, reader, place, state);
    reader.takeElement('a paragraph');
  }
}

function addBlock(
  text: string,
  kind: 'heading' | 'paragraph',
  options: Readonly<Record<string, unknown>>,
  reader: ElementReader,
  place: LayoutPlace,
  state: LayoutState,
): void {
  const { text: plain } = toPlainText(text);
  const name = state.findFreeName(toKey(plain, kind));
  state.blocks[name] = { kind, ...options };
  state.texts[`blocks.${name}.text`] = toMessage(plain);
  state.order.push(name);
  state.form.origins.set(`ui#/ui:blocks/${name}`, reader.pointer);
  state.form.origins.set(`text#blocks.${name}.text`, reader.pointer);
  if (place.rules.length > 0) state.ruled.push({ name, rules: place.rules });
}

function convertControl(reader: ElementReader, place: LayoutPlace, state: LayoutState): void {
  const { scope, label } = reader.source;
  const written = readScope(scope);
  const path = written.map((name) => state.form.renamed.get(name) ?? name);
  const [field, ...inner] = path;
  const properties = asObject(state.form.schema.properties);
  if (scope === '#' || scope === '#/') {
    reader.take('scope', 'label');
    reader.takeElement('all fields');
    for (const name of Object.keys(properties)) {
      state.order.push(name);
      state.steps.at(-1)?.fields.push(name);
      if (place.rules.length > 0) state.ruled.push({ name, rules: place.rules });
    }
    return;
  }
  if (field === undefined || !Object.hasOwn(properties, field)) {
    reader.leaveElementOut(
      scope === undefined ? 'it has no "scope"' : `there is no field ${quoteValue(scope)}`,
    );
    reader.finish(() => 'its element is left out');
    return;
  }
  reader.take('scope');
  const node = getNode(path, state);
  state.form.origins.set(`ui#/${path.join('/')}`, reader.pointer);
  const isFirst = !state.order.includes(field);
  if (isFirst) {
    state.order.push(field);
    state.steps.at(-1)?.fields.push(field);
  } else if (inner.length === 0) reader.takeElement('the same field again, which is drawn once');
  if (inner.length > 0) reader.takeElement(`a field of the group "${field}"`);
  const text = isObject(label) ? label.text : label;
  if (typeof text === 'string' && text.trim() !== '') {
    reader.take('label');
    state.texts[`fields.${path.join('.')}.label`] = toMessage(toPlainText(text).text);
    state.form.origins.set(`text#fields.${path.join('.')}.label`, reader.at('label'));
  } else if (label !== undefined) reader.ignore('label', 'each field has a label, for those who hear it');
  convertOptions(node, reader, path, state);
  if (inner.length > 0) state.inner.push({ path, rules: place.rules });
  else if (place.rules.length > 0) state.ruled.push({ name: field, rules: place.rules });
}

function getNode(path: readonly string[], { nodes }: LayoutState): Record<string, unknown> {
  let node: Record<string, unknown> = nodes;
  for (const name of path) {
    const inner = asObject(node[name]);
    node[name] = inner;
    node = inner;
  }
  return node;
}
