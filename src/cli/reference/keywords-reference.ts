import { draftKeywords } from '#engine/json-schema/draft-keywords.ts';
import { toProblem } from '#engine/schema-problem.ts';
import { formatMarkdownCode, formatMarkdownTable } from './markdown.ts';

/**
 * The effect of a keyword on rendering, generated types and proofs. The code of its problem says how it is
 * validated.
 */
interface KeywordSupport {
  readonly drawn: string;
  readonly typed: string;
  readonly proven: string;
}

const no = 'no';
const limit: KeywordSupport = { drawn: no, typed: no, proven: 'contradicting limits' };
const annotationOnly: KeywordSupport = { drawn: no, typed: no, proven: no };
const branches: KeywordSupport = { drawn: 'choice of branches', typed: 'union', proven: 'by examples' };
const condition: KeywordSupport = { drawn: 'fields come and go', typed: no, proven: 'by examples' };
const dates: KeywordSupport = {
  drawn: no,
  typed: no,
  proven: 'limits that contradict each other or cannot be read',
};
const contained: KeywordSupport = { drawn: no, typed: no, proven: 'by examples' };

const keywordSupport: Readonly<Record<string, KeywordSupport>> = {
  $anchor: annotationOnly,
  $comment: annotationOnly,
  $defs: {
    drawn: 'where a reference leads',
    typed: 'where a reference leads',
    proven: 'unused definitions of fields.json',
  },
  $dynamicAnchor: annotationOnly,
  $dynamicRef: { ...annotationOnly, proven: 'refused: endless depth' },
  $id: { ...annotationOnly, proven: 'refused inside a schema' },
  $ref: {
    drawn: 'as what it leads to',
    typed: 'as what it leads to',
    proven: 'refused where it leads nowhere or in a circle',
  },
  $schema: { ...annotationOnly, proven: 'refused where forms are not written in it' },
  $vocabulary: annotationOnly,
  additionalItems: { drawn: 'items behind a tuple', typed: no, proven: 'by examples' },
  additionalProperties: { drawn: 'entries with a name', typed: 'index signature', proven: 'by examples' },
  allOf: { drawn: 'merged', typed: 'intersection', proven: 'by examples' },
  anyOf: branches,
  const: { drawn: 'hidden, a tick where it is true', typed: 'literal', proven: 'against type and enum' },
  contains: contained,
  contentEncoding: annotationOnly,
  contentMediaType: annotationOnly,
  contentSchema: annotationOnly,
  default: { drawn: 'preset', typed: no, proven: no },
  definitions: { drawn: 'where a reference leads', typed: 'where a reference leads', proven: no },
  dependencies: condition,
  dependentRequired: condition,
  dependentSchemas: condition,
  deprecated: annotationOnly,
  description: { drawn: 'hint of what is nested', typed: 'comment', proven: no },
  discriminator: { drawn: 'which branch is meant', typed: no, proven: no },
  else: condition,
  enum: {
    drawn: 'choices',
    typed: 'literals',
    proven: 'doubled, empty and unfitting choices, missing words',
  },
  enumNames: { drawn: 'labels of choices of a field', typed: no, proven: no },
  examples: { drawn: no, typed: no, proven: 'have to fit, and to be sendable' },
  exclusiveMaximum: { ...limit, drawn: 'range' },
  exclusiveMinimum: { ...limit, drawn: 'range' },
  format: { drawn: 'control of its own where HTML has one', typed: no, proven: 'refused where unknown' },
  formatExclusiveMaximum: dates,
  formatExclusiveMinimum: dates,
  formatMaximum: { ...dates, drawn: 'range of a time' },
  formatMinimum: { ...dates, drawn: 'range of a time' },
  if: condition,
  items: { drawn: 'items of a list', typed: 'array', proven: 'by examples' },
  maxContains: contained,
  maxItems: { ...limit, drawn: 'no more can be added' },
  maxLength: limit,
  maxProperties: { ...limit, drawn: 'no more can be added' },
  maximum: { ...limit, drawn: 'range' },
  minContains: contained,
  minItems: { ...limit, drawn: 'that many from the start' },
  minLength: limit,
  minProperties: limit,
  minimum: { ...limit, drawn: 'range' },
  multipleOf: { ...annotationOnly, proven: 'contradicting limits' },
  not: { drawn: no, typed: no, proven: 'by examples' },
  oneOf: branches,
  pattern: { drawn: no, typed: no, proven: 'slow patterns, what is none, lengths that no text has' },
  patternProperties: {
    drawn: 'entries with a name',
    typed: 'index signature',
    proven: 'slow patterns, and what is none',
  },
  prefixItems: { drawn: 'places of a tuple', typed: 'array', proven: 'by examples' },
  properties: { drawn: 'fields', typed: 'properties', proven: 'in every situation' },
  propertyNames: { drawn: no, typed: no, proven: 'by examples' },
  readOnly: { drawn: 'can be read, not changed', typed: no, proven: no },
  required: { drawn: 'marked', typed: 'not optional', proven: 'in every situation' },
  then: condition,
  title: { drawn: 'label where the texts have none', typed: 'comment', proven: 'missing and doubled labels' },
  type: { drawn: 'kind of control', typed: 'type', proven: 'against widget, const and enum' },
  unevaluatedItems: { drawn: no, typed: no, proven: 'by examples' },
  unevaluatedProperties: { drawn: no, typed: no, proven: 'by examples' },
  uniqueItems: { drawn: 'boxes to tick, with choices', typed: no, proven: 'by examples' },
  writeOnly: annotationOnly,
};

/** Keywords that produce validation errors, with the other parameters that the validator reports for them. */
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
 * Formats the reference of the JSON Schema keywords.
 * @throws Error If a keyword has no entry in the table.
 */
export function formatKeywordsReference(): readonly string[] {
  const names = [...new Set(Object.values(draftKeywords).flatMap((known) => [...known]))].sort();
  return [
    '## Keywords of JSON Schema',
    '',
    'Whatever a schema refuses is refused, in the page and on the server: "judged" is the code of the problem. A keyword that is not here is refused when the form is compiled, unless it begins with `x-` or `meta/form.schema.json` names it as an annotation.',
    '',
    ...formatMarkdownTable(
      ['keyword', 'drafts', 'drawn', 'judged', 'typed', 'proven'],
      names.map((name) => formatKeywordRow(name)),
    ),
  ];
}

function formatKeywordRow(name: string): readonly string[] {
  const heeding = keywordSupport[name];
  if (heeding === undefined)
    throw new Error(
      `Cannot write the reference: the keyword "${name}" has no line in keywords-reference.ts; add one`,
    );
  const drafts = (['2020-12', 'draft-07'] as const).filter((draft) => draftKeywords[draft].has(name));
  return [
    formatMarkdownCode(name),
    drafts.join(', '),
    heeding.drawn,
    formatProblemCode(name),
    heeding.typed,
    heeding.proven,
  ];
}

function formatProblemCode(name: string): string {
  const params = assertionParams[name];
  if (params === undefined)
    return /^(allOf|dependentSchemas|else|if|patternProperties|prefixItems|properties|then|\$ref)$/.test(name)
      ? 'what is inside'
      : no;
  const keyword = /^(min|max)Contains$/.test(name) ? 'contains' : name;
  return formatMarkdownCode(toProblem({ keyword, instancePath: '/field', params }).code);
}
