/**
 * This module is loaded before a nested field or a schema with conditions is used (`load-nested-fields.ts`).
 */
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import {
  ADDITIONAL_PROPERTY_FLAG,
  createSchemaUtils,
  type RJSFSchema,
  type SchemaUtilsType,
} from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import { getSchemaChoices } from '#engine/json-schema/choices.ts';
import { intersectSchemas } from '#engine/json-schema/intersect-schemas.ts';
import { mapEverySchema } from '#engine/json-schema/map-every-schema.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { memoizeByObject } from '#engine/memoize.ts';
import { mergeAllOf } from '../validators/merge-all-of.ts';
import { createRjsfValidator } from '../validators/rjsf-validator.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { ArrayItemTemplate, ArrayTemplate } from './array-template.tsx';
import { BranchesField, BranchesTemplate } from './branches-template.tsx';
import { buildInitialData, type InitialData } from './initial-data.ts';
import './nested.css';

export { simplifyErrors } from '#engine/json-schema/branch-errors.ts';
export {
  applyConditions,
  applySentConditions,
  resolveConditionalSchema,
} from '../validators/conditional-fields.ts';
export { renderFieldContent } from './field-content.tsx';
export { ObjectGroup } from './object-group.tsx';

export const fields = { ArrayField, AnyOfField: BranchesField, OneOfField: BranchesField };

export const templates = {
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  MultiSchemaFieldTemplate: BranchesTemplate,
};

export function createNestedSchemaUtils(
  schema: RJSFSchema,
  module: ValidatorModule | undefined,
): SchemaUtilsType {
  const utils = createSchemaUtils(createRjsfValidator(module), schema, defaultsBehaviour, mergeAllOf);
  const getDefaultFormState: SchemaUtilsType['getDefaultFormState'] = (part, ...rest) => {
    const begun = utils.getDefaultFormState(replaceChoicesByEnum(part), ...rest);
    // For a new item RJSF passes only the schema.
    return rest.length === 0 ? completeNewItem(part, begun) : begun;
  };
  const retrieveSchema: SchemaUtilsType['retrieveSchema'] = (part, value, ...rest) =>
    moveSharedPropertiesToBranches(
      allowEmptyNumberEntries(addInheritedNames(utils.retrieveSchema(part, value, ...rest), value)),
    );
  return Object.create(utils, {
    getDefaultFormState: { value: getDefaultFormState },
    retrieveSchema: { value: retrieveSchema },
  });
}

/**
 * RJSF takes an entry named like an inherited property of every object, such as `constructor`, for a property
 * of the schema.
 */
function addInheritedNames(schema: RJSFSchema, value: unknown): RJSFSchema {
  const { properties, additionalProperties } = schema;
  if (!isObject(value) || properties === undefined || !additionalProperties) return schema;
  const names = Object.keys(value).filter((name) => name in {} && !Object.hasOwn(properties, name));
  if (names.length === 0) return schema;
  const entry = { type: 'string', ...asObject(additionalProperties), [ADDITIONAL_PROPERTY_FLAG]: true };
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(names.map((name) => [name, entry])) },
  } as RJSFSchema;
}

/**
 * Moves a property that both an object and its branches describe into each branch, where it has to satisfy
 * both schemas. Otherwise it would be rendered twice.
 */
function moveSharedPropertiesToBranches(schema: RJSFSchema): RJSFSchema {
  const keyword = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const branches = asList(schema[keyword]).map(asObject);
  const own = asObject(schema.properties);
  const names = Object.keys(own).filter((name) =>
    branches.some(({ properties }) => Object.hasOwn(asObject(properties), name)),
  );
  if (names.length === 0) return schema;
  const drawnBy = (branch: JsonSchema) => {
    const described = asObject(branch.properties);
    const both = names.map((name) => {
      const inBranch = Object.hasOwn(described, name) ? asObject(described[name]) : {};
      return [name, intersectSchemas(asObject(own[name]), inBranch)] as const;
    });
    return { ...branch, properties: { ...described, ...Object.fromEntries(both) } };
  };
  const others = Object.entries(own).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(others),
    [keyword]: branches.map(drawnBy),
  } as RJSFSchema;
}

/**
 * RJSF starts a number entry with 0, which no visitor entered. For an entry that may be null it has no
 * initial value.
 */
function allowEmptyNumberEntries(schema: RJSFSchema): RJSFSchema {
  const entry = asObject(schema.additionalProperties);
  if (entry.type !== 'number' || entry.default !== undefined || entry.const !== undefined) return schema;
  return { ...schema, additionalProperties: { ...entry, type: ['number', 'null'] } };
}

/**
 * RJSF starts with the first branch of a `oneOf`. If the branches are a list of choices, the visitor must
 * choose, so they become an `enum`.
 */
const replaceChoicesByEnum = memoizeByObject(
  (schema: RJSFSchema): RJSFSchema =>
    mapEverySchema(schema, (inner) => {
      const { oneOf, anyOf, ...rest } = inner;
      const { choices } =
        oneOf === undefined && anyOf === undefined ? {} : getSchemaChoices({ oneOf, anyOf });
      return choices === undefined ? inner : { ...rest, enum: choices };
    }),
);

/** Adds `false` for each unticked checkbox in a list item. Otherwise the list would contain an empty item. */
function addUntickedCheckboxes(schema: RJSFSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items, additionalItems } = schema;
    const ofItem = (index: number) =>
      asObject(Array.isArray(items) ? (items[index] ?? additionalItems) : items);
    return value.map((item, index) => completeNewItem(ofItem(index), item));
  }
  if (!isObject(value)) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      addUntickedCheckboxes(asObject(properties?.[name]), inner),
    ]),
  );
}

function completeNewItem(schema: RJSFSchema, item: unknown): unknown {
  return schema.type === 'boolean' ? (item ?? false) : addUntickedCheckboxes(schema, item);
}

export function getInitialData(schema: JsonSchema, module: ValidatorModule | undefined): InitialData {
  return buildInitialData(schema, createNestedSchemaUtils(schema as RJSFSchema, module));
}

/**
 * The default values of a new list item or a newly chosen branch. The schemas that are rendered never tick a
 * checkbox because of `const: true`.
 */
const defaultsBehaviour = {
  constAsDefaults: 'always',
  emptyObjectFields: 'skipEmptyDefaults',
} as const;
