import { asObject, toText } from '../../../json-schema/values.ts';
import { translated } from '../expressions/expression.ts';
import { createElementReader, type ElementReader, quoteValue } from '../report.ts';
import { addComponentField, type ComponentField } from './add-field.ts';
import { convertRadio, convertSelect, convertSelectBoxes, convertSurveyTable } from './choices.ts';
import { type ConvertComponent, type FormioContext, type FormioPlace, isBlank } from './context.ts';

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
  tags: {
    schema: { type: 'array', items: { type: 'string' } },
    became: 'a list of texts',
    taken: ['delimeter', 'maxTags'],
  },
  hidden: { schema: { type: 'string' }, isHidden: true, became: 'a hidden field' },
};

/** Creates the converter of a component with a fixed schema. */
function convertPlain(field: ComponentField): ConvertComponent {
  return (reader, context, place) => void addComponentField(reader, field, context, place);
}

const convertTextField: ConvertComponent = (reader, context, place) => {
  reader.leaveOut('case', 'answers keep their case');
  reader.take('autocomplete');
  const { autocomplete } = reader.source;
  addComponentField(
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
  addComponentField(
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
  addComponentField(reader, { schema: { type: isWhole ? 'integer' : 'number' } }, context, place);
};

const convertCheckbox: ConvertComponent = (reader, context, place) => {
  const isRequired = asObject(reader.source.validate).required === true;
  reader.take('value', 'name');
  addComponentField(
    reader,
    { schema: { type: 'boolean', ...(isRequired && { const: true }) }, ui: { 'ui:widget': 'checkbox' } },
    context,
    place,
  );
};

/** Converts a date in three parts. Where one of them must be filled in, the whole date is required. */
const convertDay: ConvertComponent = (reader, context, place) => {
  const parts = Object.entries(asObject(reader.source.fields)).map(
    ([name, part]) => [name, asObject(part)] as const,
  );
  const hidden = parts.flatMap(([name, part]) => (part.hide === true ? [name] : []));
  if (hidden.length === 0) reader.take('fields');
  else
    reader.leaveOut(
      'fields',
      `a date is always asked whole, with its ${hidden.join(' and ')}`,
      'ask for the parts in fields of their own',
    );
  const limits = Object.fromEntries(
    [['formatMinimum', 'minDate'] as const, ['formatMaximum', 'maxDate'] as const].flatMap(
      ([keyword, property]) => {
        const day = readDay(reader.source[property]);
        if (day !== undefined) reader.take(property);
        else if (!isBlank(reader.source[property]))
          reader.leaveOut(property, 'a date in parts is limited by constant days only', 'say it in the hint');
        return day === undefined ? [] : [[keyword, day]];
      },
    ),
  );
  addComponentField(
    reader,
    {
      schema: { type: 'string', format: 'date', ...limits },
      ui: { 'ui:widget': 'date-parts' },
      became: 'a date in three parts',
      taken: ['dayFirst'],
      isRequired: hidden.length === 0 && parts.some(([, part]) => part.required === true),
    },
    context,
    place,
  );
};

/** Returns the day of a date such as "2026-05-01T00:00:00"; undefined for anything else. */
function readDay(value: unknown): string | undefined {
  return typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined;
}

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
        const day = readDay(reader.source[property] ?? asObject(reader.source.datePicker)[property]);
        return day !== undefined && format === 'date' ? [[keyword, day]] : [];
      },
    ),
  );
  const name = addComponentField(reader, { schema: { type: 'string', format, ...limits } }, context, place);
  readDatePicker(reader, name, format, context, place);
};

/** Members of `datePicker` that refuse days, which no keyword of JSON Schema can do. */
const refusedDays = ['disable', 'disableFunction', 'disableWeekends', 'disableWeekdays'];

