import { asList, asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { KnownField } from '../expressions/expression.ts';
import { negate } from '../expressions/to-condition.ts';
import type { ConditionPart } from '../form-parts.ts';
import { addHtmlBlocks } from '../html-blocks.ts';
import { createElementReader, type ElementReader, quoteValue } from '../report.ts';
import { addComponentField, register } from './add-field.ts';
import { fieldConverters, leftOutComponents } from './components.ts';
import { readConditions } from './conditions.ts';
import {
  type ConvertComponent,
  type FormioContext,
  type FormioPlace,
  isBlank,
  readComponentText,
} from './context.ts';
import { explainFormioProperty } from './harmless.ts';
import { readLogic } from './logic.ts';

/** Converts components in their order, and reports each. */
export function convertComponents(
  components: unknown,
  pointer: string,
  context: FormioContext,
  place: FormioPlace,
): void {
  for (const [index, component] of asList(components).entries()) {
    const source = asObject(component);
    const element =
      typeof source.key === 'string' && source.key !== '' ? source.key : `component ${index + 1}`;
    const reader = createElementReader({ pointer: `${pointer}/${index}`, element, source }, context.lines);
    const type = toText(source.type ?? 'textfield');
    if (!isObject(component)) {
      reader.leaveElementOut(`${quoteValue(component)} is no component`);
      continue;
    }
    const convert = getConverter(type);
    const [reason, remedy] = getOwnMember(leftOutComponents, type) ?? [
      `components of the type ${quoteValue(source.type)} are not known`,
      'describe it with a component of another type',
    ];
    reader.take('type');
    if (convert !== undefined) convert(reader, context, place);
    else {
      if (robotChecks.has(type)) reader.ignoreElement(reason);
      else reader.leaveElementOut(reason, remedy);
      reader.finish(() => 'its component is left out');
    }
    if (reader.isOpen('key')) reader.take('key');
    for (const property of Object.keys(source))
      if (reader.isOpen(property) && isBlank(source[property])) reader.ignore(property, 'it is empty');
    reader.finish(explainFormioProperty);
  }
}

/** Components that keep robots away, of which people lose nothing. */
const robotChecks: ReadonlySet<string> = new Set(['recaptcha', 'captcha']);

function getConverter(type: string): ConvertComponent | undefined {
  if (Object.hasOwn(fieldConverters, type)) return fieldConverters[type];
  return Object.hasOwn(layoutConverters, type) ? layoutConverters[type] : undefined;
}

/** Returns the place inside a layout: its conditions apply to what it contains. */
function enterLayout(reader: ElementReader, context: FormioContext, place: FormioPlace): FormioPlace {
  const own: readonly ConditionPart[] = readConditions(reader, context, place);
  const logic = readLogic(reader, context, place);
  const shown = logic.rules.flatMap(({ effect, part, pointer }): readonly ConditionPart[] => {
    if (effect === 'show') return [part];
    if (effect === 'hide') return [{ ...part, translate: () => negate(part.translate()) }];
    context.lines.set({
      pointer,
      element: reader.element,
      property: 'logic',
      outcome: 'left-out',
      reason: 'layouts are shown or hidden, and nothing else',
      remedy: 'write a rule for its fields',
    });
    return [];
  });
  const { hidden, disabled } = reader.source;
  const isHidden = hidden === true && own.length === 0 && !logic.isShown;
  if (isHidden) reader.change('hidden', 'hidden fields');
  else reader.ignore('hidden', 'its conditions decide');
  if (disabled === true) reader.change('disabled', 'disabled fields');
  for (const property of [
    'disabled',
    'validate',
    'defaultValue',
    'placeholder',
    'prefix',
    'suffix',
    'tooltip',
    'description',
    'multiple',
    'unique',
    'calculateValue',
    'customDefaultValue',
    'overlay',
    'inputMask',
  ])
    if (isObject(reader.source[property]) || !reader.source[property] || reader.source[property] === true)
      if (property !== 'disabled' || disabled !== true) reader.ignore(property, 'a layout is not answered');
  return {
    ...place,
    conditions: [...place.conditions, ...own, ...shown],
    isHidden: place.isHidden === true || isHidden,
    isDisabled: place.isDisabled === true || disabled === true,
  };
}

/** Adds a heading with the title of a layout. */
function addHeading(
  property: string,
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const title = readComponentText(reader, property, context);
  if (title === undefined || place.scope.path.length > 0 || place.isHidden === true) return;
  const name = context.builder.addBlock({
    reader,
    name: reader.element,
    kind: 'heading',
    options: { level: place.level },
    texts: { text: title },
  });
  reader.takeElement('a heading above its components');
  if (place.conditions.length > 0)
    context.builder.addRule({ effect: 'show', names: [name], parts: place.conditions });
}

/** Converts a layout with one list of components, whose title is in a property. */
function convertGroup(property: string | undefined): ConvertComponent {
  return (reader, context, place) => {
    const inside = enterLayout(reader, context, place);
    reader.take('components');
    if (property !== undefined) addHeading(property, reader, context, inside);
    for (const each of ['legend', 'title', 'label'])
      if (each !== property) reader.ignore(each, 'the layout is not drawn');
    const hasTitle = property !== undefined && !isBlank(reader.source[property]);
    const level = hasTitle ? 2 : place.level;
    convertComponents(reader.source.components, reader.at('components'), context, { ...inside, level });
  };
}

/** Converts a layout with several lists: columns, and the cells of a table. */
function convertCells(property: 'columns' | 'rows'): ConvertComponent {
  return (reader, context, place) => {
    const inside = enterLayout(reader, context, place);
    reader.change(property, 'its components one below the other');
    for (const each of ['label', 'legend', 'title', 'header']) reader.ignore(each, 'the layout is not drawn');
    reader.takeElement('its components one below the other');
    for (const [index, cell] of asList(reader.source[property]).entries())
      for (const [at, each] of (Array.isArray(cell) ? cell : [cell]).entries()) {
        const pointer = Array.isArray(cell) ? reader.at(property, index, at) : reader.at(property, index);
        if (isObject(each)) convertComponents(each.components, `${pointer}/components`, context, inside);
        else
          context.lines.set({
            pointer,
            element: reader.element,
            property,
            outcome: 'left-out',
            reason: `${quoteValue(each)} has no components`,
          });
      }
  };
}

const convertTabs: ConvertComponent = (reader, context, place) => {
  const inside = enterLayout(reader, context, place);
  reader.take('components');
  reader.ignore('label', 'the layout is not drawn');
  reader.takeElement('headings');
  for (const [index, tab] of asList(reader.source.components).entries()) {
    const source = asObject(tab);
    const part = createElementReader(
      { pointer: reader.at('components', index), element: toText(source.key ?? `tab ${index + 1}`), source },
      context.lines,
    );
    part.take('key', 'components');
    addHeading('label', part, context, inside);
    convertComponents(source.components, part.at('components'), context, { ...inside, level: 2 });
    part.finish(explainFormioProperty);
  }
};

/** Elements of HTML whose content is no text for people. */
const codeTags: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'object', 'embed', 'template']);

