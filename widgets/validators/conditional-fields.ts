import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import {
  type FieldDefinition,
  type FieldPlan,
  type FormType,
  findOfferedValue,
  getWidgetBehaviour,
  type Json,
  type JsonSchema,
  type Plan,
  typeField,
} from '#engine';
import { getSchemaChoices } from '#engine/json-schema/choices.ts';
import { hasDependentValues } from '#engine/json-schema/dependent-values.ts';
import { asList, asObject, isObject, isSameJson } from '#engine/json-schema/values.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { collectMarkedSchemas } from '../schema/marks.ts';
import { toRjsfSchema } from '../schema/rjsf-schema.ts';
import { mergeAllOf } from './merge-all-of.ts';
import { omitExtraData, retrieveSchema } from './rjsf-utilities.ts';
import { createRjsfValidator } from './rjsf-validator.ts';
import type { ValidatorModule } from './validator-module.ts';

/**
 * Returns a plan to which the conditions of its schema were applied, for example `if` and `oneOf`; unchanged
 * if there are none. They show, hide and require fields and reduce options; values that do not apply are
 * removed, also inside fields. Without the validators that a type needs, its conditional fields are hidden
 * and nothing inside fields is removed.
 */
export function applyConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  return applyConditionsRepeatedly(
    plan,
    module,
    module !== undefined || !(plan.type && needsValidators(plan.type)),
  );
}

/**
 * Returns the same as `applyConditions`, but for values that were sent: it removes nothing inside a field, so
 * that all of it is judged.
 */
export function applySentConditions(plan: Plan, module: ValidatorModule | undefined): Plan {
  return applyConditionsRepeatedly(plan, module, false);
}

/**
 * Returns the plan to which the conditions were applied again until they remove no further value. If a
 * removed value would be offered again, it is restored with the others of its round, and the judge rejects
 * it.
 * @param removesExtraData True if data that the schema does not describe is removed inside fields, too.
 */
function applyConditionsRepeatedly(
  plan: Plan,
  module: ValidatorModule | undefined,
  removesExtraData: boolean,
): Plan {
  const { type } = plan;
  if (type === undefined || !hasConditions(toRjsfSchema(type.schema))) return plan;
  let current = plan;
  let conditioned = applyConditionsOnce(current, module, removesExtraData);
  // A value that is no longer offered is removed, and everything that it decided is decided again. Each round
  // removes at least one value, so the loop ends.
  for (
    let lostFields = findLostFields(current, conditioned);
    lostFields.length > 0;
    lostFields = findLostFields(current, conditioned)
  ) {
    const before = current;
    current = clearValues(current, lostFields);
    const next = applyConditionsOnce(current, module, removesExtraData);
    // If a value is offered again after its removal, the schema contradicts itself. The value stays and the
    // judge rejects it.
    if (lostFields.some((name) => isOffered(next, name, before.values[name])))
      return {
        ...conditioned,
        fields: conditioned.fields.map((field) => restoreFieldValue(field, before)),
        values: before.values,
      };
    conditioned = next;
  }
  return conditioned;
}

/** Returns the names of the fields that are visible in the second plan and have a value only in the first. */
function findLostFields({ values }: Plan, { fields }: Plan): readonly string[] {
  return fields
    .filter(
      ({ name, visibility, value }) =>
        visibility !== 'hidden' && value === undefined && values[name] !== undefined,
    )
    .map(({ name }) => name);
}

/** Returns true if a field of the plan offers the value; also if it has no options or is not in the plan. */
function isOffered({ fields }: Plan, name: string, value: unknown): boolean {
  const field = fields.find((each) => each.name === name);
  if (field?.options === undefined) return true;
  return isSameJson(findOfferedValue(field.options, value as Json, field.definition), value);
}

/** Returns a field with its value in the plan; unchanged if it is hidden or has no value there. */
function restoreFieldValue(field: FieldPlan, { values }: Plan): FieldPlan {
  const value = values[field.name];
  return field.visibility === 'hidden' || value === undefined ? field : { ...field, value };
}

/** Returns the plan without the values of these fields. */
function clearValues(plan: Plan, names: readonly string[]): Plan {
  const fields = plan.fields.map(({ value, ...field }) =>
    value === undefined || names.includes(field.name) ? field : { ...field, value },
  );
  return { ...plan, fields, values: omitValues(plan.values, names) };
}

/**
 * Returns the plan to which the conditions were applied once, for its values. A value that this removes still
 * decides about others.
 */
function applyConditionsOnce(
  plan: Plan,
  module: ValidatorModule | undefined,
  removesExtraData: boolean,
): Plan {
  const validator = createRjsfValidator(module);
  const root = resolveConditionalSchema(plan, module);
  const fields = plan.fields.map((field) => {
    if (field.name === typeField) return field;
    const conditionedField = applyConditionsToField(field, root);
    return removesExtraData ? pruneFieldValue(conditionedField, root, validator) : conditionedField;
  });
  const values = fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { ...plan, fields, values: Object.fromEntries(values) };
}

