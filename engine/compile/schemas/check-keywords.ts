import { getSchemaDraft, type SchemaDraft } from '../../json-schema/ajv.ts';
import { draftKeywords } from '../../json-schema/draft-keywords.ts';
import { annotationKeywords, definitionKeywords } from '../../json-schema/keywords.ts';
import { dereference } from '../../json-schema/references.ts';
import { formatLimits, temporalFormats } from '../../json-schema/temporal-formats.ts';
import { asList, asObject, getOwnMember, toText } from '../../json-schema/values.ts';
import { isDrawnValuePath, iterateSchemas } from '../../json-schema/walk.ts';
import { compareValues } from '../../model/compare-values.ts';
import type { Documents, JsonSchema } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';

/**
 * Reports keywords that have no effect, unsuitable property names and unreadable limits, at any depth.
 * Keywords that begin with `x-` are allowed, and so are the annotations that `meta/form.schema.json` lists.
 * Reports nothing if the draft of the schema is unknown.
 */
export function checkKeywords(
  root: JsonSchema,
  at: DocumentPath,
  documents: Documents,
  report: ProblemReport,
): void {
  const draft = getSchemaDraft(root);
  if (draft === undefined) return;
  const own = new Set(getAdditionalAnnotations(documents));
  const known = draftKeywords[draft];
  for (const { schema, path } of iterateSchemas(root)) {
    checkKeywordsBesideReference(schema, draft, extendPath(at, ...path), report);
    checkPropertyNames(schema, extendPath(at, ...path), report);
    checkFormatLimits(schema, extendPath(at, ...path), report);
    for (const [keyword, value] of Object.entries(schema)) {
      const place = extendPath(at, ...path, keyword);
      if (keyword === 'items' && Array.isArray(value) && draft !== 'draft-07')
        report.add(place, 'unknown-keyword', tupleReason);
      if (known.has(keyword) || own.has(keyword) || keyword.startsWith('x-')) continue;
      report.add(place, 'unknown-keyword', explainUnknownKeyword(keyword, draft), { wrong: keyword, known });
    }
  }
}

/**
 * Reports limits of dates and times without a suitable `format` next to them, and limits that are not valid
 * in that format.
 */
function checkFormatLimits(schema: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  for (const keyword of formatLimits) {
    const limit = schema[keyword];
    if (limit === undefined) continue;
    const format = toText(schema.format);
    const kind = temporalFormats[format];
    const place = extendPath(at, keyword);
    if (kind === undefined)
      report.add(
        place,
        'bad-schema',
        `"${keyword}" limits dates and times; add "format": "date", "time" or "date-time" beside it, or remove it`,
      );
    else if (compareValues(limit, limit, kind) === undefined)
      report.add(
        place,
        'bad-schema',
        `${JSON.stringify(limit)} is not a "${format}", which "format" beside it requires; write it like "${limitsLike[kind]}"`,
      );
  }
}

/** A valid limit of each type, for messages. */
const limitsLike = { date: '2028-01-31', time: '09:30', 'date-time': '2028-01-31T09:30' } as const;

/**
 * Reports keywords next to a reference in a schema of draft-07, which ignores them (JSON Schema Core
 * draft-07, section 8.3). Authors do not expect this. All of them are in one problem.
 */
function checkKeywordsBesideReference(
  schema: JsonSchema,
  draft: SchemaDraft,
  at: DocumentPath,
  report: ProblemReport,
): void {
  if (draft !== 'draft-07' || typeof schema.$ref !== 'string') return;
  const idle = Object.keys(schema).filter(
    (keyword) =>
      keyword !== '$ref' &&
      draftKeywords[draft].has(keyword) &&
      !annotationKeywords.has(keyword) &&
      !neutralKeywords.has(keyword),
  );
  if (idle.length === 0) return;
  const names = idle.map((keyword) => `"${keyword}"`).join(', ');
  const reason = `in draft-07 ${names} beside "$ref" has no effect; put both into an "allOf": [{"$ref": …}, {${names}: …}], or name "https://json-schema.org/draft/2020-12/schema" in "$schema"`;
  report.add(extendPath(at, idle[0] ?? '$ref'), 'bad-schema', reason);
}

/** Keywords next to a reference that do not restrict the value. */
const neutralKeywords: ReadonlySet<string> = new Set([
  ...definitionKeywords,
  '$id',
  '$schema',
  'enumNames',
  'discriminator',
]);

/**
 * Reports property names that every JavaScript object has, empty ones, and those with `/`, `[` or `]`, which
 * separate the names of nested fields in requests and problems.
 */
function checkPropertyNames({ properties }: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  for (const name of Object.keys(asObject(properties))) {
    const why = explainUnfitName(name);
    if (why === undefined) continue;
    const reason = `a property cannot be called "${name}"${why}; give it another name, and use "title" for this one`;
    report.add(extendPath(at, 'properties', name), 'bad-field-name', reason);
  }
}