const convertContent: ConvertComponent = (reader, context, place) => {
  const property = reader.source.type === 'content' ? 'html' : 'content';
  const tag = toText(reader.source.tag ?? '').toLowerCase();
  if (property === 'content' && codeTags.has(tag)) {
    reader.leaveElementOut(
      tag === 'script'
        ? 'it is a script, which is never run'
        : `no block can show <${tag}> of another program`,
    );
    reader.finish(() => 'its component is left out');
    return;
  }
  const inside = enterLayout(reader, context, place);
  reader.ignore('label', 'a text has no label');
  const isInList = place.scope.path.length > 0;
  const { builder, locale } = context;
  if (inside.isHidden === true) {
    reader.ignoreElement('it is hidden');
    reader.finish(() => 'its component is left out');
    return;
  }
  const names = isInList ? [] : addHtmlBlocks({ reader, property, locale, builder, level: place.level });
  if (names.length === 0) {
    reader.leaveElementOut(isInList ? 'there are no texts between the fields of a list' : 'it has no text');
    reader.finish(() => 'its component is left out');
    return;
  }
  reader.takeElement(names.length === 1 ? 'a paragraph' : 'headings and paragraphs');
  if (inside.conditions.length > 0) builder.addRule({ effect: 'show', names, parts: inside.conditions });
};

const convertButton: ConvertComponent = (reader, context, place) => {
  const { action = 'submit' } = reader.source;
  if (action !== 'submit' && action !== undefined) {
    const isScript = action === 'custom';
    reader.leaveElementOut(
      isScript ? 'its code is a script, which is never run' : `there is no button for "${toText(action)}"`,
    );
    reader.finish(() => 'its component is left out');
    return;
  }
  enterLayout(reader, context, place);
  const label = readComponentText(reader, 'label', context);
  reader.takeElement('the button that sends the form');
  reader.take('action');
  if (label === undefined) return;
  context.builder.setText('submit-form', label);
  context.builder.setUi('ui:submitLabel', 'submit-form');
};

/** Converts a container: an object with its components as properties. */
const convertContainer: ConvertComponent = (reader, context, place) => {
  const name = addComponentField(
    reader,
    { schema: { type: 'object' }, became: 'a group of fields', taken: ['components'] },
    context,
    place,
  );
  const scope = context.builder.createInnerScope(place.scope, name, 'object');
  convertComponents(reader.source.components, reader.at('components'), context, {
    scope,
    conditions: [],
    prefix: `${place.prefix}${reader.element}.`,
    items: new Map<string, KnownField>(),
    level: place.level,
  });
  removeIfEmpty(name, scope.properties, reader, context, place);
};