/**
 * Returns true if resolving the conditions of a type needs validators: its schema has an `if` or options to
 * match.
 */
function needsValidators(type: FormType): boolean {
  return collectMarkedSchemas(toRjsfSchema(type.schema)).size > 0;
}

/**
 * Returns the root schema of a plan's type with its conditions resolved for the plan's values. Fields that
 * conditions hide are not in `properties`. Without the validators that a type needs, returns the schema
 * unresolved.
 */
export function resolveConditionalSchema(
  { type, fields, values }: Plan,
  module: ValidatorModule | undefined,
): JsonSchema {
  const root = toRjsfSchema(type?.schema ?? {});
  if (type === undefined || !hasConditions(root)) return root;
  if (module === undefined && needsValidators(type)) return root;
  const validator = createRjsfValidator(module);
  const conditional = fields.filter(({ definition }) => definition.isConditional).map(({ name }) => name);
  let absent: readonly string[] = conditional;
  let conditioned = root;
  // A field that appears or disappears may decide about another one. The number of rounds is limited, because
  // fields of a schema may depend on each other in a circle.
  for (let round = 0; round <= conditional.length; round += 1) {
    conditioned = resolveRootConditions(root, omitValues(values, absent), validator);
    const properties = asObject(conditioned.properties);
    const next = conditional.filter((name) => !isAllowedProperty(properties[name]));
    if (next.join() === absent.join()) break;
    absent = next;
  }
  return conditioned;
}

/** Returns true if a schema contains conditions. Memoized by schema. */
const hasConditions = memoizeByObject((schema: JsonSchema): boolean => hasDependentValues(schema));

/**
 * Returns a field as the resolved root schema describes it: hidden and without a value if the schema does not
 * contain it, else required or with fewer options. A field that is hidden already stays as it is.
 */
function applyConditionsToField(field: FieldPlan, { properties, required }: JsonSchema): FieldPlan {
  if (!isAllowedProperty(asObject(properties)[field.name])) {
    const { value: _value, ...rest } = field;
    return { ...rest, visibility: 'hidden', isRequired: false };
  }
  if (field.visibility === 'hidden') return field;
  const isRequired = field.isRequired || asList(required).includes(field.name);
  return narrowOptions({ ...field, isRequired }, asObject(asObject(properties)[field.name]));
}

/**
 * Returns a field with only the options that its resolved schema lists, without a value that is no longer
 * offered. A widget that shows no options becomes a select. Returns the field unchanged if the schema lists
 * no options or all of them.
 */
function narrowOptions(field: FieldPlan, property: JsonSchema): FieldPlan {
  const { definition, branchOptions, value } = field;
  const all =
    branchOptions ?? (definition.choices && definition.optionSet === undefined ? field.options : undefined);
  const offering = definition.kind === 'json' ? asObject(property.items) : property;
  const listed =
    getSchemaChoices(offering).choices ?? (isConstant(offering.const) ? [offering.const] : undefined);
  if (all === undefined || listed === undefined) return field;
  const options = all.filter((option) => listed.includes(option.value));
  if (options.length === field.options?.length) return field;
  const { value: _value, ...rest } = field;
  const chosen = findOfferedValue(options, value, definition);
  const shownDefinition =
    getWidgetBehaviour(definition.widget).choices === 'listed' ? definition : toSelectDefinition(definition);
  return { ...rest, definition: shownDefinition, options, ...(chosen !== undefined && { value: chosen }) };
}

