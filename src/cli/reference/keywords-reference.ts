import { draftKeywords } from '#engine/json-schema/draft-keywords.ts';
import { toProblem } from '#engine/json-schema/schema-problem.ts';
import { formatMarkdownCode, formatMarkdownTable } from './markdown.ts';

/**
 * The effect of a keyword on rendering (`drawn`), generated types (`typed`) and `slipway check` (`proven`),
 * as texts of the table; a dash for no effect.
 */
interface KeywordSupport {
  readonly drawn: string;
  readonly typed: string;
  readonly proven: string;
}

const no = '–';
const limit: KeywordSupport = { drawn: no, typed: no, proven: 'contradicting limits' };
const annotationOnly: KeywordSupport = { drawn: no, typed: no, proven: no };
const branches: KeywordSupport = { drawn: 'choice of branches', typed: 'union', proven: no };
const condition: KeywordSupport = { drawn: 'conditional fields', typed: no, proven: no };
const dates: KeywordSupport = {
  drawn: no,
  typed: no,
  proven: 'contradicting or unreadable limits',
};
const contained: KeywordSupport = { drawn: no, typed: no, proven: no };

const keywordSupport: Readonly<Record<string, KeywordSupport>> = {
  $anchor: annotationOnly,
  $comment: annotationOnly,
  $defs: {
    drawn: 'if referenced',
    typed: 'if referenced',
    proven: 'unused definitions of fields.json',
  },
  $dynamicAnchor: annotationOnly,
  $dynamicRef: { ...annotationOnly, proven: 'refused: unlimited depth' },
  $id: { ...annotationOnly, proven: 'refused inside a schema' },
  $ref: {
    drawn: 'as its target',
    typed: 'as its target',
    proven: 'refused if unresolved or circular',
  },
  $schema: { ...annotationOnly, proven: 'refused if unsupported' },
  $vocabulary: annotationOnly,
  additionalItems: { drawn: 'items after a tuple', typed: no, proven: no },
  additionalProperties: { drawn: 'named entries', typed: 'index signature', proven: no },
  allOf: { drawn: 'merged', typed: 'intersection', proven: no },
  anyOf: branches,
  const: { drawn: 'hidden; a checkbox if true', typed: 'literal', proven: 'against type and enum' },
  contains: contained,
  contentEncoding: annotationOnly,
  contentMediaType: annotationOnly,
  contentSchema: annotationOnly,
  default: { drawn: 'preset', typed: no, proven: no },
  definitions: { drawn: 'if referenced', typed: 'if referenced', proven: no },
  dependencies: condition,
  dependentRequired: condition,
  dependentSchemas: condition,
  deprecated: annotationOnly,
  description: { drawn: 'hint of nested fields', typed: 'comment', proven: no },
  discriminator: { drawn: 'selects the branch', typed: no, proven: no },
  else: condition,
  enum: {
    drawn: 'choices',
    typed: 'literals',
    proven: 'duplicate, missing and invalid choices, missing labels',
  },
  enumNames: { drawn: 'labels of choices of a field', typed: no, proven: no },
  examples: { drawn: no, typed: no, proven: 'must be valid and sendable' },
  exclusiveMaximum: { ...limit, drawn: 'range' },
  exclusiveMinimum: { ...limit, drawn: 'range' },
  format: { drawn: 'native control, if HTML has one', typed: no, proven: 'refused if unknown' },
  formatExclusiveMaximum: dates,
  formatExclusiveMinimum: dates,
  formatMaximum: { ...dates, drawn: 'range of a time' },
  formatMinimum: { ...dates, drawn: 'range of a time' },
  if: condition,
  items: { drawn: 'items of a list', typed: 'array', proven: no },
  maxContains: contained,
  maxItems: { ...limit, drawn: 'limits adding' },
  maxLength: limit,
  maxProperties: { ...limit, drawn: 'limits adding' },
  maximum: { ...limit, drawn: 'range' },
  minContains: contained,
  minItems: { ...limit, drawn: 'initial items' },
  minLength: limit,
  minProperties: limit,
  minimum: { ...limit, drawn: 'range' },
  multipleOf: { ...annotationOnly, proven: 'contradicting limits' },
  not: { drawn: no, typed: no, proven: no },
  oneOf: branches,
  pattern: { drawn: no, typed: no, proven: 'slow and invalid patterns, impossible lengths' },
  patternProperties: {
    drawn: 'named entries',
    typed: 'index signature',
    proven: 'slow and invalid patterns',
  },
  prefixItems: { drawn: 'positions of a tuple', typed: 'array', proven: no },
  properties: { drawn: 'fields', typed: 'properties', proven: 'in every situation' },
  propertyNames: { drawn: no, typed: no, proven: no },
  readOnly: { drawn: 'read-only', typed: no, proven: no },
  required: { drawn: 'marked', typed: 'not optional', proven: 'in every situation' },
  then: condition,
  title: { drawn: 'label if the texts have none', typed: 'comment', proven: 'missing and duplicate labels' },
  type: { drawn: 'kind of control', typed: 'type', proven: 'against widget, const and enum' },
  unevaluatedItems: { drawn: no, typed: no, proven: no },
  unevaluatedProperties: { drawn: no, typed: no, proven: no },
  uniqueItems: { drawn: 'checkboxes, if it has choices', typed: no, proven: no },
  writeOnly: annotationOnly,
};

