import { asList, asObject, isObject } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { translated } from '../expressions/expression.ts';
import type { FieldChoice } from '../form-builder.ts';
import { createUniqueNames, toFieldName } from '../names.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import { toPlainText } from '../texts.ts';
import { addField, type ComponentField } from './add-field.ts';
import { type FormioContext, type FormioPlace, isBlank } from './context.ts';

export type ConvertComponent = (reader: ElementReader, context: FormioContext, place: FormioPlace) => void;

/** Components that become a field of a fixed schema. */
const plainFields: Readonly<Record<string, ComponentField>> = {
  textfield: { schema: { type: 'string' } },
  password: { schema: { type: 'string' }, ui: { 'ui:widget': 'password' } },
  email: { schema: { type: 'string', format: 'email' }, ui: { 'ui:autocomplete': 'email' } },
  phoneNumber: { schema: { type: 'string' }, ui: { 'ui:widget': 'tel', 'ui:autocomplete': 'tel' } },
  url: { schema: { type: 'string', format: 'uri' } },
  number: { schema: { type: 'number' } },
  currency: {
    schema: { type: 'number', multipleOf: 0.01 },
    became: 'a number with two decimals',
    taken: ['currency'],
  },
  time: { schema: { type: 'string', format: 'time' } },
  day: {
    schema: { type: 'string', format: 'date' },
    ui: { 'ui:widget': 'date-parts' },
    became: 'a date in three parts',
  },
  tags: {
    schema: { type: 'array', items: { type: 'string' } },
    became: 'a list of texts',
    taken: ['delimeter', 'maxTags'],
  },
  signature: {
    schema: { type: 'string', maxLength: 200 },
    became: 'a text: the name is typed instead of drawn',
  },
  address: {
    schema: { type: 'string', maxLength: 500 },
    ui: { 'ui:widget': 'textarea' },
    became: 'a text, without the search for addresses',
  },
  hidden: { schema: { type: 'string' }, isHidden: true, became: 'a hidden field' },
};

/** Creates the converter of a component with a fixed schema. */
function convertPlain(field: ComponentField): ConvertComponent {
  return (reader, context, place) => void addField(reader, field, context, place);
}

const convertTextField: ConvertComponent = (reader, context, place) => {
  reader.leaveOut('case', 'answers keep their case');
  reader.take('autocomplete');
  const { autocomplete } = reader.source;
  addField(
    reader,
    {
      schema: { type: 'string' },
      ui: typeof autocomplete === 'string' && autocomplete !== '' ? { 'ui:autocomplete': autocomplete } : {},
    },
    context,
    place,
  );
};

const convertTextArea: ConvertComponent = (reader, context, place) => {
  const { rows } = reader.source;
  reader.take('rows');
  const lines = Number(rows);
  addField(
    reader,
    {
      schema: { type: 'string' },
      ui: { 'ui:widget': 'textarea', ...(lines > 0 && { 'ui:options': { rows: Math.round(lines) } }) },
    },
    context,
    place,
  );
};

const convertNumber: ConvertComponent = (reader, context, place) => {
  const { decimalLimit } = reader.source;
  for (const property of ['delimiter', 'thousandsSeparator', 'decimalSymbol', 'requireDecimal'])
    reader.ignore(property, 'numbers are written as the language does');
  reader.take('decimalLimit');
  const isWhole = decimalLimit === 0;
  addField(reader, { schema: { type: isWhole ? 'integer' : 'number' } }, context, place);
};

const convertCheckbox: ConvertComponent = (reader, context, place) => {
  const isRequired = asObject(reader.source.validate).required === true;
  reader.take('value', 'name');
  addField(
    reader,
    { schema: { type: 'boolean', ...(isRequired && { const: true }) }, ui: { 'ui:widget': 'checkbox' } },
    context,
    place,
  );
};

