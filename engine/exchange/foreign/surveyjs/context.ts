import { asObject, isObject } from '../../../json-schema/values.ts';
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
import type { ConditionPart, FieldScope, FormBuilder, SourceText, WriteMessage } from '../form-parts.ts';
import { createElementReader, type ElementReader, type ImportLines } from '../report.ts';
import { isLanguageTag, toMessage, toPlainText } from '../texts.ts';
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
  /** The fields beside it inside a list, by the name of the question. Absent outside of lists. */
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
      ? [[language === 'default' ? locale : language, toPlainText(String(text))] as const]
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
  if (text.hadScript) reader.change(property, 'plain text; the script in it was removed and never run');
  else if (text.hadMarkup) reader.change(property, 'plain text, without its HTML');
  else reader.take(property);
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

/**
 * Returns a function that writes a text of a survey as a message: `{name}` inserts the answer of a question.
 * What it cannot insert becomes "…".
 */
export function createSurveyMessageWriter(fields: ReadonlyMap<string, KnownField>): WriteMessage {
  return (text) => {
    const missing: string[] = [];
    let hasAnswers = false;
    const message = text
      .split(/(\{[^{}]*\})/)
      .map((part) => {
        const name = /^\{([^{}]+)\}$/.exec(part)?.[1]?.trim();
        if (name === undefined) return toMessage(part);
        const field = fields.get(name);
        if (field === undefined || field.kind === 'object') {
          missing.push(name);
          return '…';
        }
        hasAnswers = true;
        return `{${field.fact}}`;
      })
      .join('');
    if (missing.length > 0)
      return {
        message,
        became: `a text in which "…" replaces ${missing.map((name) => `"{${name}}"`).join(', ')}`,
      };
    return hasAnswers ? { message, became: 'a text that inserts the same answers' } : { message };
  };
}