/** Reports the limits of `datePicker`: the first and the last day are taken, also those that depend on today. */
function readDatePicker(
  reader: ElementReader,
  name: string,
  format: string,
  context: FormioContext,
  place: FormioPlace,
): void {
  const source = asObject(reader.source.datePicker);
  const limits = ['minDate', 'maxDate'].filter((property) => !isBlank(source[property]));
  const refused = refusedDays.filter((property) => !isBlank(source[property]));
  if (limits.length === 0 && refused.length === 0) return;
  const part = createElementReader(
    { pointer: reader.at('datePicker'), element: reader.element, property: 'datePicker', source },
    context.lines,
  );
  for (const property of limits) {
    const shifted = readShiftedToday(source[property]);
    if (format === 'date' && readDay(source[property]) !== undefined) part.take(property);
    else if (format === 'date' && shifted !== undefined && place.scope.path.length === 0) {
      part.change(property, 'a rule');
      const end = property === 'minDate' ? 'minimum' : 'maximum';
      context.builder.addLateRule({
        id: `${end}-${name.toLowerCase().replaceAll('_', '-')}`,
        description: `The ${end} of "${reader.element}" depends on today.`,
        origins: [part.at(property)],
        write: () => translated({ then: { bound: { [name]: { [end]: shifted } } } }),
      });
    } else
      part.leaveOut(
        property,
        'a day can only be limited by a constant one, or one some days from today',
        'say it in the hint',
      );
  }
  for (const property of refused)
    part.leaveOut(property, 'a day can only be limited by a first and a last one', 'say it in the hint');
  part.finish(() => 'it only changes how the other program draws it');
}

/** Returns the day that a script of moment.js names: `moment().add(1, 'day')`. Undefined for any other script. */
function readShiftedToday(script: unknown): unknown {
  const [, direction, number, unit] =
    /^moment\(\)(?:\.(add|subtract)\((\d{1,4}), ?['"](day|week|month|year)s?['"]\))?;?$/.exec(
      typeof script === 'string' ? script.trim() : '',
    ) ?? [undefined, 'none'];
  if (direction === 'none') return undefined;
  if (direction === undefined) return { var: 'today' };
  return { '+': [{ var: 'today' }, direction === 'add' ? Number(number) : -Number(number), `${unit}s`] };
}

const convertSignature: ConvertComponent = (reader, context, place) => {
  const isInside = place.scope.path.length > 0;
  const isRequired = asObject(reader.source.validate).required === true;
  addComponentField(
    reader,
    isInside
      ? {
          schema: { type: 'string', maxLength: 200 },
          became: 'a text: inside another field the name is typed instead of drawn',
        }
      : {
          schema: {
            type: 'array',
            items: { type: 'string' },
            maxItems: 1,
            ...(isRequired && { minItems: 1 }),
          },
          ui: { 'ui:widget': 'signature' },
          became: 'a signature that is stored as a photo',
        },
    context,
    place,
  );
};

const convertFile: ConvertComponent = (reader, context, place) => {
  const { filePattern, fileMaxSize, multiple } = reader.source;
  if (place.scope.path.length > 0) {
    reader.leaveElementOut('files cannot be asked for inside another field', 'ask for them outside');
    reader.finish(() => 'its component is left out');
    return;
  }
  const pattern = toText(filePattern ?? '');
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
  const name = addComponentField(
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
  const [, number, unit = 'b'] = /^([\d.]+) ?([KMG]?B?)$/i.exec(toText(size ?? '').trim()) ?? [];
  const factor = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[unit[0]?.toLowerCase() ?? 'b'] ?? 1;
  const bytes = Math.round(Number(number) * factor);
  return bytes > 0 && bytes <= 100 * 1024 ** 2 ? bytes : undefined;
}

const convertDataMap: ConvertComponent = (reader, context, place) => {
  const inner = asObject(reader.source.valueComponent);
  const type = toText(inner.type ?? 'textfield');
  reader.change('valueComponent', type === 'number' ? 'entries that are numbers' : 'entries that are texts');
  reader.ignore('keyLabel', 'names of entries have a label of their own');
  reader.ignore('keyBeforeValue', 'names of entries come first');
  reader.ignore('addAnother', 'the interface has a text of its own for it');
  addComponentField(
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
  day: convertDay,
  radio: convertRadio,
  selectboxes: convertSelectBoxes,
  select: convertSelect,
  survey: convertSurveyTable,
  file: convertFile,
  signature: convertSignature,
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
