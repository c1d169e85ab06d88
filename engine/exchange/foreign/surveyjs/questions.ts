import { maxRatingSteps } from '../../../json-schema/choices.ts';
import { asList, asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { translated } from '../expressions/expression.ts';
import { parseSurveyExpression } from '../expressions/parse-expression.ts';
import { toCalculation } from '../expressions/to-calculation.ts';
import type { ImportedChoice, SourceText } from '../form-parts.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import { toMaskPattern } from '../texts.ts';
import { addQuestion, type QuestionField } from './add-question.ts';
import { readChoices, toChoiceSchema } from './choices.ts';
import {
  type ConvertQuestion,
  createQuestionLookup,
  readSurveyText,
  type SurveyContext,
  type SurveyPlace,
} from './context.ts';
import { pickLength, pickNumber } from './validators.ts';

const text: JsonSchema = { type: 'string' };

/** The field of each type of input of a question of the type "text". */
const inputTypes: Readonly<Record<string, QuestionField>> = {
  text: { schema: text },
  email: { schema: { type: 'string', format: 'email' }, ui: { 'ui:autocomplete': 'email' } },
  tel: { schema: text, ui: { 'ui:widget': 'tel', 'ui:autocomplete': 'tel' } },
  url: { schema: { type: 'string', format: 'uri' } },
  number: { schema: { type: 'number' } },
  range: { schema: { type: 'number' }, ui: { 'ui:widget': 'range' } },
  date: { schema: { type: 'string', format: 'date' } },
  'datetime-local': { schema: { type: 'string', format: 'date-time' }, became: 'a date with time' },
  datetime: { schema: { type: 'string', format: 'date-time' } },
  time: { schema: { type: 'string', format: 'time' } },
  color: { schema: text, ui: { 'ui:widget': 'color' } },
  password: { schema: text, ui: { 'ui:widget': 'password' } },
  month: {
    schema: { type: 'string', pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])$' },
    became: 'a text like 2026-11',
  },
  week: { schema: { type: 'string', pattern: '^[0-9]{4}-W[0-9]{2}$' }, became: 'a text like 2026-W48' },
};

export const convertText: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  const written = typeof source.inputType === 'string' ? source.inputType : 'text';
  // A validator for numbers says as much as the type of the input.
  const isNumeric = asList(source.validators).some((each) => /^numeric/.test(toText(asObject(each).type)));
  const isMaskedNumber = source.maskType === 'numeric' || source.maskType === 'currency';
  const inputType = written === 'text' && (isNumeric || isMaskedNumber) ? 'number' : written;
  const field = getOwnMember(inputTypes, inputType) ?? inputTypes.text;
  if (field === undefined) return;
  if (getOwnMember(inputTypes, inputType)) reader.take('inputType');
  else reader.leaveOut('inputType', `there is no input ${quoteValue(inputType)}; it became a text`);
  const isNumber = field.schema.type === 'number';
  const isDate = field.schema.format === 'date';
  const step = isNumber ? pickNumber('multipleOf', source.step) : {};
  const settings = asObject(source.maskSettings);
  const limits = isNumber
    ? {
        ...(isMaskedNumber && {
          ...pickNumber('minimum', settings.min),
          ...pickNumber('maximum', settings.max),
        }),
        ...pickNumber('minimum', source.min),
        ...pickNumber('maximum', source.max),
      }
    : isDate
      ? { ...pickDate('formatMinimum', source.min), ...pickDate('formatMaximum', source.max) }
      : {};
  for (const property of ['min', 'max', 'step']) if (isNumber || isDate) reader.take(property);
  const problems = readLimitMessages(reader, isNumber, isDate, context);
  for (const property of ['minValueExpression', 'maxValueExpression']) {
    const expression = source[property];
    if (typeof expression === 'string') addExpressionBound(property, expression, reader, context, place);
  }
  const mask = settings.pattern;
  const isMasked =
    source.maskType === 'pattern' &&
    typeof mask === 'string' &&
    field.schema.format === undefined &&
    !isNumber;
  for (const property of ['maskType', 'maskSettings'])
    if (isMasked) reader.change(property, 'a pattern');
    else if (isMaskedNumber && isNumber) reader.change(property, 'a number');
    else reader.ignore(property, 'answers are written as the language does');
  reader.take('minLength', 'maxLength', 'autocomplete');
  if (source.dataList !== undefined) reader.change('dataList', 'suggestions ("examples")');
  addQuestion(
    reader,
    {
      ...field,
      problems,
      schema: {
        ...field.schema,
        ...limits,
        ...(isMasked && { pattern: toMaskPattern(mask) }),
        ...(typeof step.multipleOf === 'number' && step.multipleOf > 0 ? step : {}),
        ...(field.schema.type === 'string' && field.schema.format === undefined
          ? { ...pickLength('minLength', source.minLength), ...pickLength('maxLength', source.maxLength) }
          : {}),
        ...(Array.isArray(source.dataList) &&
          field.schema.type === 'string' && { examples: source.dataList.map(toText) }),
      },
      ui: {
        ...(typeof source.autocomplete === 'string' && { 'ui:autocomplete': source.autocomplete }),
        ...field.ui,
        ...(Array.isArray(source.dataList) && inputType === 'text' && { 'ui:widget': 'autocomplete' }),
      },
      placeholder:
        readSurveyText(reader, 'placeholder', context) ?? readSurveyText(reader, 'placeHolder', context),
    },
    context,
    place,
  );
};

