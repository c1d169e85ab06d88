import { asObject, getOwnMember, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import {
  type Expression,
  type FindName,
  type Translated,
  translated,
  untranslated,
} from '../expressions/expression.ts';
import { parseSurveyExpression } from '../expressions/parse-expression.ts';
import type { SourceText } from '../form-parts.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import { createQuestionLookup, type SurveyContext, type SurveyPlace, toSourceText } from './context.ts';

/** The limits of a question, from its validators and properties. */
export interface SurveyLimits {
  readonly schema: JsonSchema;
  readonly problems: Readonly<Record<string, SourceText>>;
  /** Comparisons with other questions, which become the effect `bound`. */
  readonly expressions: readonly ExpressionValidator[];
}

/** A validator of the type "expression", with its message. */
interface ExpressionValidator {
  readonly source: string;
  readonly pointer: string;
  readonly text: SourceText | undefined;
}

/** Reads the validators of a question. Each gets a line of its own, beside that of the property. */
export function readValidators(reader: ElementReader, context: SurveyContext): SurveyLimits {
  const schema: Record<string, unknown> = {};
  const problems: Record<string, SourceText> = {};
  const expressions: ExpressionValidator[] = [];
  const given = Array.isArray(reader.source.validators) ? reader.source.validators : [];
  reader.take('validators');
  for (const [index, each] of given.entries()) {
    const pointer = reader.at('validators', index);
    const validator = asObject(each);
    const type = toText(validator.type ?? '').replace(/validator$/, '');
    const found = getOwnMember(limitsByValidator, type)?.(validator);
    const line = { pointer, element: reader.element, property: `validator "${type}"` };
    if (type === 'expression' && typeof validator.expression === 'string') {
      const text = toSourceText(validator.text, pointer, context.locale);
      if (isAgreement(validator.expression, reader)) {
        schema.const = true;
        if (text) problems['not-accepted'] = text;
        context.lines.set({ ...line, outcome: 'changed', became: '"const"' });
      } else {
        expressions.push({ source: validator.expression, pointer, text });
        context.lines.set({ ...line, outcome: 'changed', became: 'a rule' });
      }
    } else if (found === undefined) {
      context.lines.set({
        ...line,
        outcome: 'left-out',
        reason: 'no keyword of JSON Schema says the same',
        remedy: 'describe it with "pattern" or limits in the schema',
      });
    } else {
      Object.assign(schema, found.schema);
      const text = toSourceText(validator.text, pointer, context.locale);
      if (text)
        for (const [keyword, code] of Object.entries(codesByKeyword))
          if (found.schema[keyword] !== undefined) problems[code] = text;
      context.lines.set(
        found.lost === undefined
          ? {
              ...line,
              outcome: 'changed',
              became:
                Object.keys(found.schema)
                  .map((name) => `"${name}"`)
                  .join(', ') || 'nothing, because it demands nothing',
            }
          : { ...line, outcome: 'changed', became: `a limit without ${found.lost}` },
      );
    }
  }
  return { schema, problems, expressions };
}

/** Returns true for a validator that demands a tick: `{agreed} = true`. */
function isAgreement(source: string, { element, source: { type, valueTrue } }: ElementReader): boolean {
  const parsed = parseSurveyExpression(source);
  if (!parsed.ok || parsed.value.kind !== 'operation' || parsed.value.operator !== '==') return false;
  const [left, right] = parsed.value.operands;
  return (
    type === 'boolean' &&
    valueTrue === undefined &&
    left?.kind === 'name' &&
    left.name === element &&
    right?.kind === 'constant' &&
    toText(right.value).toLowerCase() === 'true'
  );
}

interface ValidatorLimits {
  readonly schema: JsonSchema;
  readonly lost?: string;
}

/** The codes of the problems with the limits of validators. */
const codesByKeyword: Readonly<Record<string, string>> = {
  minimum: 'too-small',
  maximum: 'too-large',
  minLength: 'too-short',
  maxLength: 'too-long',
  minItems: 'too-few',
  maxItems: 'too-many',
  pattern: 'wrong-format',
  format: 'wrong-format',
};

const limitsByValidator: Readonly<Record<string, (validator: Record<string, unknown>) => ValidatorLimits>> = {
  numeric: ({ minValue, maxValue }) => ({
    schema: { ...pickNumber('minimum', minValue), ...pickNumber('maximum', maxValue) },
  }),
  text: ({ minLength, maxLength, allowDigits }) => ({
    schema: {
      ...pickLength('minLength', minLength),
      ...pickLength('maxLength', maxLength),
      ...(allowDigits === false && { pattern: '^[^0-9]*$' }),
    },
  }),
  answercount: ({ minCount, maxCount }) => ({
    schema: { ...pickLength('minItems', minCount), ...pickLength('maxItems', maxCount) },
  }),
  regex: ({ regex, caseInsensitive, insensitive }) => ({
    schema: typeof regex === 'string' && regex !== '' ? { pattern: regex } : {},
    ...((caseInsensitive === true || insensitive === true) && { lost: '"caseInsensitive"' }),
  }),
  email: () => ({ schema: { format: 'email' } }),
};

export function pickNumber(keyword: string, value: unknown): JsonSchema {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? { [keyword]: number } : {};
}

export function pickLength(keyword: string, value: unknown): JsonSchema {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { [keyword]: value } : {};
}

const boundsByOperator: Readonly<Partial<Record<string, string>>> = {
  '>=': 'minimum',
  '<=': 'maximum',
  '==': 'equals',
};

/** Adds a rule for a validator that compares the answer with another one: `{end} >= {start}`. */
export function addComparisonRule(
  name: string,
  { source, pointer, text }: ExpressionValidator,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  context.builder.addLateRule({
    id: `bound-${name.toLowerCase().replaceAll('_', '-')}`,
    description: `The answer is valid if ${source.replaceAll(/\s+/g, ' ').slice(0, 200)}.`,
    origins: [pointer],
    write() {
      const expression = parseSurveyExpression(source);
      if (!expression.ok) return untranslated(`the expression ${quoteValue(source)}: ${expression.reason}`);
      if (place.scope.path.length > 0)
        return untranslated(
          `no rule applies inside another question, so ${quoteValue(source)} is not checked`,
        );
      const bound = toBound(expression.value, name, source, context, place);
      if (bound.ok && text !== undefined)
        for (const end of Object.keys(bound.value))
          context.builder.setText(
            `fields.${name}.problems.${getBoundCode(end, place.scope.properties[name]?.format)}`,
            text,
          );
      return bound.ok ? translated({ then: { bound: { [name]: bound.value } } }) : bound;
    },
  });
}

/** Returns the code of the problem with a bound, by the format of the answer. */
function getBoundCode(end: string, format: unknown): string {
  if (end === 'equals') return 'not-same';
  if (format === undefined) return end === 'minimum' ? 'too-small' : 'too-large';
  const code = end === 'minimum' ? 'too-early' : 'too-late';
  return format === 'date' ? code : `${toText(format)}-${code}`;
}

/** Returns the latest day of birth that `age({birth}) >= 18` accepts. Undefined for any other expression. */
function toLatestBirth(
  { operator, operands: [left, right] }: Extract<Expression, { kind: 'operation' }>,
  fact: string,
  findName: FindName,
): unknown {
  const [born] = left?.kind === 'call' && left.name === 'age' ? left.operands : [];
  const field = born?.kind === 'name' ? findName(born.name) : undefined;
  const years = right?.kind === 'constant' ? right.value : undefined;
  const isOwn = field !== undefined && 'fact' in field && field.fact === fact && field.kind === 'date';
  if (!isOwn || typeof years !== 'number' || !Number.isInteger(years)) return undefined;
  if (operator !== '>=' && operator !== '>') return undefined;
  return { '+': [{ var: 'today' }, operator === '>=' ? -years : -years - 1, 'years'] };
}

function toBound(
  expression: Expression,
  name: string,
  source: string,
  context: SurveyContext,
  place: SurveyPlace,
): Translated<Readonly<Record<string, unknown>>> {
  const refusal = untranslated(
    `the expression ${quoteValue(source)} is no comparison of this answer with one other answer by ">=", "<=" or "="`,
  );
  if (expression.kind !== 'operation') return refusal;
  const findName = createQuestionLookup(context, place);
  const latest = toLatestBirth(expression, `values.${name}`, findName);
  if (latest !== undefined) return translated({ maximum: latest });
  const facts = expression.operands.map((operand) => {
    const field = operand.kind === 'name' ? findName(operand.name) : undefined;
    return field && 'fact' in field ? field.fact : undefined;
  });
  const isFirst = facts[0] === `values.${name}`;
  const other = isFirst ? facts[1] : facts[1] === `values.${name}` ? facts[0] : undefined;
  const operator = isFirst
    ? expression.operator
    : ({ '>=': '<=', '<=': '>=' }[expression.operator as string] ?? expression.operator);
  const end = boundsByOperator[operator];
  const constant = expression.operands.find((operand) => operand.kind === 'constant');
  const own = facts.includes(`values.${name}`);
  if (own && end !== undefined && other === undefined && typeof constant?.value === 'number')
    return translated({ [end]: constant.value });
  return other === undefined || end === undefined ? refusal : translated({ [end]: { var: other } });
}
