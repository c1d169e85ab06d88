import { asObject, isObject, toText } from '../../../json-schema/values.ts';
import type { Condition } from '../../../model/types.ts';
import {
  type Expression,
  type FindName,
  type KnownField,
  type Translated,
  untranslated,
} from '../expressions/expression.ts';
import { parseSurveyExpression } from '../expressions/parse-expression.ts';
import { toCondition } from '../expressions/to-condition.ts';
import {
  type ConditionPart,
  createMessageWriter,
  type FieldScope,
  type FormBuilder,
  reportPlainText,
  type SourceText,
  type WriteMessage,
} from '../form-parts.ts';
import { createElementReader, type ElementReader, type ImportLines } from '../report.ts';
import { isLanguageTag, toPlainText } from '../texts.ts';
import { explainSurveyProperty } from './harmless.ts';

/** Everything that the conversion of one survey shares. */
export interface SurveyContext {
  readonly builder: FormBuilder;
  readonly lines: ImportLines;
  /** The language of texts that are no object, and of `default`. */
  readonly locale: string;
  /** The fields that rules can read, by the name of the question. */
  readonly fields: Map<string, KnownField>;
  /** The survey as JSON text. */
  readonly json: string;
  /** The expressions of calculated values, by name. */
  readonly calculated: Map<string, Expression>;
}

/** The position of an element: the scope of its field, and the conditions of what contains it. */
export interface SurveyPlace {
  readonly scope: FieldScope;
  readonly conditions: readonly ConditionPart[];
  /** The conditions under which what contains it can be answered. */
  readonly enabled?: readonly ConditionPart[];
  /** True if a page or a panel around it is read-only. */
  readonly isReadOnly?: boolean;
  /** The fields beside it in an item of a list or a row, by the name of the question. Absent at the top of the form. */
  readonly items?: Map<string, KnownField>;
  /** The names of the objects around it in expressions: `matrix.`. */
  readonly prefix: string;
  /** The level of the next heading. */
  readonly level: 1 | 2;
}

/** Converts one element at a place, and reports it. */
export type ConvertQuestion = (reader: ElementReader, context: SurveyContext, place: SurveyPlace) => void;

/** Returns the reader of an element, whose remaining properties `finishReader` reports. */
export function readElement(
  value: unknown,
  pointer: string,
  fallback: string,
  lines: ImportLines,
): ElementReader {
  const source = asObject(value);
  const element = typeof source.name === 'string' && source.name !== '' ? source.name : fallback;
  return createElementReader({ pointer, element, source }, lines);
}

export function finishReader(reader: ElementReader): void {
  reader.finish(explainSurveyProperty);
}

/** Returns the text of a value: a string, or an object with a text for each language. */
export function toSourceText(
  value: unknown,
  pointer: string,
  locale: string,
): (SourceText & { readonly hadMarkup: boolean; readonly hadScript: boolean }) | undefined {
  const given: readonly (readonly [string, unknown])[] = isObject(value)
    ? Object.entries(value)
    : [['default', value]];
  const plain = given.flatMap(([language, text]) =>
    (typeof text === 'string' && text.trim() !== '') || typeof text === 'number'
      ? [[language === 'default' ? locale : language, toPlainText(toText(text))] as const]
      : [],
  );
  if (plain.every(([, { text }]) => text === '')) return undefined;
  return {
    texts: Object.fromEntries(
      plain.filter(([language]) => isLanguageTag(language)).map(([language, { text }]) => [language, text]),
    ),
    pointer,
    hadMarkup: plain.some(([, { hadMarkup }]) => hadMarkup),
    hadScript: plain.some(([, { hadScript }]) => hadScript),
  };
}

/** Returns the text of a property, and reports it. */
export function readSurveyText(
  reader: ElementReader,
  property: string,
  { locale }: SurveyContext,
): SourceText | undefined {
  const text = toSourceText(reader.source[property], reader.at(property), locale);
  if (text === undefined) {
    reader.ignore(property, 'it is empty');
    return undefined;
  }
  reportPlainText(reader, property, text);
  return text;
}

/** Returns a function that finds the fields of the names in expressions at a place. */
export function createQuestionLookup(context: SurveyContext, place: Pick<SurveyPlace, 'items'>): FindName {
  return (written) => {
    const name = written.replace(/^#/, '');
    const inner = /^(?:panel|row|item)\.(.+)$/.exec(name)?.[1];
    if (inner !== undefined) return place.items?.get(inner);
    const expression = context.calculated.get(name);
    return context.fields.get(name) ?? (expression && { expression });
  };
}

/** Translates the condition of an expression at a place. */
export function translateCondition(
  source: string,
  context: SurveyContext,
  place: Pick<SurveyPlace, 'items'>,
): Translated<Condition> {
  const expression = parseSurveyExpression(source);
  return expression.ok
    ? toCondition(expression.value, createQuestionLookup(context, place))
    : untranslated(expression.reason);
}

/** Returns the condition in a property of an element, and reports it as taken; undefined if there is none. */
export function readCondition(
  reader: ElementReader,
  property: string,
  context: SurveyContext,
  place: SurveyPlace,
): ConditionPart | undefined {
  const source = reader.source[property];
  if (typeof source !== 'string' || source.trim() === '') return undefined;
  reader.change(property, 'a rule');
  return {
    pointer: reader.at(property),
    source,
    translate: () => translateCondition(source, context, place),
  };
}

/** Returns a function that writes a text of a survey as a message: `{name}` inserts the answer of a question. */
export function createSurveyMessageWriter(fields: ReadonlyMap<string, KnownField>): WriteMessage {
  return createMessageWriter({
    split: /(\{[^{}]*\})/,
    read: (part) => /^\{([^{}]+)\}$/.exec(part)?.[1],
    find: (name) => fields.get(name),
  });
}

/**
 * Returns the place inside a page or a panel, whose `enableIf` and `readOnly` apply to its questions. Reports that
 * it cannot be required as a whole.
 */
export function enterGroup(reader: ElementReader, context: SurveyContext, place: SurveyPlace): SurveyPlace {
  const { source } = reader;
  const enabled = readCondition(reader, 'enableIf', context, place);
  if (enabled) reader.change('enableIf', 'a rule for its questions');
  if (source.readOnly === true) reader.change('readOnly', 'read-only questions');
  else reader.take('readOnly');
  for (const property of ['requiredIf', 'isRequired', 'requiredErrorText'])
    if (source[property] !== undefined && source[property] !== false)
      reader.leaveOut(
        property,
        'a group is not required as a whole, which needs one answer in it',
        'require one of its questions',
      );
    else reader.take(property);
  return {
    ...place,
    enabled: [...(place.enabled ?? []), ...(enabled ? [enabled] : [])],
    isReadOnly: place.isReadOnly === true || source.readOnly === true,
  };
}