const convertDateTime: ConvertComponent = (reader, context, place) => {
  const { enableDate, enableTime } = reader.source;
  reader.take('enableDate', 'enableTime', 'minDate', 'maxDate');
  for (const property of [
    'format',
    'allowInput',
    'defaultDate',
    'enableMinDateInput',
    'enableMaxDateInput',
    'widget',
    'shortcutButtons',
    'customOptions',
  ])
    reader.ignore(property, 'dates are written as the language does');
  const format = enableTime === false ? 'date' : enableDate === false ? 'time' : 'date-time';
  const limits = Object.fromEntries(
    [['formatMinimum', 'minDate'] as const, ['formatMaximum', 'maxDate'] as const].flatMap(
      ([keyword, property]) => {
        const own = reader.source[property] ?? asObject(reader.source.datePicker)[property];
        const day = typeof own === 'string' ? /^\d{4}-\d\d-\d\d/.exec(own)?.[0] : undefined;
        return day !== undefined && format === 'date' ? [[keyword, day]] : [];
      },
    ),
  );
  addField(reader, { schema: { type: 'string', format, ...limits } }, context, place);
};

/** Returns choices from `[{label, value}]` or a list of texts, with their type. */
function readChoices(given: unknown, pointer: string, locale: string): readonly FieldChoice[] {
  const seen = new Set<string>();
  const choices = asList(given).flatMap((item): readonly FieldChoice[] => {
    const value: unknown = isObject(item) ? item.value : item;
    const label = isObject(item) ? (item.label ?? value) : item;
    const isPlain =
      (typeof value === 'string' && value.trim() !== '') ||
      typeof value === 'number' ||
      typeof value === 'boolean';
    const own = typeof value === 'string' ? value.trim() : value;
    if (!isPlain || seen.has(String(own))) return [];
    seen.add(String(own));
    return [
      {
        value: own as string | number,
        label: { texts: { [locale]: toPlainText(String(label)).text }, pointer },
      },
    ];
  });
  return choices.every(({ value }) => typeof value === 'number')
    ? choices
    : choices.map((choice) => ({ ...choice, value: String(choice.value) }));
}

function toChoiceSchema(choices: readonly FieldChoice[]): JsonSchema {
  return {
    type: choices.every(({ value }) => typeof value === 'number') ? 'number' : 'string',
    enum: choices.map(({ value }) => value),
  };
}

/** Reports choices that could not be taken. */
function reportChoices(
  property: string,
  given: unknown,
  choices: readonly FieldChoice[],
  reader: ElementReader,
): void {
  const lost =
    asList(given).filter((item) => !isBlank(isObject(item) ? item.value : item)).length - choices.length;
  if (lost > 0) reader.change(property, `choices without ${lost} that cannot be answers`);
  else reader.take(property);
}

const convertRadio: ConvertComponent = (reader, context, place) => {
  const choices = readChoices(reader.source.values, reader.at('values'), context.locale);
  reportChoices('values', reader.source.values, choices, reader);
  addField(
    reader,
    choices.length === 0
      ? { schema: { type: 'string' }, became: 'a text, because it has no choices' }
      : { schema: toChoiceSchema(choices), ui: { 'ui:widget': 'radio' }, choices },
    context,
    place,
  );
};

const convertSelectBoxes: ConvertComponent = (reader, context, place) => {
  const choices = readChoices(reader.source.values, reader.at('values'), context.locale);
  reportChoices('values', reader.source.values, choices, reader);
  addSeveral(choices, reader, context, place);
};

function addSeveral(
  choices: readonly FieldChoice[],
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const isRequired = asObject(reader.source.validate).required === true;
  addField(
    reader,
    choices.length === 0
      ? {
          schema: { type: 'array', items: { type: 'string' } },
          became: 'a list of texts, because it has no choices',
        }
      : {
          schema: {
            type: 'array',
            uniqueItems: true,
            items: toChoiceSchema(choices),
            ...(isRequired && { minItems: 1 }),
          },
          ui: { 'ui:widget': 'checkboxes' },
          choices,
        },
    context,
    place,
  );
}

