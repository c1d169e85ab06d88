/** The part that is loaded when a nested field, or a condition of a schema, is about to be met (`load-nested-fields.ts`). */
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js';
import {
  ADDITIONAL_PROPERTY_FLAG,
  createSchemaUtils,
  type RJSFSchema,
  type SchemaUtilsType,
} from '@rjsf/utils';
import type { JsonSchema } from '#engine';
import { choicesOf } from '#engine/json-schema/choices.ts';
import { mapEverySchema } from '#engine/json-schema/map-every-schema.ts';
import { together } from '#engine/json-schema/together.ts';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';
import { mergeAllOf } from '../validators/merge-all-of.ts';
import { rjsfValidator } from '../validators/rjsf-validator.ts';
import type { ValidatorModule } from '../validators/validator-module.ts';
import { ArrayItemTemplate, ArrayTemplate } from './array-template.tsx';
import { BranchesField, BranchesTemplate } from './branches-template.tsx';
import { type InitialData, initialData } from './initial-data.ts';
import './nested.css';

export { tellingErrors } from '#engine/json-schema/branch-errors.ts';
export { applyConditions, applySentConditions, conditionedSchema } from '../validators/conditional-fields.ts';
export { fieldContent } from './field-content.tsx';
export { ObjectGroup } from './object-group.tsx';

/** RJSF's fields for lists and branches. */
export const fields = { ArrayField, AnyOfField: BranchesField, OneOfField: BranchesField };

/** Our templates of those. */
export const templates = {
  ArrayFieldTemplate: ArrayTemplate,
  ArrayFieldItemTemplate: ArrayItemTemplate,
  MultiSchemaFieldTemplate: BranchesTemplate,
};

/** RJSF's reading of a schema: conditions, branches, defaults. */
export function schemaUtils(schema: RJSFSchema, module: ValidatorModule | undefined): SchemaUtilsType {
  const utils = createSchemaUtils(rjsfValidator(module), schema, defaultsBehaviour, mergeAllOf);
  const getDefaultFormState: SchemaUtilsType['getDefaultFormState'] = (part, ...rest) => {
    const begun = utils.getDefaultFormState(withListedChoices(part), ...rest);
    // Of a new item RJSF gives nothing but the schema.
    return rest.length === 0 ? itemBegun(part, begun) : begun;
  };
  const retrieveSchema: SchemaUtilsType['retrieveSchema'] = (part, value, ...rest) =>
    withPropertiesOnce(
      withEmptyEntries(withInheritedNames(utils.retrieveSchema(part, value, ...rest), value)),
    );
  return Object.create(utils, {
    getDefaultFormState: { value: getDefaultFormState },
    retrieveSchema: { value: retrieveSchema },
  });
}

/** RJSF takes an entry for one of the schema's properties where every object inherits its name, as `constructor`. */
function withInheritedNames(schema: RJSFSchema, value: unknown): RJSFSchema {
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

/** A property that an object and one of its branches describe would be drawn twice: each branch draws it, by what both say. */
function withPropertiesOnce(schema: RJSFSchema): RJSFSchema {
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
      return [name, together(asObject(own[name]), inBranch)] as const;
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

/** RJSF begins an entry that is a number with 0, which nobody has answered; it knows no beginning for one that may be null. */
function withEmptyEntries(schema: RJSFSchema): RJSFSchema {
  const entry = asObject(schema.additionalProperties);
  if (entry.type !== 'number' || entry.default !== undefined || entry.const !== undefined) return schema;
  return { ...schema, additionalProperties: { ...entry, type: ['number', 'null'] } };
}

/** RJSF begins with the first branch of a `oneOf`; but of branches that are a list of choices, none is chosen for the visitor. */
function withListedChoices(schema: RJSFSchema): RJSFSchema {
  const known = listed.get(schema);
  if (known !== undefined) return known;
  const changed = mapEverySchema(schema, (inner) => {
    const { oneOf, anyOf, ...rest } = inner;
    const { choices } = oneOf === undefined && anyOf === undefined ? {} : choicesOf({ oneOf, anyOf });
    return choices === undefined ? inner : { ...rest, enum: choices };
  });
  listed.set(schema, changed);
  return changed;
}

/** A box in a list that nobody ticked says no: its place beside the others would otherwise hold what is no answer. */
function withUntickedBoxes(schema: RJSFSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items, additionalItems } = schema;
    const ofItem = (index: number) =>
      asObject(Array.isArray(items) ? (items[index] ?? additionalItems) : items);
    return value.map((item, index) => itemBegun(ofItem(index), item));
  }
  if (!isObject(value)) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withUntickedBoxes(asObject(properties?.[name]), inner),
    ]),
  );
}

function itemBegun(schema: RJSFSchema, item: unknown): unknown {
  return schema.type === 'boolean' ? (item ?? false) : withUntickedBoxes(schema, item);
}

const listed = new WeakMap<RJSFSchema, RJSFSchema>();

/** What a field of a schema holds before anything is entered. */
export function initialDataOf(schema: JsonSchema, module: ValidatorModule | undefined): InitialData {
  return initialData(schema, schemaUtils(schema as RJSFSchema, module));
}

/** What a new item of a list or a newly chosen branch starts with; drawn schemas keep `const: true` from ticking anything. */
const defaultsBehaviour = {
  constAsDefaults: 'always',
  emptyObjectFields: 'skipEmptyDefaults',
} as const;
