import { asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { translated, untranslated } from '../expressions/expression.ts';
import { parseScript } from '../expressions/parse-expression.ts';
import { toCalculation } from '../expressions/to-calculation.ts';
import { type ImportedChoice, type SourceText, toKnownField } from '../form-parts.ts';
import { createElementReader, type ElementReader, quoteValue } from '../report.ts';
import { toMaskPattern, toPlainText } from '../texts.ts';
import { readConditions, readJsonLogic } from './conditions.ts';
import {
  createDataLookup,
  type FormioContext,
  type FormioPlace,
  isBlank,
  readComponentText,
} from './context.ts';

/** The field that a component becomes, without what all components have in common. */
export interface ComponentField {
  readonly schema: JsonSchema;
  readonly ui?: Readonly<Record<string, unknown>>;
  readonly choices?: readonly ImportedChoice[];
  /** The kind of field that the component became, if it is another kind of field. */
  readonly became?: string;
  /** Properties of the component that this conversion has reported as taken. */
  readonly taken?: readonly string[];
  readonly isHidden?: boolean;
}

/** Adds the field of a component with its texts, limits, rules and default. Returns its name. */
export function addComponentField(
  reader: ElementReader,
  field: ComponentField,
  context: FormioContext,
  place: FormioPlace,
): string {
  const { source } = reader;
  const isSeveral = source.multiple === true && field.schema.type !== 'array';
  const limits = readValidation(reader, field.schema, context);
  const label = readComponentText(reader, 'label', context) ?? {
    texts: { [context.locale]: reader.element },
    pointer: reader.at('key'),
  };
  const description = readComponentText(reader, 'description', context);
  const tooltip = description === undefined ? readComponentText(reader, 'tooltip', context) : undefined;
  if (description !== undefined && !isBlank(source.tooltip))
    reader.leaveOut('tooltip', 'a field has one hint, which is its description');
  const placeholder = readComponentText(reader, 'placeholder', context);
  reader.take('type', 'disabled', 'hidden', ...(field.taken ?? []));
  if (isSeveral) reader.change('multiple', 'a list');
  else reader.take('multiple');
  for (const property of ['prefix', 'suffix'])
    if (!isBlank(source[property]))
      reader.leaveOut(
        property,
        `fields have nothing before or after them: ${quoteValue(source[property])}`,
        'put it into the label',
      );
    else reader.ignore(property, 'it is empty');
  if (isBlank(source.logic)) reader.ignore('logic', 'it is empty');
  else reader.leaveOut('logic', 'its triggers and actions are not taken', 'write rules');
  const masked = readMask(reader, field.schema);
  const isHidden =
    field.isHidden === true ||
    (source.hidden === true && isBlank(source.conditional) && isBlank(source.customConditional));
  const single = {
    ...field.schema,
    ...masked,
    ...limits.schema,
    ...readDefault(reader, field.schema, isSeveral),
  };
  const { default: preset, ...item } = single;
  const schema = isSeveral
    ? { type: 'array', items: item, ...(preset !== undefined && { default: preset }) }
    : single;
  if (field.became !== undefined) reader.takeElement(field.became);
  const name = context.builder.addField(place.scope, {
    reader,
    name: reader.element,
    schema,
    ui: {
      ...(isSeveral ? { items: field.ui ?? {} } : field.ui),
      ...(isHidden && { 'ui:widget': 'hidden' }),
      ...(source.disabled === true && { 'ui:disabled': true }),
    },
    isRequired: limits.isRequired && !isHidden && source.disabled !== true,
    label,
    hint: description ?? tooltip,
    placeholder: isSeveral ? undefined : placeholder,
    ...(field.choices && { choices: field.choices }),
    problems: limits.problems,
  });
  if (name === reader.element) reader.take('key');
  else reader.change('key', `"${name}"`);
  register(name, reader.element, place.scope.properties[name] ?? {}, context, place);
  addShowRule([name], reader, context, place);
  addScriptRules(name, reader, context, place);
  return name;
}

/** Makes a field known to conditions. */
export function register(
  name: string,
  key: string,
  schema: JsonSchema,
  context: FormioContext,
  place: FormioPlace,
): void {
  place.items?.set(key, toKnownField(name, schema));
  if (place.scope.isInList) return;
  const field = toKnownField(`values.${[...place.scope.path, name].join('.')}`, schema);
  context.fields.set(`${place.prefix}${key}`, field);
}

/** Adds a rule that shows fields under the conditions of a component and the layouts around it. */
function addShowRule(
  names: readonly string[],
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const parts = [...place.conditions, ...readConditions(reader, context, place)];
  if (parts.length === 0) return;
  if (place.scope.path.length === 0) {
    context.builder.addRule({ effect: 'show', names, parts });
    return;
  }
  const findField = (fact: string) => [...(place.items?.values() ?? [])].find((field) => field.fact === fact);
  for (const name of names)
    context.builder.addInnerRule({ scope: place.scope, name, effect: 'show', parts, findField });
}

interface Validation {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly problems: Readonly<Record<string, SourceText>>;
}

/** The keywords of limits, with the type that they are for and the code of their problem. */
const limitKeywords: Readonly<
  Record<string, { readonly types: readonly string[]; readonly keyword: string; readonly code: string }>
> = {
  minLength: { types: ['string'], keyword: 'minLength', code: 'too-short' },
  maxLength: { types: ['string'], keyword: 'maxLength', code: 'too-long' },
  pattern: { types: ['string'], keyword: 'pattern', code: 'wrong-format' },
  min: { types: ['number', 'integer'], keyword: 'minimum', code: 'too-small' },
  max: { types: ['number', 'integer'], keyword: 'maximum', code: 'too-large' },
  minSelectedCount: { types: ['array'], keyword: 'minItems', code: 'too-few' },
  maxSelectedCount: { types: ['array'], keyword: 'maxItems', code: 'too-many' },
};

/** Reads `validate`, and reports each of its members. */
function readValidation(
  reader: ElementReader,
  { type, format }: JsonSchema,
  context: FormioContext,
): Validation {
  const given = reader.source.validate;
  const source = isObject(given) ? given : {};
  const schema: Record<string, unknown> = {};
  const codes: string[] = [];
  const part = createElementReader(
    { pointer: reader.at('validate'), element: reader.element, property: 'validate', source },
    context.lines,
  );
  if (given === undefined) return { schema, isRequired: false, problems: readErrors(reader, context) };
  for (const [property, { types, keyword, code }] of Object.entries(limitKeywords)) {
    const value = readLimit(source[property], keyword);
    if (value === undefined) continue;
    if (!types.includes(toText(type)))
      part.leaveOut(property, `it has no effect on an answer that is ${toText(type)}`);
    else if (keyword === 'pattern' && format !== undefined)
      part.leaveOut(property, `the answer is a ${toText(format)}`);
    else {
      schema[keyword] = keyword === 'pattern' ? `^(?:${toText(value)})$` : value;
      codes.push(code);
      part.take(property);
    }
  }
  const step = readLimit(source.step, 'minimum');
  if ((type === 'number' || type === 'integer') && typeof step === 'number' && step > 0)
    schema.multipleOf = step;
  part.take('step', 'required', 'customMessage');
  for (const property of ['minWords', 'maxWords'])
    if (!isBlank(source[property]))
      part.leaveOut(property, 'words are not counted', 'limit the letters with "maxLength"');
  const patternText = readComponentText(part, 'patternMessage', context);
  if (source.integer === true && type === 'number') {
    schema.type = 'integer';
    part.take('integer');
  }
  for (const property of ['custom', 'json']) if (!isBlank(source[property])) part.change(property, 'a rule');
  for (const property of Object.keys(source))
    if (part.isOpen(property) && isBlank(source[property])) part.ignore(property, 'it is empty');
  if (!isBlank(source.json))
    part.leaveOut('json', `no rule can say ${quoteValue(source.json)}`, 'write a rule with "bound"');
  part.finish((property) =>
    ['customPrivate', 'strictDateValidation', 'multiple', 'unique', 'onlyAvailableItems'].includes(property)
      ? 'it changes nothing that visitors notice'
      : undefined,
  );
  const isRequired = source.required === true || source.required === 'true';
  const text = readComponentText(part, 'customMessage', context);
  const own = readErrors(reader, context);
  const named = text ? [...codes, ...(isRequired ? ['required'] : [])] : [];
  const pattern = codes.includes('wrong-format') ? patternText : undefined;
  return {
    schema,
    isRequired,
    problems: {
      ...Object.fromEntries(named.flatMap((code) => (text ? [[code, text]] : []))),
      ...(pattern && { 'wrong-format': pattern }),
      ...own,
    },
  };
}

function readLimit(value: unknown, keyword: string): string | number | undefined {
  if (keyword === 'pattern') return typeof value === 'string' && value !== '' ? value : undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return keyword === 'minimum' || keyword === 'maximum' || (Number.isInteger(number) && number > 0)
    ? number
    : undefined;
}

function readDefault(reader: ElementReader, { type, format }: JsonSchema, isSeveral: boolean): JsonSchema {
  const { defaultValue } = reader.source;
  const value =
    format === 'date' && typeof defaultValue === 'string' ? toIsoDate(defaultValue) : defaultValue;
  const isEmptyValue = isBlank(value) || (isObject(value) && Object.values(value).every(isBlank));
  if (isEmptyValue) {
    reader.ignore('defaultValue', 'it is empty');
    return {};
  }
  const single = Array.isArray(value) && !isSeveral && type !== 'array' ? value[0] : value;
  const kind = Array.isArray(single) ? 'array' : typeof single;
  const wanted = isSeveral ? 'array' : type;
  const number =
    wanted === 'number' && kind === 'string' && toText(single).trim() !== '' ? Number(single) : Number.NaN;
  if (kind === wanted || (kind === 'number' && wanted === 'integer')) {
    reader.take('defaultValue');
    return { default: single };
  }
  if (Number.isFinite(number) || (wanted === 'boolean' && single === 'true')) {
    reader.change('defaultValue', toText(single));
    return { default: wanted === 'boolean' ? true : number };
  }
  if (wanted === 'array' && isObject(single)) {
    reader.change('defaultValue', 'the ticked choices');
    return { default: Object.keys(single).filter((key) => single[key] === true) };
  }
  reader.leaveOut('defaultValue', `${quoteValue(value)} is no answer to a question of this kind`);
  return {};
}

/** Adds the rules of `calculateValue`, `customDefaultValue` and `validate.custom`, which are scripts. */
function addScriptRules(
  name: string,
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const validate = isObject(reader.source.validate) ? reader.source.validate : {};
  const scripts = [
    { script: reader.source.calculateValue, property: 'calculateValue', effect: 'calculate' },
    { script: reader.source.customDefaultValue, property: 'customDefaultValue', effect: 'preset' },
    { script: validate.custom, property: 'validate', effect: 'bound' },
  ] as const;
  for (const { script, property, effect } of scripts) {
    const isLogic = isObject(script) && property === 'calculateValue';
    if (!isLogic && (typeof script !== 'string' || script.trim() === '')) {
      if (property === 'validate') continue;
      if (isBlank(script)) reader.ignore(property, 'it is empty');
      else reader.leaveOut(property, `no rule is made of ${quoteValue(script)}`, 'write a rule');
      continue;
    }
    if (property !== 'validate')
      reader.change(property, effect === 'calculate' ? 'a calculated field' : 'a preset');
    context.builder.addLateRule({
      id: `${effect}-${name.toLowerCase().replaceAll('_', '-')}`,
      description: `Says of "${reader.element}" what its script said.`,
      origins: [property === 'validate' ? `${reader.at('validate')}/custom` : reader.at(property)],
      write() {
        if (place.scope.path.length > 0)
          return untranslated('no rule applies inside another field, and scripts are never run');
        const effects =
          effect === 'bound'
            ? toBound(toText(script), name, context, place)
            : toValue(script, effect, name, context, place);
        if (effects.ok) return translated({ then: effects.value });
        return untranslated(
          isLogic
            ? `no rule is made of ${quoteValue(script)}: ${effects.reason}`
            : `the script ${quoteValue(script)} is never run: ${effects.reason}`,
        );
      },
    });
  }
}

/** Translates a script, or a calculation in JsonLogic. */
function toValue(
  script: unknown,
  effect: 'calculate' | 'preset',
  name: string,
  context: FormioContext,
  place: FormioPlace,
) {
  const expression = typeof script === 'string' ? parseScript(script, 'value') : readJsonLogic(script);
  if (!expression.ok) return expression;
  const calculated = toCalculation(expression.value, createDataLookup(context, place));
  if (!calculated.ok) return calculated;
  const { written, gives } = calculated.value;
  const isFact = typeof written === 'object' && written !== null && 'var' in written;
  if (effect === 'preset' || typeof written !== 'object')
    return typeof written !== 'object' || isFact
      ? translated({ preset: { [name]: written } })
      : untranslated('a preset is a constant or another answer');
  return translated({
    calculate: { [name]: isFact && gives === 'number' ? { '+': [written, 0] } : written },
  });
}

/** Translates `valid = input === data.password ? true : 'Message'`. */
function toBound(script: string, name: string, context: FormioContext, place: FormioPlace) {
  const parsed = parseScript(script, 'valid');
  if (!parsed.ok) return parsed;
  const test =
    parsed.value.kind === 'operation' && parsed.value.operator === 'if'
      ? parsed.value.operands[0]
      : parsed.value;
  const refusal = untranslated('it is no comparison of the answer with one other answer');
  if (test?.kind !== 'operation') return refusal;
  const [left, right] = test.operands;
  const end = ({ '==': 'equals', '>=': 'minimum', '<=': 'maximum' } as Readonly<Record<string, string>>)[
    test.operator
  ];
  if (end === undefined || left?.kind !== 'name' || left.name !== 'input' || right?.kind !== 'name')
    return refusal;
  const other = createDataLookup(context, place)(right.name);
  return other !== undefined && 'fact' in other
    ? translated({ bound: { [name]: { [end]: { var: other.fact } } } })
    : refusal;
}

/** Returns the pattern of an input mask; an empty schema if there is none, or if the format says more. */
function readMask(reader: ElementReader, { type, format }: JsonSchema): JsonSchema {
  const { inputMask } = reader.source;
  if (typeof inputMask !== 'string' || inputMask === '' || type !== 'string' || format !== undefined) {
    reader.ignore('inputMask', 'it is empty');
    return {};
  }
  reader.change('inputMask', 'a pattern');
  return { pattern: toMaskPattern(inputMask) };
}

/** The problems that messages of Form.io are about, by their name there. */
const errorCodes: Readonly<Record<string, string>> = {
  required: 'required',
  pattern: 'wrong-format',
  minLength: 'too-short',
  maxLength: 'too-long',
  min: 'too-small',
  max: 'too-large',
  invalid_email: 'wrong-format',
  invalid_date: 'wrong-format',
};

/** Reads `errors`: messages by the name of a problem. */
function readErrors(reader: ElementReader, context: FormioContext): Readonly<Record<string, SourceText>> {
  const { locale } = context;
  const errors = Object.entries(asObject(reader.source.errors)).flatMap(([name, text]) => {
    const code = getOwnMember(errorCodes, name);
    return code === undefined || typeof text !== 'string' || text.trim() === ''
      ? []
      : [[code, { texts: { [locale]: toPlainText(text).text }, pointer: reader.at('errors') }] as const];
  });
  if (errors.length > 0) reader.change('errors', 'messages of the field');
  const counts = Object.entries(countMessages).flatMap(([property, code]) => {
    const text = readComponentText(reader, property, context);
    return text === undefined ? [] : [[code, text] as const];
  });
  return Object.fromEntries([...errors, ...counts]);
}

/** Properties with the message of a problem, by which code. */
const countMessages: Readonly<Record<string, string>> = {
  minSelectedCountMessage: 'too-few',
  maxSelectedCountMessage: 'too-many',
};

/** Returns a day as JSON Schema writes it; an empty text for a day that is not filled in. */
function toIsoDate(text: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (year === undefined) return text;
  return year === '0000' ? '' : `${year}-${month}-${day}`;
}