const convertSelect: ConvertComponent = (reader, context, place) => {
  const { dataSrc = 'values', data, multiple } = reader.source;
  const given = dataSrc === 'json' ? readJsonChoices(reader) : asObject(data).values;
  const choices = readChoices(given, reader.at('data'), context.locale);
  const isKnown = dataSrc === 'values' || dataSrc === 'json';
  if (isKnown && choices.length > 0) {
    reader.take('dataSrc');
    reportChoices('data', given, choices, reader);
  } else
    for (const property of ['data', 'dataSrc'])
      reader.leaveOut(
        property,
        dataSrc === 'custom'
          ? 'its choices come from a script, which is never run'
          : `choices from "${String(dataSrc)}" are not loaded`,
        'put them into the schema, or into a list of the content (lists.json)',
      );
  reader.take('valueProperty', 'template');
  if (multiple === true) addSeveral(choices, reader, context, place);
  else
    addField(
      reader,
      choices.length === 0
        ? { schema: { type: 'string' }, became: 'a text, because its choices are not known' }
        : { schema: toChoiceSchema(choices), ui: { 'ui:widget': 'select' }, choices },
      context,
      place,
    );
};

/** Returns the choices of `data.json`, a list or its JSON, with the property that `valueProperty` names. */
function readJsonChoices(reader: ElementReader): unknown {
  const { data, valueProperty, template } = reader.source;
  let json = asObject(data).json;
  if (typeof json === 'string') {
    try {
      json = JSON.parse(json);
    } catch {
      return [];
    }
  }
  const shown = /\{\{\s*item\.([\w.]+)\s*\}\}/.exec(String(template))?.[1];
  return asList(json).map((item) => {
    if (!isObject(item)) return item;
    const value =
      typeof valueProperty === 'string' && valueProperty !== ''
        ? item[valueProperty]
        : (item.value ?? item.id);
    return { value, label: shown === undefined ? (item.label ?? item.name ?? value) : item[shown] };
  });
}

/** Converts the component "survey": questions that share their answers. */
const convertSurveyTable: ConvertComponent = (reader, context, place) => {
  const columns = readChoices(reader.source.values, reader.at('values'), context.locale);
  const rows = readChoices(reader.source.questions, reader.at('questions'), context.locale);
  reader.take('values', 'questions');
  if (columns.length === 0 || rows.length === 0) {
    reader.leaveElementOut('it needs questions and values');
    reader.finish(() => 'its component is left out');
    return;
  }
  const findFree = createUniqueNames('_');
  const named = rows.map((row) => ({ ...row, own: findFree(toFieldName(String(row.value), 'row')) }));
  const isRequired = asObject(reader.source.validate).required === true;
  const name = addField(
    reader,
    {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(named.map(({ own }) => [own, toChoiceSchema(columns)])),
        ...(isRequired && { required: named.map(({ own }) => own) }),
      },
      ui: { 'ui:widget': 'matrix' },
      became: 'a matrix',
    },
    context,
    place,
  );
  const path = [...place.scope.path, name].join('.');
  for (const { own, label } of named) {
    context.builder.setText(`fields.${path}.${own}.label`, label);
    for (const column of columns)
      context.builder.setText(`options.${path}.${own}.${column.value}`, column.label);
  }
};

