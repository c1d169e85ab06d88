/**
 * The keywords of JSON Schema, grouped by the type of their value, for drafts 2020-12 and 07: JSON Schema
 * Core 2020-12, section 10 (applicators) and section 8.2.4 (`$defs`), Validation 2020-12, section 8.5
 * (`contentSchema`) and section 9 (annotations); Validation draft-07, sections 6.4 to 6.7 (`additionalItems`,
 * a list of `items`, `dependencies`) and 9 (`definitions`).
 */

/** Keywords with one schema. `items` of draft-07 may be a list. */
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

/** Keywords with a list of schemas. `items` has a list only before 2020-12. */
export const listKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);

/** Keywords with schemas that apply only through references. */
export const definitionKeywords: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/**
 * Keywords with schemas by name. Any name is possible, even that of a keyword. `dependencies` may also
 * contain lists of names.
 */
export const mapKeywords: ReadonlySet<string> = new Set([
  ...definitionKeywords,
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/**
 * Keywords that make one value depend on another (Core 2020-12, section 10.2; Validation 2020-12, section
 * 6.5.4).
 */
export const decidingKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'oneOf',
]);

/**
 * Keywords that describe a value but do not restrict it (Core 2020-12, section 8.3; Validation 2020-12,
 * section 9).
 */
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