/** Keywords that produce validation errors, with the parameters of the error that decide its code. */
const assertionParams: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...Object.fromEntries(
    [
      'additionalItems',
      'additionalProperties',
      'contains',
      'dependencies',
      'dependentRequired',
      'enum',
      'const',
      'exclusiveMaximum',
      'exclusiveMinimum',
      'format',
      'items',
      'maxItems',
      'maxLength',
      'maxProperties',
      'maximum',
      'minItems',
      'minLength',
      'minProperties',
      'minimum',
      'multipleOf',
      'not',
      'pattern',
      'propertyNames',
      'required',
      'type',
      'unevaluatedItems',
      'unevaluatedProperties',
      'uniqueItems',
    ].map((keyword) => [keyword, {}]),
  ),
  anyOf: { branches: [] },
  oneOf: { branches: [] },
  maxContains: { maxContains: 1 },
  minContains: {},
  formatMinimum: { comparison: '>=', limit: '2026-01-01' },
  formatExclusiveMinimum: { comparison: '>', limit: '2026-01-01' },
  formatMaximum: { comparison: '<=', limit: '2026-01-01' },
  formatExclusiveMaximum: { comparison: '<', limit: '2026-01-01' },
};

/**
 * Returns the Markdown lines of the reference of the JSON Schema keywords: a heading, a paragraph and a table
 * with one row per keyword, sorted by name.
 * @throws Error If a supported keyword has no entry in `keywordSupport`.
 */
export function formatKeywordsReference(): readonly string[] {
  const names = [...new Set(Object.values(draftKeywords).flatMap((known) => [...known]))].sort();
  return [
    '## Keywords of JSON Schema',
    '',
    'The page and the server validate every schema; `problem` is the code of the problem. Other keywords are refused at compilation, unless they begin with `x-` or `meta/form.schema.json` names them as annotations. Each is checked by the examples of a form; the last column says what `slipway check` finds besides.',
    '',
    ...formatMarkdownTable(
      ['keyword', 'only in', 'rendered as', 'problem', 'generated type', 'checked'],
      names.map((name) => formatKeywordRow(name)),
    ),
  ];
}

/**
 * Returns the cells of a keyword's row in the table. Throws an error if `keywordSupport` does not list it.
 */
function formatKeywordRow(name: string): readonly string[] {
  const support = keywordSupport[name];
  if (support === undefined)
    throw new Error(
      `Cannot write the reference: the keyword "${name}" has no line in keywords-reference.ts; add one`,
    );
  const drafts = (['2020-12', 'draft-07'] as const).filter((draft) => draftKeywords[draft].has(name));
  return [
    formatMarkdownCode(name),
    drafts.length === 1 ? drafts.join() : '',
    support.drawn,
    formatProblemColumn(name),
    support.typed,
    support.proven,
  ];
}

/**
 * Returns the code of the problem that visitors get if a value violates the keyword; `of its subschemas` if
 * only these produce problems; a dash if it produces none.
 */
function formatProblemColumn(name: string): string {
  const params = assertionParams[name];
  if (params === undefined)
    return /^(allOf|dependentSchemas|else|if|patternProperties|prefixItems|properties|then|\$ref)$/.test(name)
      ? 'of its subschemas'
      : no;
  const keyword = /^(min|max)Contains$/.test(name) ? 'contains' : name;
  return formatMarkdownCode(toProblem({ keyword, instancePath: '/field', params }).code);
}
