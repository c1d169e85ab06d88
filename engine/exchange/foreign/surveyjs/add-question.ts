import { toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import {
  type CalculationBranch,
  isPresetValue,
  toCalculationBranches,
  writeCalculation,
} from '../expressions/branches.ts';
import { type KnownField, type Translated, translated, untranslated } from '../expressions/expression.ts';
import { parseSurveyExpression } from '../expressions/parse-expression.ts';
import type { Calculation } from '../expressions/to-calculation.ts';
import {
  type ConditionPart,
  type ImportedChoice,
  type LateEffects,
  type SourceText,
  toKnownField,
} from '../form-parts.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import {
  createQuestionLookup,
  readCondition,
  readSurveyText,
  type SurveyContext,
  type SurveyPlace,
  toSourceText,
} from './context.ts';
import { addComparisonRule, readValidators } from './validators.ts';

/** The field that a question becomes, without what all questions have in common. */
export interface QuestionField {
  readonly schema: JsonSchema;
  readonly ui?: Readonly<Record<string, unknown>>;
  readonly choices?: readonly ImportedChoice[];
  readonly placeholder?: SourceText | undefined;
  /** Messages by the code of the problem. */
  readonly problems?: Readonly<Record<string, SourceText>>;
  /** The kind of field that the question became, if it is another kind of field, as the end of "taken as …". */
  readonly became?: string;
  /** False for a field that nobody answers. */
  readonly isAnswered?: false;
}

/** Adds the field of a question with its texts, limits, rules and default. Returns its name. */
export function addQuestion(
  reader: ElementReader,
  field: QuestionField,
  context: SurveyContext,
  place: SurveyPlace,
): string {
  const { source } = reader;
  const { builder } = context;
  const limits = readValidators(reader, context);
  const title = readSurveyText(reader, 'title', context) ?? {
    texts: { [context.locale]: reader.element },
    pointer: reader.at('name'),
  };
  const hint = readSurveyText(reader, 'description', context);
  const required = readSurveyText(reader, 'requiredErrorText', context);
  const isHidden = source.visible === false && source.visibleIf === undefined;
  if (isHidden) reader.change('visible', 'a hidden field');
  else reader.take('visible');
  const isReadOnly = source.readOnly === true || place.isReadOnly === true;
  reader.take('readOnly', 'isRequired', 'type', ...(field.placeholder ? ['placeholder', 'placeHolder'] : []));
  if (field.became !== undefined) reader.takeElement(field.became);
  const name = builder.addField(place.scope, {
    reader,
    name: reader.element,
    schema: {
      ...field.schema,
      ...keepFitting(limits.schema, field.schema, reader, context),
      ...readDefault(reader, field.schema),
    },
    ui: {
      ...field.ui,
      ...(isHidden && { 'ui:widget': 'hidden' }),
      ...(isReadOnly && field.isAnswered !== false && { 'ui:readonly': true }),
    },
    isRequired: source.isRequired === true && !isHidden && !isReadOnly && field.isAnswered !== false,
    label: title,
    hint,
    placeholder: field.placeholder,
    ...(field.choices && { choices: field.choices }),
    problems: { ...field.problems, ...limits.problems, ...(required && { required }) },
  });
  if (name === reader.element) reader.take('name');
  else reader.change('name', `"${name}"`);
  register(name, reader, place.scope.properties[name] ?? {}, context, place);
  addQuestionRules(name, reader, context, place);
  for (const expression of limits.expressions) addComparisonRule(name, expression, context, place);
  addValueRules(name, reader, context, place);
  addComment(name, reader, context, place);
  return name;
}

/** Makes the field known to expressions, under the name of the question and of its value. */
function register(
  name: string,
  reader: ElementReader,
  schema: JsonSchema,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const path = [...place.scope.path, name].join('.');
  place.items?.set(reader.element, toKnownField(name, schema));
  if (place.scope.isInList) return;
  const known = toKnownField(`values.${path}`, schema);
  const { valueName } = reader.source;
  for (const written of [reader.element, ...(typeof valueName === 'string' ? [valueName] : [])]) {
    const key = `${place.prefix}${written}`;
    if (!context.fields.has(key)) context.fields.set(key, known);
    const count = `${key}.length`;
    if (known.kind === 'list' && !context.fields.has(count))
      context.fields.set(count, { fact: `${known.fact}.count`, kind: 'number' });
  }
  reader.take('valueName');
}