/** Returns the messages of the smallest and the greatest answer. `{0}` in them is that limit. */
function readLimitMessages(
  reader: ElementReader,
  isNumber: boolean,
  isDate: boolean,
  context: SurveyContext,
): Readonly<Record<string, SourceText>> {
  if (!isNumber && !isDate) return {};
  const codes = isNumber ? ['too-small', 'too-large'] : ['too-early', 'too-late'];
  return Object.fromEntries(
    ['min', 'max'].flatMap((end, index) => {
      const message = readSurveyText(reader, `${end}ErrorText`, context);
      const limit = reader.source[end] ?? reader.source[`${end}ValueExpression`];
      if (message === undefined || limit === undefined) return [];
      const texts = Object.fromEntries(
        Object.entries(message.texts).map(([locale, each]) => [
          locale,
          each.replaceAll('{0}', () => toText(reader.source[end] ?? '…')),
        ]),
      );
      return [[codes[index] ?? '', { ...message, texts }]];
    }),
  );
}

function pickDate(keyword: string, value: unknown): JsonSchema {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? { [keyword]: value } : {};
}

/** Adds a rule for `minValueExpression: "today()"` and alike. */
function addExpressionBound(
  property: string,
  source: string,
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const end = property.startsWith('min') ? 'minimum' : 'maximum';
  const expression = parseSurveyExpression(source);
  if (place.scope.path.length > 0 || !expression.ok) {
    reader.leaveOut(property, `no rule can say ${quoteValue(source)} here`);
    return;
  }
  reader.change(property, 'a rule');
  context.builder.addLateRule({
    id: `${end}-${
      reader.element
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'field'
    }`,
    description: `The ${end} is ${source.slice(0, 200)}.`,
    origins: [reader.at(property)],
    write() {
      const findName = createQuestionLookup(context, place);
      const calculated = toCalculation(expression.value, findName);
      const own = findName(reader.element);
      if (!calculated.ok || own === undefined || !('fact' in own))
        return calculated.ok ? { ok: false, reason: 'its question is left out' } : calculated;
      return translated({
        then: { bound: { [own.fact.replace(/^values\./, '')]: { [end]: calculated.value.written } } },
      });
    },
  });
}

export const convertComment: ConvertQuestion = (reader, context, place) => {
  reader.take('rows', 'minLength', 'maxLength');
  const rows = reader.source.rows;
  addQuestion(
    reader,
    {
      schema: {
        type: 'string',
        ...pickLength('minLength', reader.source.minLength),
        ...pickLength('maxLength', reader.source.maxLength),
      },
      ui: {
        'ui:widget': 'textarea',
        ...(typeof rows === 'number' && rows > 0 && { 'ui:options': { rows: Math.round(rows) } }),
      },
      placeholder:
        readSurveyText(reader, 'placeholder', context) ?? readSurveyText(reader, 'placeHolder', context),
    },
    context,
    place,
  );
};
/** The names of yes and no in the languages of the interface. */
const yesAndNo = [new Set(['yes', 'ja', 'oui', 'نعم']), new Set(['no', 'nein', 'non', 'لا'])];

