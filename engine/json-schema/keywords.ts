/**
 * The keywords of JSON Schema by what they hold, for drafts 2020-12 and 07: JSON Schema Core 2020-12, section 10 (applicators) and
 * section 8.2.4 (`$defs`), Validation 2020-12, section 8.5 (`contentSchema`) and section 9 (annotations); Validation draft-07,
 * sections 6.4 to 6.7 (`additionalItems`, a list of `items`, `dependencies`) and 9 (`definitions`).
 */

/** Keywords that hold one schema. `items` of draft-07 may hold a list. */
export const schemaKeywords: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Keywords that hold a list of schemas. */
export const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);

/** Keywords that hold schemas which apply only where a reference leads to them. */
export const definitionKeywords: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/** Keywords that hold schemas by name: every name is free, be it that of a keyword. `dependencies` may hold lists of names as well. */
export const mapKeywords: ReadonlySet<string> = new Set([
  ...definitionKeywords,
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Keywords by which one value decides what another may or has to be (Core 2020-12, section 10.2; Validation 2020-12, section 6.5.4). */
export const decidingKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'oneOf',
]);

/** Keywords that describe a value and decide nothing about it (Core 2020-12, section 8.3; Validation 2020-12, section 9). */
export const annotationKeywords: ReadonlySet<string> = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);
