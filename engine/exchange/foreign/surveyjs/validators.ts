import { asObject, getOwnMember, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import { type Expression, translated, untranslated } from '../expressions/expression.ts';
import { parseSurveyExpression } from '../expressions/parse-expression.ts';
import type { SourceText } from '../form-parts.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import { createQuestionLookup, type SurveyContext, type SurveyPlace, toSourceText } from './context.ts';

/** The limits of a question, from its validators and properties. */
export interface SurveyLimits {
  readonly schema: JsonSchema;
  readonly problems: Readonly<Record<string, SourceText>>;
  /** Comparisons with other questions, which become the effect `bound`. */
  readonly expressions: readonly { readonly source: string; readonly pointer: string }[];
}

/** Reads the validators of a question. Each gets a line of its own, beside that of the property. */
export function readValidators(reader: ElementReader, context: SurveyContext): SurveyLimits {
  const schema: Record<string, unknown> = {};
  const problems: Record<string, SourceText> = {};
  const expressions: { source: string; pointer: string }[] = [];
  const given = Array.isArray(reader.source.validators) ? reader.source.validators : [];
  reader.take('validators');
  for (const [index, each] of given.entries()) {
    const pointer = reader.at('validators', index);
    const validator = asObject(each);
    const type = toText(validator.type ?? '').replace(/validator$/, '');
    const found = getOwnMember(limitsByValidator, type)?.(validator);
    const line = { pointer, element: reader.element, property: `validator "${type}"` };
    if (type === 'expression' && typeof validator.expression === 'string') {
      expressions.push({ source: validator.expression, pointer });
      context.lines.set({ ...line, outcome: 'changed', became: 'a rule' });
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
      if (text) for (const code of found.codes) problems[code] = text;
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

interface ValidatorLimits {
  readonly schema: JsonSchema;
  readonly codes: readonly string[];
  readonly lost?: string;
}

const limitsByValidator: Readonly<Record<string, (validator: Record<string, unknown>) => ValidatorLimits>> = {
  numeric: ({ minValue, maxValue }) => ({
    schema: { ...pickNumber('minimum', minValue), ...pickNumber('maximum', maxValue) },
    codes: ['too-small', 'too-large'],
  }),
  text: ({ minLength, maxLength, allowDigits }) => ({
    schema: {
      ...pickLength('minLength', minLength),
      ...pickLength('maxLength', maxLength),
      ...(allowDigits === false && { pattern: '^[^0-9]*$' }),
    },
    codes: ['too-short', 'too-long', ...(allowDigits === false ? ['wrong-format'] : [])],
  }),
  answercount: ({ minCount, maxCount }) => ({
    schema: { ...pickLength('minItems', minCount), ...pickLength('maxItems', maxCount) },
    codes: ['too-few', 'too-many'],
  }),
  regex: ({ regex, caseInsensitive, insensitive }) => ({
    schema: typeof regex === 'string' && regex !== '' ? { pattern: regex } : {},
    codes: ['wrong-format'],
    ...((caseInsensitive === true || insensitive === true) && { lost: '"caseInsensitive"' }),
  }),
  email: () => ({ schema: { format: 'email' }, codes: ['wrong-format'] }),
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
  { source, pointer }: { readonly source: string; readonly pointer: string },
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
      return toBound(expression.value, name, source, context, place);
    },
  });
}

function toBound(
  expression: Expression,
  name: string,
  source: string,
  context: SurveyContext,
  place: SurveyPlace,
) {
  const refusal = untranslated(
    `the expression ${quoteValue(source)} is no comparison of this answer with one other answer by ">=", "<=" or "="`,
  );
  if (expression.kind !== 'operation') return refusal;
  const findName = createQuestionLookup(context, place);
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
    return translated({ then: { bound: { [name]: { [end]: constant.value } } } });
  return other === undefined || end === undefined
    ? refusal
    : translated({ then: { bound: { [name]: { [end]: { var: other } } } } });
}