export const convertBoolean: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  const hasValues = source.valueTrue !== undefined || source.valueFalse !== undefined;
  const values = hasValues
    ? [source.valueTrue ?? true, source.valueFalse ?? false].map(toText)
    : [true, false];
  const labels = [
    readSurveyText(reader, 'labelTrue', context),
    readSurveyText(reader, 'labelFalse', context),
  ];
  reader.take('valueTrue', 'valueFalse');
  reader.ignore('label', 'the title is its label');
  const choices = values.map(
    (value, index): ImportedChoice => ({
      value: value as string | boolean,
      label: labels[index] ?? {
        texts: { [context.locale]: index === 0 ? 'Yes' : 'No' },
        pointer: reader.pointer,
      },
    }),
  );
  if (!hasValues)
    for (const [index, property] of ['labelTrue', 'labelFalse'].entries())
      if (Object.values(labels[index]?.texts ?? {}).every((text) => yesAndNo[index]?.has(text.toLowerCase())))
        reader.ignore(property, 'the interface has a text of its own for it');
      else
        reader.leaveOut(
          property,
          'the two answers are called as the interface calls yes and no',
          'ask with two choices instead',
        );
  if (
    source.defaultValue === 'true' ||
    source.defaultValue === 'false' ||
    source.defaultValue === 'indeterminate'
  )
    reader.ignore('defaultValue', 'the answer has to be given');
  addQuestion(
    reader,
    {
      schema: hasValues ? { type: 'string', enum: values } : { type: 'boolean' },
      ui: { 'ui:widget': 'radio' },
      ...(hasValues && { choices }),
      became: 'a question with two answers',
    },
    context,
    place,
  );
};

export const convertRating: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  const given =
    Array.isArray(source.rateValues) && source.rateValues.length > 0
      ? readChoices(reader, 'rateValues', context, place)
      : undefined;
  const minimum = typeof source.rateMin === 'number' ? source.rateMin : 1;
  const step = typeof source.rateStep === 'number' && source.rateStep > 0 ? source.rateStep : 1;
  const count = typeof source.rateCount === 'number' ? source.rateCount : undefined;
  const maximum = typeof source.rateMax === 'number' ? source.rateMax : minimum + ((count ?? 5) - 1) * step;
  const numbers = Array.from(
    { length: Math.min(Math.max(1, Math.floor((maximum - minimum) / step) + 1), 101) },
    (_each, index) => minimum + index * step,
  );
  const ends = [
    readSurveyText(reader, 'minRateDescription', context),
    readSurveyText(reader, 'maxRateDescription', context),
  ];
  const list =
    given?.list ??
    numbers.map(
      (value): ImportedChoice => ({
        value,
        label: { texts: { [context.locale]: toText(value) }, pointer: reader.pointer },
      }),
    );
  reader.take('rateMin', 'rateMax', 'rateStep', 'rateCount', 'rateValues');
  const labelled = list.map((choice, index) => {
    const end = index === 0 ? ends[0] : index === list.length - 1 ? ends[1] : undefined;
    if (end === undefined) return choice;
    const texts = Object.fromEntries(
      Object.entries(end.texts).map(([locale, each]) => [
        locale,
        `${Object.values(choice.label.texts)[0] ?? choice.value} – ${each}`,
      ]),
    );
    return { ...choice, label: { texts: { ...choice.label.texts, ...texts }, pointer: end.pointer } };
  });
  const schema = toChoiceSchema(list);
  const rating = toRatingField(schema, reader);
  addQuestion(
    reader,
    {
      ...(rating ?? { schema, ui: { 'ui:widget': 'scale' }, became: 'a dropdown of its steps' }),
      choices: labelled,
    },
    context,
    place,
  );
};

/** Returns the field of a rating whose steps are a few numbers; undefined for any other. */
function toRatingField(
  schema: JsonSchema,
  reader: ElementReader,
): Pick<QuestionField, 'schema' | 'ui'> | undefined {
  const { source } = reader;
  if (schema.type !== 'integer' || asList(schema.enum).length > maxRatingSteps) return undefined;
  const isNumbers = source.rateType === undefined || source.rateType === 'labels';
  if (source.rateType === 'smileys') reader.change('rateType', 'stars');
  else reader.take('rateType');
  const symbols = isNumbers && asList(schema.enum)[0] === 1 ? { 'ui:symbols': 'numbers' } : {};
  return { schema, ui: { 'ui:widget': 'rating', ...symbols } };
}