const convertFile: ConvertComponent = (reader, context, place) => {
  const { filePattern, fileMaxSize, multiple } = reader.source;
  if (place.scope.path.length > 0) {
    reader.leaveElementOut('files cannot be asked for inside another field', 'ask for them outside');
    reader.finish(() => 'its component is left out');
    return;
  }
  const pattern = String(filePattern ?? '');
  const isImages =
    reader.source.image === true ||
    (pattern !== '' &&
      pattern
        .split(/[,;]/)
        .every((type) => /^\s*(?:image\/|[*.]*\.?(?:jpe?g|png|webp|heic|gif)\s*$)/i.test(type)));
  reader.change('filePattern', isImages ? 'photos' : 'files of the kinds that Slipway accepts');
  reader.ignore('fileMinSize', 'small files are accepted');
  reader.ignore('fileTypes', 'files have no categories');
  reader.take('multiple', 'image');
  const bytes = toBytes(fileMaxSize);
  if (bytes === undefined) reader.ignore('fileMaxSize', 'the server limits the size');
  else reader.change('fileMaxSize', 'a rule');
  const isRequired = asObject(reader.source.validate).required === true;
  const name = addField(
    reader,
    {
      schema: { type: 'array', items: { type: 'string' }, ...(isRequired && { minItems: 1 }) },
      ui: { 'ui:widget': isImages ? 'photos' : 'files' },
      became: isImages ? 'an upload of photos' : 'an upload of files',
    },
    context,
    place,
  );
  context.builder.addLateRule({
    id: `limit-${name.toLowerCase().replaceAll('_', '-')}`,
    description: `Limits the uploads of "${reader.element}".`,
    origins: [reader.pointer],
    write: () =>
      translated({
        then: {
          limit: { [name]: { count: multiple === true ? 10 : 1, ...(bytes !== undefined && { bytes }) } },
        },
      }),
  });
};

/** Returns the bytes of a size such as "1GB" or "500 KB"; undefined if it is none or above 100 MB. */
function toBytes(size: unknown): number | undefined {
  const [, number, unit = 'b'] = /^\s*([\d.]+)\s*([KMG]?B?)\s*$/i.exec(String(size ?? '')) ?? [];
  const factor = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[unit[0]?.toLowerCase() ?? 'b'] ?? 1;
  const bytes = Math.round(Number(number) * factor);
  return bytes > 0 && bytes <= 100 * 1024 ** 2 ? bytes : undefined;
}

const convertDataMap: ConvertComponent = (reader, context, place) => {
  const inner = asObject(reader.source.valueComponent);
  const type = String(inner.type ?? 'textfield');
  reader.change('valueComponent', type === 'number' ? 'entries that are numbers' : 'entries that are texts');
  reader.ignore('keyLabel', 'names of entries have a label of their own');
  reader.ignore('keyBeforeValue', 'names of entries come first');
  reader.ignore('addAnother', 'the interface has a text of its own for it');
  addField(
    reader,
    {
      schema: { type: 'object', additionalProperties: { type: type === 'number' ? 'number' : 'string' } },
      became: 'entries with names that visitors choose',
    },
    context,
    place,
  );
};

/** The components that ask for something, by type. */
export const fieldConverters: Readonly<Record<string, ConvertComponent>> = {
  ...Object.fromEntries(Object.entries(plainFields).map(([type, field]) => [type, convertPlain(field)])),
  textfield: convertTextField,
  textarea: convertTextArea,
  number: convertNumber,
  checkbox: convertCheckbox,
  datetime: convertDateTime,
  radio: convertRadio,
  selectboxes: convertSelectBoxes,
  select: convertSelect,
  survey: convertSurveyTable,
  file: convertFile,
  datamap: convertDataMap,
};

/** The components that cannot become anything, with the reason and what one can do. */
export const leftOutComponents: Readonly<Record<string, readonly [reason: string, remedy?: string]>> = {
  recaptcha: ['Slipway keeps robots away by itself'],
  captcha: ['Slipway keeps robots away by itself'],
  form: ['a form inside a form is not loaded', 'import that form, and copy its fields'],
  resource: [
    'it chooses among stored submissions',
    'describe the choices in a list of the content (lists.json)',
  ],
  tree: ['a form cannot contain itself', 'ask for a list'],
  custom: ['its code is not known, and scripts are never run', 'write a widget (docs/own-widgets.md)'],
  unknown: [`its type is not known: ${quoteValue('unknown')}`],
};
