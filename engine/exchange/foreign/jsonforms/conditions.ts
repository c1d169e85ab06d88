import { parsePointer } from '../../../json-schema/pointers.ts';
import { asList, asObject, getOwnMember, isObject, toText } from '../../../json-schema/values.ts';
import type { Condition, JsonSchema } from '../../../model/types.ts';
import { type KnownField, type Translated, translated, untranslated } from '../expressions/expression.ts';
import { joinConditions, toFieldConstant } from '../expressions/to-condition.ts';
import { quoteValue } from '../report.ts';

/** Returns the field of a scope such as `#/properties/boat/properties/name`; undefined for an unknown one. */
export type FindScope = (scope: string) => KnownField | undefined;

/** Returns the names of the properties that lead to a scope: `['boat', 'name']`. */
export function readScope(scope: unknown): readonly string[] {
  const path = typeof scope === 'string' && scope.startsWith('#/') ? parsePointer(scope.slice(1)) : [];
  return path.filter((step, index) => step !== 'properties' || path[index - 1] === 'properties');
}

/** Translates the condition of a rule of JSON Forms. */
export function toRuleCondition(condition: unknown, findScope: FindScope, depth = 0): Translated<Condition> {
  const { type, conditions, scope, schema, expectedValue, failWhenUndefined } = asObject(condition);
  if (depth > 30) return untranslated('it is nested too deeply');
  if (type === 'AND' || type === 'OR')
    return joinConditions(
      type === 'AND' ? 'and' : 'or',
      asList(conditions).map((each) => toRuleCondition(each, findScope, depth + 1)),
    );
  if (typeof scope !== 'string') return untranslated('it has no scope');
  const field = findScope(scope);
  if (field === undefined) {
    const whole = scope === '#' || scope === '#/';
    return whole && isObject(schema)
      ? toPropertiesCondition(schema, '#', findScope, failWhenUndefined === true)
      : untranslated(`there is no field ${quoteValue(scope)}`);
  }
  if (!isObject(schema)) return toEquality(expectedValue, field);
  // A schema with a type refuses a missing answer, and `const` and `enum` do, too.
  const mustExist = failWhenUndefined === true || (schema.type !== undefined && schema.type !== null);
  return toSchemaTest(schema, field, { scope, findScope, mustExist });
}

function toEquality(value: unknown, field: KnownField): Translated<Condition> {
  if (value === null || value === undefined) return translated({ '!': { var: field.fact } });
  if (typeof value === 'object') return untranslated('it compares with an object or a list');
  if (field.kind === 'list' || field.kind === 'object')
    return untranslated('a list or a group is compared as a whole');
  const constant = toFieldConstant(value as string | number | boolean, field);
  return constant.ok ? translated({ '==': [{ var: field.fact }, constant.value] }) : constant;
}

interface SchemaTest {
  readonly scope: string;
  readonly findScope: FindScope;
  /** True if a missing answer does not meet the condition. Otherwise limits are met by it. */
  readonly mustExist: boolean;
}

const limitOperators: Readonly<Record<string, string>> = {
  minimum: '>=',
  exclusiveMinimum: '>',
  maximum: '<=',
  exclusiveMaximum: '<',
  formatMinimum: '>=',
  formatMaximum: '<=',
};

const ignoredKeywords: ReadonlySet<string> = new Set(['type', 'title', 'description', '$comment']);