/** Returns the limits that fit the type of the schema, and reports the others. */
function keepFitting(
  limits: JsonSchema,
  { type }: JsonSchema,
  reader: ElementReader,
  { lines }: SurveyContext,
): JsonSchema {
  const types: Readonly<Record<string, readonly unknown[]>> = {
    minimum: ['number', 'integer'],
    maximum: ['number', 'integer'],
    minItems: ['array'],
    maxItems: ['array'],
    const: ['boolean'],
  };
  return Object.fromEntries(
    Object.entries(limits).filter(([keyword]) => {
      const isFitting = (types[keyword] ?? ['string']).includes(type);
      if (!isFitting)
        lines.change(reader.at('validators'), {
          outcome: 'left-out',
          reason: `"${keyword}" has no effect on an answer that is ${toText(type)}`,
        });
      return isFitting;
    }),
  );
}

function readDefault(reader: ElementReader, { type }: JsonSchema): JsonSchema {
  const value = reader.source.defaultValue;
  if (value === undefined || value === null) return {};
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const isFitting = kind === type || (kind === 'number' && type === 'integer');
  if (isFitting) reader.take('defaultValue');
  else if (type === 'string' && kind === 'number') {
    reader.change('defaultValue', 'a text');
    return { default: toText(value) };
  } else reader.leaveOut('defaultValue', `${quoteValue(value)} is no answer to a question of this kind`);
  return isFitting ? { default: value } : {};
}

/** Adds the rules for when the question is shown, required and can be answered. */
function addQuestionRules(
  name: string,
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const visible = readCondition(reader, 'visibleIf', context, place);
  const shown = [...place.conditions, ...(visible ? [visible] : [])];
  const required = readCondition(reader, 'requiredIf', context, place);
  const own = readCondition(reader, 'enableIf', context, place);
  const enabled = [...(place.enabled ?? []), ...(own ? [own] : [])];
  addRules(name, { shown, required, enabled }, context, place);
}

interface FieldConditions {
  readonly shown: readonly ConditionPart[];
  readonly required: ConditionPart | undefined;
  readonly enabled: readonly ConditionPart[];
}

function addRules(
  name: string,
  { shown, required, enabled }: FieldConditions,
  { builder, lines }: SurveyContext,
  { scope, items }: SurveyPlace,
): void {
  if (scope.path.length === 0) {
    if (shown.length > 0) builder.addRule({ effect: 'show', names: [name], parts: shown });
    if (required) builder.addRule({ effect: 'require', names: [name], parts: [required] });
    if (enabled.length > 0) builder.addRule({ effect: 'enable', names: [name], parts: enabled });
    return;
  }
  const findField = (fact: string): KnownField | undefined =>
    [...(items?.values() ?? [])].find((field) => field.fact === fact);
  if (shown.length > 0) builder.addInnerRule({ scope, name, effect: 'show', parts: shown, findField });
  if (required) builder.addInnerRule({ scope, name, effect: 'require', parts: [required], findField });
  for (const { pointer, source } of enabled)
    lines.change(pointer, {
      outcome: 'left-out',
      reason: `no rule applies inside another question: ${quoteValue(source)}`,
    });
}

/** Adds the rules that give the question a value: `setValueExpression`, `defaultValueExpression`, `expression`. */
function addValueRules(
  name: string,
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const { source } = reader;
  for (const property of ['expression', 'setValueExpression', 'defaultValueExpression']) {
    const expression = source[property];
    if (typeof expression !== 'string' || expression.trim() === '') continue;
    if (place.scope.path.length > 0) {
      reader.leaveOut(property, `no rule applies inside another question: ${quoteValue(expression)}`);
      continue;
    }
    const isDefault = property === 'defaultValueExpression';
    const condition =
      property === 'setValueExpression' ? readCondition(reader, 'setValueIf', context, place) : undefined;
    reader.change(property, isDefault ? 'a preset' : 'a calculated field');
    context.builder.addLateRule({
      id: `${isDefault ? 'preset' : 'calculate'}-${name.toLowerCase().replaceAll('_', '-')}`,
      description: `The value is ${expression.replaceAll(/\s+/g, ' ').slice(0, 200)}.`,
      origins: [reader.at(property)],
      write() {
        const when = condition?.translate();
        if (when !== undefined && !when.ok)
          return untranslated(
            `its condition ${quoteValue(condition?.source)} cannot be translated: ${when.reason}`,
          );
        const effects = isDefault
          ? toPreset(name, expression, context, place)
          : toCalculated(name, expression, context, place);
        if (!effects.ok || when === undefined) return effects;
        return translated(
          effects.value.map(({ when: inner, then }) => ({
            when: inner === undefined ? when.value : { and: [when.value, inner] },
            then,
          })),
        );
      },
    });
  }
}