/** Returns the reason why a property cannot have a name, as the end of a sentence; undefined if it can. */
function explainUnfitName(name: string): string | undefined {
  if (name in {}) return ', because every JavaScript object has a member with this name';
  if (name === '') return ', because nothing could refer to it';
  return /[/[\]]/.test(name) ? ', because "/", "[" and "]" separate the names of nested fields' : undefined;
}

/**
 * Reports properties whose schema is `false`, because they accept no value and are not shown. Nested
 * properties are not checked.
 */
export function checkFalseProperties(
  { properties }: JsonSchema,
  at: DocumentPath,
  report: ProblemReport,
): void {
  for (const [name, property] of Object.entries(asObject(properties))) {
    if (property !== false) continue;
    const reason = `"${name}" is false, so no value is accepted and nothing is shown; remove it`;
    report.add(extendPath(at, 'properties', name), 'bad-schema', reason);
  }
}

/**
 * Reports objects and lists in the `enum` of a value that a control draws, at any depth, because no control
 * draws them. References are resolved first.
 */
export function checkChoices(root: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  for (const { schema, path } of iterateSchemas(root)) {
    const offered = isDrawnValuePath(path)
      ? asList(dereference(schema, root).enum).filter((choice) => choice !== null)
      : [];
    if (!offered.some((choice) => typeof choice === 'object')) continue;
    const reason =
      'objects and lists cannot be choices of a control; offer texts or numbers ("oneOf" with "const" and "title"), or describe what is inside with "properties" or "items"';
    report.add(extendPath(at, ...path, schema.enum === undefined ? '$ref' : 'enum'), 'bad-schema', reason);
  }
}

/**
 * Reports an empty `enum`, at any depth. For values that a control draws, also reports two choices of
 * different types with the same text: `"1"` and `1` are sent as the same value.
 */
export function checkChoiceLists(root: JsonSchema, at: DocumentPath, report: ProblemReport): void {
  for (const { schema, path } of iterateSchemas(root)) {
    const { enum: list } = schema;
    if (!Array.isArray(list)) continue;
    if (list.length === 0) {
      const reason = '"enum" is empty: there is nothing to choose; add a choice, or remove it';
      report.add(extendPath(at, ...path, 'enum'), 'bad-schema', reason);
    }
    if (!isDrawnValuePath(path)) continue;
    const earlier = new Map<string, readonly unknown[]>();
    for (const [index, value] of list.entries()) {
      const readAlike = earlier.get(toText(value)) ?? [];
      const alike = readAlike.find((other) => typeof other !== typeof value);
      if (!readAlike.some((other) => typeof other === typeof value))
        earlier.set(toText(value), [...readAlike, value]);
      if (alike === undefined || value === null) continue;
      const reason = `${JSON.stringify(alike)} and ${JSON.stringify(value)} look the same and are sent the same, so nobody can tell them apart; keep one of them`;
      report.add(extendPath(at, ...path, 'enum', index), 'bad-schema', reason);
    }
  }
}

/** Returns the annotations that `meta/form.schema.json` allows in addition to those of JSON Schema. */
function getAdditionalAnnotations(documents: Documents): readonly string[] {
  const { $defs } = asObject(documents['meta/form.schema.json']);
  return asList(asObject(asObject($defs).annotations).enum).map(toText);
}

const tupleReason =
  'a list of "items" is a tuple of draft-07; call it "prefixItems", or name "http://json-schema.org/draft-07/schema#" in "$schema"';

/** Returns the message for a keyword that the draft does not have, with a replacement if there is one. */
function explainUnknownKeyword(keyword: string, draft: SchemaDraft): string {
  const instead = getOwnMember(counterparts, keyword);
  if (instead !== undefined) return `"${keyword}" is not a keyword of ${draft}; write ${instead}`;
  if (keyword.startsWith('ui:')) return `"${keyword}" is about the appearance of a field; move it to ui.json`;
  const other = draft === 'draft-07' ? '2020-12' : 'draft-07';
  return draftKeywords[other].has(keyword)
    ? `"${keyword}" is a keyword of ${other}, but this schema is written in ${draft}; name ${other} in "$schema", or use another keyword`
    : `unknown keyword "${keyword}", which would have no effect; correct it, or call it "x-${keyword}" if it is a comment of your own`;
}

/** The replacements for keywords of older drafts and of other tools. */
const counterparts: Readonly<Record<string, string>> = {
  additionalItems: '"items" beside "prefixItems"',
  disallow: '"not"',
  divisibleBy: '"multipleOf"',
  extends: '"allOf"',
  id: '"$id"',
  nullable: '"type" with "null" in its list',
};
