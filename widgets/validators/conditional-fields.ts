import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { omitExtraData, retrieveSchema } from '@rjsf/utils';
import { type FieldPlan, type FormType, type JsonSchema, type Plan, typeField } from '#engine';
import { decidingKeywords } from '#engine/json-schema/keywords.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { subschemas } from '#engine/json-schema/walk.ts';
import { markedSchemas } from '../schema/marks.ts';
import { rjsfSchema } from '../schema/rjsf-schema.ts';
import { rjsfValidator } from './rjsf-validator.ts';
import type { ValidatorModule } from './validator-module.ts';

/**
 * A plan with what the schema itself decides: which conditional fields are there for the values (`if/then/else`, `allOf`,
 * `oneOf`, `anyOf`, `dependentSchemas`, `dependentRequired` of the root), what is then required, and values without what
 * stands inside a branch that was not taken. Browser and server apply the conditions before they draw, judge or send it, and come
 * to the same. A type without conditions keeps its plan; without the validators no conditional field is there.
 */
export function applyConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  const { type } = plan;
  if (type === undefined || !hasConditions(rjsfSchema(type.schema))) return plan;
  const validator = rjsfValidator(module);
  const root = conditionedSchema(plan, module);
  const prunes = module !== undefined || !needsValidators(type);
  const fields = plan.fields.map((field) => {
    if (field.name === typeField) return field;
    const conditioned = conditionedField(field, root);
    return prunes ? withPrunedValue(conditioned, root, validator) : conditioned;
  });
  const values = fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { ...plan, fields, values: Object.fromEntries(values) };
}

/** Whether drawing a type takes its validators: its schema asks whether a condition holds, or which option fits. */
function needsValidators(type: FormType): boolean {
  return markedSchemas(rjsfSchema(type.schema)).size > 0;
}

/** The root schema of a plan's type for its values: every field that is there under `properties`, conditions resolved. */
export function conditionedSchema(
  { type, fields, values }: Plan,
  module: ValidatorModule | undefined,
): JsonSchema {
  const root = rjsfSchema(type?.schema ?? {});
  if (type === undefined || !hasConditions(root)) return root;
  if (module === undefined && needsValidators(type)) return root;
  const validator = rjsfValidator(module);
  const conditional = fields.filter(({ definition }) => definition.isConditional).map(({ name }) => name);
  let absent: readonly string[] = conditional;
  let conditioned = root;
  // A field that comes or goes may decide another; a schema whose fields chase each other in a circle stops here too.
  for (let round = 0; round <= conditional.length; round += 1) {
    conditioned = resolveRoot(root, without(values, absent), validator);
    const properties = asObject(conditioned.properties);
    const next = conditional.filter((name) => !isThere(properties[name]));
    if (next.join() === absent.join()) break;
    absent = next;
  }
  return conditioned;
}

const conditional = new WeakMap<JsonSchema, boolean>();

function hasConditions(drawn: JsonSchema): boolean {
  let found = conditional.get(drawn);
  if (found === undefined) {
    found = [...subschemas(drawn)].some(({ schema }) =>
      Object.keys(schema).some((keyword) => decidingKeywords.has(keyword)),
    );
    conditional.set(drawn, found);
  }
  return found;
}

function conditionedField(field: FieldPlan, { properties, required }: JsonSchema): FieldPlan {
  if (!isThere(asObject(properties)[field.name])) {
    const { value: _value, ...rest } = field;
    return { ...rest, visibility: 'hidden', isRequired: false };
  }
  const isRequired = field.isRequired || asList(required).includes(field.name);
  return field.visibility === 'hidden' ? field : { ...field, isRequired };
}

function withPrunedValue(field: FieldPlan, root: JsonSchema, validator: ValidatorType): FieldPlan {
  const { value, definition } = field;
  const schema = asObject(root.properties)[field.name];
  if (definition.kind !== 'json' || value === undefined || !isObject(schema)) return field;
  return { ...field, value: omitExtraData(validator, schema as RJSFSchema, root as RJSFSchema, value) };
}

/** `false` is a property's way to say that it must not be there. */
function isThere(property: unknown): boolean {
  return property !== undefined && property !== false;
}

function resolveRoot(root: JsonSchema, values: Plan['values'], validator: ValidatorType): JsonSchema {
  const resolved: JsonSchema = retrieveSchema(validator, root as RJSFSchema, root as RJSFSchema, values);
  const options = [...asList(resolved.oneOf), ...asList(resolved.anyOf)].filter(isObject);
  const merged = options.map((option) => {
    const inner: JsonSchema = retrieveSchema(validator, option as RJSFSchema, root as RJSFSchema, values);
    return { fit: fitOf(inner, values), option: inner };
  });
  return merged.reduce<JsonSchema>((schema, { fit, option }) => joined(schema, fit, option), resolved);
}

type Fit = 'chosen' | 'unnamed' | 'open' | 'ruled-out';

/**
 * How an option of the root stands, by the properties for which it names the values: `kind: {const: 'motor'}`. One that
 * names none (`{required: ['phone']}`) can be told by nothing.
 */
function fitOf(option: JsonSchema, values: Plan['values']): Fit {
  let fit: Fit = 'unnamed';
  for (const [name, property] of Object.entries(asObject(option.properties))) {
    const named = namedValues(property);
    if (named === undefined) continue;
    const value = values[name];
    if (value === undefined) fit = 'open';
    else if (!named.includes(value)) return 'ruled-out';
    else if (fit === 'unnamed') fit = 'chosen';
  }
  return fit;
}

/** A chosen option brings and requires what it has, an unnamed one requires nothing, an open one brings what it is chosen by. */
function joined(schema: JsonSchema, fit: Fit, option: JsonSchema): JsonSchema {
  if (fit === 'ruled-out') return schema;
  const own = Object.entries(asObject(option.properties));
  const brought = fit === 'open' ? own.filter(([, property]) => namedValues(property) !== undefined) : own;
  const names = brought.map(([name]) => name);
  const required =
    fit === 'unnamed' ? [] : asList(option.required).filter((name) => names.includes(String(name)));
  return {
    ...schema,
    properties: { ...Object.fromEntries(brought), ...asObject(schema.properties) },
    required: [...asList(schema.required), ...required],
  };
}

function namedValues(property: unknown): readonly unknown[] | undefined {
  const { const: constant, enum: list } = asObject(property);
  if (constant !== undefined) return [constant];
  return Array.isArray(list) ? list : undefined;
}

function without(values: Plan['values'], names: readonly string[]): Plan['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