function toPreset(
  name: string,
  source: string,
  context: SurveyContext,
  place: SurveyPlace,
): Translated<readonly LateEffects[]> {
  const branches = readBranches(source, context, place);
  if (!branches.ok) return branches;
  const isPlain = branches.value.every(({ calculation: { written } }) => isPresetValue(written));
  return isPlain
    ? translated(
        branches.value.map(({ when, calculation: { written } }) => ({
          ...(when && { when }),
          then: { preset: { [name]: written } },
        })),
      )
    : untranslated(`a preset is a constant, another answer or a day, not ${quoteValue(source)}`);
}

function toCalculated(
  name: string,
  source: string,
  context: SurveyContext,
  place: SurveyPlace,
): Translated<readonly LateEffects[]> {
  const branches = readBranches(source, context, place);
  if (!branches.ok) return branches;
  const isText =
    place.scope.properties[name]?.type === 'string' && place.scope.properties[name]?.format === undefined;
  return translated(
    branches.value.map(({ when, calculation }) => ({
      ...(when && { when }),
      then: toCalculatedEffect(name, calculation, isText, when !== undefined),
    })),
  );
}

function toCalculatedEffect(
  name: string,
  { written, gives }: Calculation,
  isText: boolean,
  isBranch: boolean,
): LateEffects['then'] {
  if (typeof written !== 'object' && !isBranch) return { preset: { [name]: written } };
  return {
    calculate: {
      [name]: gives === 'number' && isText ? { cat: [written, ''] } : writeCalculation({ written, gives }),
    },
  };
}

/** Returns the calculations of an expression, with the conditions of its branches. */
function readBranches(
  source: string,
  context: SurveyContext,
  place: SurveyPlace,
): Translated<readonly CalculationBranch[]> {
  const expression = parseSurveyExpression(source);
  const branches = expression.ok
    ? toCalculationBranches(expression.value, createQuestionLookup(context, place))
    : expression;
  return branches.ok ? branches : untranslated(`the expression ${quoteValue(source)}: ${branches.reason}`);
}

/** Adds the text field for a comment on the question. */
function addComment(name: string, reader: ElementReader, context: SurveyContext, place: SurveyPlace): void {
  const property = ['showCommentArea', 'hasComment'].find((each) => reader.source[each] === true);
  const text = toSourceText(reader.source.commentText, reader.at('commentText'), context.locale);
  const placeholder = toSourceText(
    reader.source.commentPlaceholder,
    reader.at('commentPlaceholder'),
    context.locale,
  );
  reader.take('showCommentArea', 'hasComment');
  if (property === undefined) {
    if (reader.source.type !== 'comment') {
      reader.ignore('commentText', 'the question has no comment');
      reader.ignore('commentPlaceholder', 'the question has no comment');
    }
    return;
  }
  reader.take('commentText', 'commentPlaceholder');
  const comment = addCompanion(
    `${name}_comment`,
    { label: text, placeholder, fallback: 'Comment' },
    reader,
    context,
    place,
  );
  reader.change(property, `the field "${comment}"`);
  addRules(comment, { shown: place.conditions, required: undefined, enabled: [] }, context, place);
}

interface CompanionTexts {
  readonly label: SourceText | undefined;
  readonly placeholder?: SourceText | undefined;
  readonly fallback: string;
}

/** Adds a text field that belongs to a question, and returns its name. */
export function addCompanion(
  name: string,
  { label, placeholder, fallback }: CompanionTexts,
  reader: ElementReader,
  { builder, locale }: SurveyContext,
  { scope }: SurveyPlace,
): string {
  return builder.addField(scope, {
    reader,
    name,
    schema: { type: 'string', maxLength: 2000 },
    label: label ?? { texts: { [locale]: fallback }, pointer: reader.pointer },
    placeholder,
  });
}