/** Returns true for a string or a number: a constant that can be an option. */
function isConstant(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Returns a definition with the widget `select`; the same object each time, so that a field renders again
 * only if it changed.
 */
const toSelectDefinition = memoizeByObject(
  (definition: FieldDefinition): FieldDefinition => ({ ...definition, widget: 'select' }),
);

/**
 * Returns a field whose value has no data that the schema does not describe, such as that of another branch.
 * Only fields of kind `json` change, and none whose schema RJSF cannot merge.
 */
function pruneFieldValue(field: FieldPlan, root: JsonSchema, validator: ValidatorType): FieldPlan {
  const { value, definition } = field;
  const schema = asObject(root.properties)[field.name];
  if (definition.kind !== 'json' || value === undefined || !isObject(schema)) return field;
  return mergeOrFallBack(field, () => ({
    ...field,
    value: omitExtraData(validator, schema as RJSFSchema, root as RJSFSchema, value, mergeAllOf),
  }));
}

/**
 * Returns the result of `merged`; `unmerged` if RJSF throws, because an `allOf` contradicts itself. No value
 * is valid for such a schema, and the judge reports that.
 */
function mergeOrFallBack<Value>(unmerged: Value, merged: () => Value): Value {
  try {
    return merged();
  } catch {
    return unmerged;
  }
}

/** Returns true if a schema describes the property and allows it: `false` means that it must not exist. */
function isAllowedProperty(property: unknown): boolean {
  return property !== undefined && property !== false;
}

/**
 * Returns the root schema with its conditions resolved for the values, and with the options merged that fit
 * them.
 */
function resolveRootConditions(
  root: JsonSchema,
  values: Plan['values'],
  validator: ValidatorType,
): JsonSchema {
  const resolved = mergeOrFallBack<JsonSchema>(root, () =>
    retrieveSchema(validator, root as RJSFSchema, root as RJSFSchema, values, mergeAllOf),
  );
  const options = [...asList(resolved.oneOf), ...asList(resolved.anyOf)].filter(isObject);
  const fits = options.map((option) => {
    const inner = mergeOrFallBack<JsonSchema>(option, () =>
      retrieveSchema(validator, option as RJSFSchema, root as RJSFSchema, values, mergeAllOf),
    );
    return { fit: getOptionFit(inner, values), option: inner };
  });
  // The values match two options at once. The first named property of each option decides, and the others
  // must be entered again.
  const isOpen = fits.some(({ fit }) => fit !== 'ruled-out');
  const merged = isOpen
    ? fits
    : fits.map(({ option }) => ({ fit: getOptionFit(selectFirstNamedProperty(option), values), option }));
  const all = merged.reduce<JsonSchema>(
    (schema, { fit, option }) => mergeOption(schema, fit, option),
    resolved,
  );
  const [only, ...others] = merged.filter(({ fit }) => fit !== 'ruled-out');
  return only === undefined || others.length > 0 ? all : applyOnlyOption(only.option, all, values);
}

/** Returns an option reduced to its first property with named values. */
function selectFirstNamedProperty(option: JsonSchema): JsonSchema {
  const [first] = Object.entries(asObject(option.properties)).filter(([, property]) =>
    getNamedValues(property),
  );
  return { ...option, properties: Object.fromEntries(first === undefined ? [] : [first]) };
}

/**
 * Returns the schema with the values that its only remaining option names for other fields. The field that
 * selected the option does not change, so that another choice stays possible.
 */
function applyOnlyOption(option: JsonSchema, schema: JsonSchema, values: Plan['values']): JsonSchema {
  const properties = { ...asObject(schema.properties) };
  const named = Object.entries(asObject(option.properties)).filter(([, property]) =>
    getNamedValues(property),
  );
  const choosing = named.find(([name]) => values[name] !== undefined)?.[0];
  for (const [name, property] of named)
    if (name !== choosing) properties[name] = { ...asObject(properties[name]), ...asObject(property) };
  return { ...schema, properties };
}

/**
 * `chosen`: the values are those that the option names. `unnamed`: it names none. `open`: a named one is not
 * entered yet. `ruled-out`: a value differs.
 */
type OptionFit = 'chosen' | 'unnamed' | 'open' | 'ruled-out';

/**
 * Returns the fit of a root option by the properties for which it names values: `kind: {const: 'motor'}`. An
 * option without such properties (`{required: ['phone']}`) cannot be matched.
 */
function getOptionFit(option: JsonSchema, values: Plan['values']): OptionFit {
  let fit: OptionFit = 'unnamed';
  for (const [name, property] of Object.entries(asObject(option.properties))) {
    const named = getNamedValues(property);
    if (named === undefined) continue;
    const value = values[name];
    if (value === undefined) fit = 'open';
    else if (!named.includes(value)) return 'ruled-out';
    else if (fit === 'unnamed') fit = 'chosen';
  }
  return fit;
}

/**
 * Returns the root schema with an option merged into it; the schema's own properties win. A chosen or unnamed
 * option adds all its properties, an open one those that select it, a ruled-out one none. Unless it is
 * unnamed, the option also requires those added properties that it lists as required, but no other field.
 */
function mergeOption(schema: JsonSchema, fit: OptionFit, option: JsonSchema): JsonSchema {
  if (fit === 'ruled-out') return schema;
  const own = Object.entries(asObject(option.properties));
  const relevant =
    fit === 'open' ? own.filter(([, property]) => getNamedValues(property) !== undefined) : own;
  const names = relevant.map(([name]) => name);
  const required =
    fit === 'unnamed' ? [] : asList(option.required).filter((name) => names.includes(String(name)));
  return {
    ...schema,
    properties: { ...Object.fromEntries(relevant), ...asObject(schema.properties) },
    required: [...asList(schema.required), ...required],
  };
}

/** Returns the values that the `const` or `enum` of a property names; undefined if it has neither. */
function getNamedValues(property: unknown): readonly unknown[] | undefined {
  const { const: constant, enum: list } = asObject(property);
  if (constant !== undefined) return [constant];
  return Array.isArray(list) ? list : undefined;
}

/** Returns the values without those of these fields. */
function omitValues(values: Plan['values'], names: readonly string[]): Plan['values'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
