/** Apart from the other lists of keywords: no page needs it. */

const both = [
  ...[
    '$comment',
    '$defs',
    '$id',
    '$ref',
    '$schema',
    'additionalProperties',
    'allOf',
    'anyOf',
    'const',
    'contains',
  ],
  ...[
    'contentEncoding',
    'contentMediaType',
    'default',
    'definitions',
    'dependencies',
    'description',
    'discriminator',
  ],
  ...[
    'else',
    'enum',
    'enumNames',
    'examples',
    'exclusiveMaximum',
    'exclusiveMinimum',
    'format',
    'formatExclusiveMaximum',
  ],
  ...[
    'formatExclusiveMinimum',
    'formatMaximum',
    'formatMinimum',
    'if',
    'items',
    'maxItems',
    'maxLength',
    'maxProperties',
  ],
  ...[
    'maximum',
    'minItems',
    'minLength',
    'minProperties',
    'minimum',
    'multipleOf',
    'not',
    'oneOf',
    'pattern',
  ],
  ...[
    'patternProperties',
    'properties',
    'propertyNames',
    'readOnly',
    'required',
    'then',
    'title',
    'type',
    'uniqueItems',
  ],
  'writeOnly',
];

/** The keywords that draft-07 does not have. */
export const newerKeywords: readonly string[] = [
  ...[
    '$anchor',
    '$dynamicAnchor',
    '$dynamicRef',
    '$vocabulary',
    'contentSchema',
    'dependentRequired',
    'dependentSchemas',
  ],
  ...['deprecated', 'maxContains', 'minContains', 'prefixItems', 'unevaluatedItems', 'unevaluatedProperties'],
];

/**
 * The keywords that are heeded, or refused with a reason of their own, by draft: those of JSON Schema, those of dates that
 * `ajv-formats` adds, and two of RJSF (`discriminator`, `enumNames`).
 */
export const draftKeywords: Readonly<Record<'2020-12' | 'draft-07' | '2019-09', ReadonlySet<string>>> = {
  '2020-12': new Set([...both, ...newerKeywords]),
  '2019-09': new Set([...both, ...newerKeywords]),
  'draft-07': new Set([...both, 'additionalItems']),
};