/**
 * Converts an address: its parts become a group of fields, because nothing searches for addresses. Without parts it
 * becomes a text.
 */
const convertAddress: ConvertComponent = (reader, context, place) => {
  const parts = asList(reader.source.components);
  if (parts.length === 0) {
    addComponentField(
      reader,
      {
        schema: { type: 'string', maxLength: 500 },
        ui: { 'ui:widget': 'textarea' },
        became: 'a text, without the search for addresses',
      },
      context,
      place,
    );
    return;
  }
  const name = addComponentField(
    reader,
    {
      schema: { type: 'object' },
      became: 'a group of fields, without the search for addresses',
      taken: ['components'],
    },
    context,
    place,
  );
  const scope = context.builder.createInnerScope(place.scope, name, 'object');
  convertComponents(parts.map(removeManualMode), reader.at('components'), context, {
    scope,
    conditions: [],
    prefix: `${place.prefix}${reader.element}.`,
    items: new Map<string, KnownField>(),
    level: place.level,
  });
  const [first] = Object.keys(scope.properties);
  const isRequired = asObject(reader.source.validate).required === true;
  if (isRequired && first !== undefined && !scope.required.includes(first)) scope.required.push(first);
  removeIfEmpty(name, scope.properties, reader, context, place);
};

/** Returns a part of an address without the condition that shows it only where the search is switched off. */
function removeManualMode(part: unknown): unknown {
  return isObject(part) && toText(part.customConditional ?? '').includes('manualMode')
    ? { ...part, customConditional: '' }
    : part;
}

function removeIfEmpty(
  name: string,
  properties: object,
  reader: ElementReader,
  { builder }: FormioContext,
  place: FormioPlace,
): void {
  if (Object.keys(properties).length > 0) return;
  builder.removeField(place.scope, name);
  reader.leaveElementOut('it asks nothing that can be taken');
}

/** Converts a data grid or edit grid into a list of objects. */
const convertGrid: ConvertComponent = (reader, context, place) => {
  for (const property of ['addAnother', 'saveRow', 'removeRow', 'emptyText', 'inlineEdit'])
    reader.ignore(property, 'the interface has a text of its own for it');
  for (const property of ['reorder', 'noFirstRow', 'disableAddingRemovingRows']) reader.take(property);
  const { minLength, maxLength } = asObject(reader.source.validate);
  // A grid without given rows has one.
  const given = Array.isArray(reader.source.defaultValue) ? reader.source.defaultValue.length : 1;
  const isFixed = reader.source.disableAddingRemovingRows === true && given > 0;
  if (isFixed) reader.change('disableAddingRemovingRows', `a list of at most ${given}`);
  const isRequired = asObject(reader.source.validate).required === true;
  const limit = (keyword: string, value: unknown) =>
    Number(value) > 0 ? { [keyword]: Math.round(Number(value)) } : {};
  const name = addComponentField(
    reader,
    {
      schema: {
        type: 'array',
        ...(isRequired && { minItems: 1 }),
        ...limit('minItems', minLength),
        ...limit('maxItems', isFixed ? given : maxLength),
      },
      taken: ['components'],
    },
    context,
    place,
  );
  for (const [property, value] of Object.entries({ minLength, maxLength }))
    if (value !== undefined && value !== '')
      context.lines.change(`${reader.at('validate')}/${property}`, {
        outcome: 'changed',
        became: property === 'minLength' ? '"minItems"' : '"maxItems"',
      });
  const scope = context.builder.createInnerScope(place.scope, name, 'list');
  convertComponents(reader.source.components, reader.at('components'), context, {
    scope,
    conditions: [],
    prefix: `${place.prefix}${reader.element}.`,
    items: new Map(),
    level: place.level,
  });
  removeIfEmpty(name, scope.properties, reader, context, place);
  register(name, reader.element, place.scope.properties[name] ?? {}, context, place);
};

/** The components that only arrange others, or contain them. */
const layoutConverters: Readonly<Record<string, ConvertComponent>> = {
  panel: convertGroup('title'),
  fieldset: convertGroup('legend'),
  well: convertGroup(undefined),
  columns: convertCells('columns'),
  table: convertCells('rows'),
  tabs: convertTabs,
  htmlelement: convertContent,
  content: convertContent,
  button: convertButton,
  address: convertAddress,
  container: convertContainer,
  datagrid: convertGrid,
  editgrid: convertGrid,
  dynamicWizard: convertGrid,
};