export const convertSlider: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  reader.take('min', 'max', 'step', 'sliderType');
  const schema = {
    type: 'number',
    minimum: 0,
    maximum: 100,
    ...pickNumber('minimum', source.min),
    ...pickNumber('maximum', source.max),
    ...pickNumber('multipleOf', source.step),
  };
  if (source.sliderType === 'single' || source.sliderType === undefined) {
    addQuestion(reader, { schema, ui: { 'ui:widget': 'range' } }, context, place);
    return;
  }
  reader.ignore('defaultValue', 'a range of two values has no default here');
  addQuestion(
    reader,
    {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: { from: { ...schema, title: 'From' }, to: { ...schema, title: 'To' } },
      },
      became: 'two numbers, "from" and "to"',
    },
    context,
    place,
  );
};

export const convertSignature: ConvertQuestion = (reader, context, place) => {
  reader.ignore('placeholder', 'it asks for a drawing');
  if (place.scope.path.length > 0) {
    addQuestion(
      reader,
      {
        schema: { type: 'string', maxLength: 200 },
        became: 'a text: inside another question the name is typed instead of drawn',
      },
      context,
      place,
    );
    return;
  }
  addQuestion(
    reader,
    {
      schema: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 1,
        ...(reader.source.isRequired === true && { minItems: 1 }),
      },
      ui: { 'ui:widget': 'signature' },
      became: 'a signature that is stored as a photo',
    },
    context,
    place,
  );
};

export const convertFile: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  const isSeveral = source.allowMultiple === true;
  const accepted = toText(source.acceptedTypes ?? '');
  const isImages =
    accepted !== '' &&
    accepted.split(',').every((type) => /^\s*(?:image\/|\.(?:jpe?g|png|webp|heic|gif)\b)/.test(type));
  reader.take('allowMultiple');
  reader.change('acceptedTypes', isImages ? 'photos' : 'files of the kinds that Slipway accepts');
  const count = isSeveral ? (typeof source.maxFiles === 'number' ? source.maxFiles : 10) : 1;
  reader.take('maxFiles');
  const bytes = typeof source.maxSize === 'number' && source.maxSize > 0 ? source.maxSize : undefined;
  if (bytes !== undefined) reader.change('maxSize', 'a rule');
  if (place.scope.path.length > 0) {
    reader.leaveElementOut('files cannot be asked for inside another question', 'ask for them outside');
    reader.finish(() => 'its question is left out');
    return;
  }
  const name = addQuestion(
    reader,
    {
      schema: {
        type: 'array',
        items: { type: 'string' },
        ...(source.isRequired === true && { minItems: 1 }),
      },
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
      translated({ then: { limit: { [name]: { count, ...(bytes !== undefined && { bytes }) } } } }),
  });
};

/** Converts a question that shows the result of an expression. */
export const convertExpression: ConvertQuestion = (reader, context, place) => {
  const { source } = reader;
  const style = toText(source.displayStyle ?? '');
  const parsed = parseSurveyExpression(toText(source.expression ?? ''));
  const known = parsed.ok ? toCalculation(parsed.value, createQuestionLookup(context, place)) : undefined;
  const gives = /currency|decimal|percent/.test(style)
    ? 'number'
    : style === 'date'
      ? 'date'
      : known?.ok
        ? known.value.gives
        : 'number';
  const digits = source.maximumFractionDigits ?? source.precision ?? (style === 'currency' ? 2 : undefined);
  const schemas: Readonly<Record<string, JsonSchema>> = {
    number: {
      type: 'number',
      ...(typeof digits === 'number' &&
        digits >= 0 &&
        digits <= 10 && { multipleOf: Number((10 ** -digits).toFixed(digits)) }),
    },
    date: { type: 'string', format: 'date' },
    text: { type: 'string' },
  };
  for (const property of [
    'displayStyle',
    'currency',
    'format',
    'useGrouping',
    'minimumFractionDigits',
    'displayStyleCurrency',
  ])
    if (source[property] !== undefined) reader.change(property, 'the format of the language');
  reader.take('maximumFractionDigits', 'precision');
  addQuestion(
    reader,
    {
      schema: schemas[gives] ?? text,
      ui: { 'ui:widget': 'output' },
      isAnswered: false,
      became: 'a calculated field',
    },
    context,
    place,
  );
  if (!isObject(source) || typeof source.expression !== 'string')
    reader.leaveElementOut('it has no expression');
};
