import { asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import type { SourceText } from '../form-parts.ts';
import { createElementReader, type ElementReader, quoteValue } from '../report.ts';
import { toPlainText } from '../texts.ts';
import { type FormioContext, isBlank, readComponentText } from './context.ts';

/** The limits of an answer, with messages by the code of the problem. */
export interface Validation {
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
export function readValidation(
  reader: ElementReader,
  { type, format }: JsonSchema,
  label: SourceText,
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
  if (given === undefined) return { schema, isRequired: false, problems: readErrors(reader, label, context) };
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
  const patternText = insertLabel(readComponentText(part, 'patternMessage', context), label);
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
  const text = insertLabel(readComponentText(part, 'customMessage', context), label);
  const own = readErrors(reader, label, context);
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

/** Returns a message in which `{{ field }}` is the label of the field. */
function insertLabel(message: SourceText | undefined, { texts }: SourceText): SourceText | undefined {
  return (
    message && {
      ...message,
      texts: Object.fromEntries(
        Object.entries(message.texts).map(([locale, text]) => [
          locale,
          text.replaceAll(/\{\{\s*field\s*\}\}/g, () => texts[locale] ?? ''),
        ]),
      ),
    }
  );
}

function readLimit(value: unknown, keyword: string): string | number | undefined {
  if (keyword === 'pattern') return typeof value === 'string' && value !== '' ? value : undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return keyword === 'minimum' || keyword === 'maximum' || (Number.isInteger(number) && number > 0)
    ? number
    : undefined;
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
function readErrors(
  reader: ElementReader,
  label: SourceText,
  context: FormioContext,
): Readonly<Record<string, SourceText>> {
  const { locale } = context;
  const errors = Object.entries(asObject(reader.source.errors)).flatMap(([name, text]) => {
    const code = getOwnMember(errorCodes, name);
    if (code === undefined || typeof text !== 'string' || text.trim() === '') return [];
    const message = insertLabel(
      { texts: { [locale]: toPlainText(text).text }, pointer: reader.at('errors') },
      label,
    );
    return message === undefined ? [] : [[code, message] as const];
  });
  if (errors.length > 0) reader.change('errors', 'messages of the field');
  const counts = Object.entries(countMessages).flatMap(([property, code]) => {
    const text = insertLabel(readComponentText(reader, property, context), label);
    return text === undefined ? [] : [[code, text] as const];
  });
  return Object.fromEntries([...errors, ...counts]);
}

/** Properties with the message of a problem, by which code. */
const countMessages: Readonly<Record<string, string>> = {
  minSelectedCountMessage: 'too-few',
  maxSelectedCountMessage: 'too-many',
};