/** Translates a schema that a value has to meet. */
function toSchemaTest(schema: JsonSchema, field: KnownField, test: SchemaTest): Translated<Condition> {
  const parts: Translated<Condition>[] = [];
  const fact = { var: field.fact };
  for (const [keyword, value] of Object.entries(schema)) {
    if (ignoredKeywords.has(keyword)) continue;
    const operator = getOwnMember(limitOperators, keyword);
    if (keyword === 'const') parts.push(toEquality(value, field));
    else if (keyword === 'enum' && Array.isArray(value))
      parts.push(
        joinConditions(
          'or',
          value.map((each) => toEquality(each, field)),
        ),
      );
    else if (operator !== undefined) parts.push(toLimit(operator, value, field, test));
    else if (keyword === 'not' && isObject(value)) {
      parts.push(negate(toSchemaTest(value, field, test)));
      if (test.mustExist) parts.push(negate(translated(isMissing(field))));
    } else if (keyword === 'allOf' || keyword === 'anyOf')
      parts.push(
        joinConditions(
          keyword === 'allOf' ? 'and' : 'or',
          asList(value).map((each) => toSchemaTest(asObject(each), field, test)),
        ),
      );
    else if (keyword === 'minLength' || keyword === 'minItems') parts.push(toSize(keyword, value, field));
    else if (keyword === 'contains' && isObject(value)) parts.push(toContaining(value, field));
    else if (keyword === 'properties' || keyword === 'required') {
      if (keyword === 'properties' || schema.properties === undefined)
        parts.push(toPropertiesCondition(schema, test.scope, test.findScope, test.mustExist));
    } else return untranslated(`conditions cannot test "${keyword}"`);
  }
  if (parts.length === 0) return translated({ '!': { '!': fact } });
  return joinConditions('and', parts);
}

function negate(condition: Translated<Condition>): Translated<Condition> {
  return condition.ok ? translated({ '!': condition.value }) : condition;
}

function toLimit(
  operator: string,
  value: unknown,
  field: KnownField,
  { mustExist }: SchemaTest,
): Translated<Condition> {
  const constant = toFieldConstant(value as string | number, { ...field, fact: field.fact });
  if (!constant.ok) return constant;
  const comparison: Condition = { [operator]: [{ var: field.fact }, constant.value] };
  return translated(mustExist ? comparison : { or: [{ '!': { var: field.fact } }, comparison] });
}

function toSize(keyword: string, value: unknown, field: KnownField): Translated<Condition> {
  if (value === 1) return translated({ var: field.fact });
  return keyword === 'minItems' && field.kind === 'list' && typeof value === 'number'
    ? translated({ '>=': [{ var: `${field.fact}.count` }, value] })
    : untranslated('conditions cannot test the length of a text');
}

function toContaining(items: JsonSchema, field: KnownField): Translated<Condition> {
  const values = items.const === undefined ? asList(items.enum) : [items.const];
  if (field.kind !== 'list' || values.length === 0)
    return untranslated('conditions only ask which values a list contains');
  return joinConditions(
    'or',
    values.map((value) => {
      const constant = toFieldConstant(value as string | number, field);
      return constant.ok ? translated({ in: [constant.value, { var: field.fact }] }) : constant;
    }),
  );
}

/** Returns the condition that a field has no answer. A tick that is false is one. */
function isMissing({ fact, kind }: KnownField): Condition {
  return kind === 'boolean'
    ? { '!': { or: [{ '==': [{ var: fact }, true] }, { '==': [{ var: fact }, false] }] } }
    : { '!': { var: fact } };
}

/** Translates `properties` and `required` of a schema for an object. */
function toPropertiesCondition(
  schema: JsonSchema,
  scope: string,
  findScope: FindScope,
  mustExist: boolean,
): Translated<Condition> {
  const required = asList(schema.required).map(toText);
  const find = (name: string) => findScope(`${scope}/properties/${name}`);
  const parts = [
    ...Object.entries(asObject(schema.properties)).map(([name, each]) => {
      const field = find(name);
      if (field === undefined) return untranslated(`there is no field "${name}"`);
      const isRequired = mustExist || required.includes(name);
      const test = toSchemaTest(asObject(each), field, {
        scope: `${scope}/properties/${name}`,
        findScope,
        mustExist: true,
      });
      // A property that is missing meets every schema, unless it is required.
      return isRequired ? test : joinConditions('or', [translated(isMissing(field)), test]);
    }),
    ...required
      .filter((name) => asObject(schema.properties)[name] === undefined)
      .map((name) => {
        const field = find(name);
        return field === undefined
          ? untranslated(`there is no field "${name}"`)
          : translated({ var: field.fact });
      }),
  ];
  return parts.length === 0 ? untranslated('it tests nothing') : joinConditions('and', parts);
}
