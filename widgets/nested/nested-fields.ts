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
import { memoizeByObject } from '#engine/model/memoize.ts';
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

/** RJSF's fields for lists and branches. */
export const fields = { ArrayField, AnyOfField: BranchesField, OneOfField: BranchesField };

/** RJSF's templates for lists, their items and branches. */
export const templates = {
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  MultiSchemaFieldTemplate: BranchesTemplate,
};

/**
 * Creates RJSF's schema utilities for nested fields. They differ from the library's in the schemas that are
 * rendered and in the initial values of new items. Without a module no condition is true and no branch
 * matches.
 */
export function createNestedSchemaUtils(
  schema: RJSFSchema,
  module: ValidatorModule | undefined,
): SchemaUtilsType {
  const utils = createSchemaUtils(createRjsfValidator(module), schema, defaultsBehaviour, mergeAllOf);
  /**
   * Returns the initial value. In choices nothing is chosen, and the checkboxes of a new item are `false`.
   */
  const getDefaultFormState: SchemaUtilsType['getDefaultFormState'] = (subschema, ...rest) => {
    const initialValue = utils.getDefaultFormState(replaceChoicesByEnum(subschema), ...rest);
    // For a new item RJSF passes only the schema.
    return rest.length === 0 ? completeNewItem(subschema, initialValue) : initialValue;
  };
  /**
   * Returns the schema for a value as RJSF resolves it, changed by `addInheritedNames`,
   * `allowEmptyNumberEntries` and `moveSharedPropertiesToBranches`.
   */
  const retrieveSchema: SchemaUtilsType['retrieveSchema'] = (subschema, value, ...rest) =>
    moveSharedPropertiesToBranches(
      allowEmptyNumberEntries(addInheritedNames(utils.retrieveSchema(subschema, value, ...rest), value)),
    );
  return Object.create(utils, {
    getDefaultFormState: { value: getDefaultFormState },
    retrieveSchema: { value: retrieveSchema },
  });
}

/**
 * Returns the schema with a property for each entry of the value whose name every object inherits, such as
 * `constructor`. RJSF would not recognise it as an entry.
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
 * Returns the schema with each property that both the object and one of its branches describe moved into all
 * branches, where it has to satisfy both schemas. Otherwise it would be rendered twice. The branches are
 * those of `oneOf`, else of `anyOf`.
 */
function moveSharedPropertiesToBranches(schema: RJSFSchema): RJSFSchema {
  const keyword = schema.oneOf === undefined ? 'anyOf' : 'oneOf';
  const branches = asList(schema[keyword]).map(asObject);
  const objectProperties = asObject(schema.properties);
  const names = Object.keys(objectProperties).filter((name) =>
    branches.some(({ properties }) => Object.hasOwn(asObject(properties), name)),
  );
  if (names.length === 0) return schema;
  /** Returns a branch with all moved properties. */
  const addSharedProperties = (branch: JsonSchema) => {
    const described = asObject(branch.properties);
    const shared = names.map((name) => {
      const inBranch = Object.hasOwn(described, name) ? asObject(described[name]) : {};
      return [name, intersectSchemas(asObject(objectProperties[name]), inBranch)] as const;
    });
    return { ...branch, properties: { ...described, ...Object.fromEntries(shared) } };
  };
  const others = Object.entries(objectProperties).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(others),
    [keyword]: branches.map(addSharedProperties),
  } as RJSFSchema;
}

/**
 * Returns the schema with null allowed for its entries (`additionalProperties`) if they are of the type
 * `number` and have no default, so that a new one is empty. Otherwise RJSF starts it with 0, which no visitor
 * entered.
 */
function allowEmptyNumberEntries(schema: RJSFSchema): RJSFSchema {
  const entry = asObject(schema.additionalProperties);
  if (entry.type !== 'number' || entry.default !== undefined || entry.const !== undefined) return schema;
  return { ...schema, additionalProperties: { ...entry, type: ['number', 'null'] } };
}

/**
 * Returns the schema with each `oneOf` or `anyOf` that is a list of choices replaced by an `enum`, at any
 * depth, so that the visitor must choose. RJSF would start with the first branch. Memoized by schema.
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

/**
 * Returns a copy of the value with `false` for each empty list item that is a checkbox, at any depth.
 * Otherwise the list would contain an empty item. Checkboxes that are properties stay as they are.
 */
function addUntickedCheckboxes(schema: RJSFSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items, additionalItems } = schema;
    /** Returns the schema of the item at an index; empty if there is none. */
    const getItemSchema = (index: number) =>
      asObject(Array.isArray(items) ? (items[index] ?? additionalItems) : items);
    return value.map((item, index) => completeNewItem(getItemSchema(index), item));
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

/**
 * Returns `false` for a checkbox without a value; any other item with `false` for such checkboxes in its
 * lists.
 */
function completeNewItem(schema: RJSFSchema, item: unknown): unknown {
  return schema.type === 'boolean' ? (item ?? false) : addUntickedCheckboxes(schema, item);
}

/**
 * Returns the initial data of a nested field by its schema, which must contain all definitions that it refers
 * to. Without a module no condition is true and no branch matches.
 */
export function getInitialData(schema: JsonSchema, module: ValidatorModule | undefined): InitialData {
  return buildInitialData(schema, createNestedSchemaUtils(schema as RJSFSchema, module));
}

/**
 * RJSF's options for the default values of a new list item or a newly chosen branch. The schemas that are
 * rendered never tick a checkbox because of `const: true`.
 */
const defaultsBehaviour = {
  constAsDefaults: 'always',
  emptyObjectFields: 'skipEmptyDefaults',
} as const;
