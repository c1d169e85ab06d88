/** Separate from the other lists of keywords, because no page needs it. */

const sharedKeywords = [
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
 * The supported keywords by draft, and those that are rejected with a specific reason: the keywords of JSON
 * Schema, those for dates from `ajv-formats`, and two of RJSF (`discriminator`, `enumNames`).
 */
export const draftKeywords: Readonly<Record<'2020-12' | 'draft-07' | '2019-09', ReadonlySet<string>>> = {
  '2020-12': new Set([...sharedKeywords, ...newerKeywords]),
  '2019-09': new Set([...sharedKeywords, ...newerKeywords]),
  'draft-07': new Set([...sharedKeywords, 'additionalItems']),
};
