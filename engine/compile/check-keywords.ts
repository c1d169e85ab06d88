import { type Draft, draftOf } from '../json-schema/ajv.ts';
import { draftKeywords } from '../json-schema/draft-keywords.ts';
import { asList, asObject } from '../json-schema/values.ts';
import { subschemas } from '../json-schema/walk.ts';
import type { Documents, JsonSchema } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/**
 * Reports every keyword that nothing would heed: a slip, a word of another draft, a key of a UI schema. `x-…` is anybody's own, and so
 * are the annotations that `meta/form.schema.json` names.
 */
export function checkKeywords(root: JsonSchema, at: Place, documents: Documents, report: Report): void {
  const draft = draftOf(root);
  if (draft === undefined) return;
  const own = new Set(ownAnnotations(documents));
  const known = draftKeywords[draft];
  for (const { schema, path } of subschemas(root)) {
    for (const [keyword, value] of Object.entries(schema)) {
      const place = within(at, ...path, keyword);
      if (keyword === 'items' && Array.isArray(value) && draft !== 'draft-07')
        report.add(place, 'unknown-keyword', listOfItems);
      if (known.has(keyword) || own.has(keyword) || keyword.startsWith('x-')) continue;
      report.add(place, 'unknown-keyword', reasonOf(keyword, draft), { wrong: keyword, known });
    }
  }
}

/** Reports fields that can hold no value at all. */
export function checkFields({ properties }: JsonSchema, at: Place, report: Report): void {
  for (const [name, property] of Object.entries(asObject(properties))) {
    if (property !== false) continue;
    const reason = `"${name}" is false, so that no value fits and nothing is drawn; take it out`;
    report.add(within(at, 'properties', name), 'bad-schema', reason);
  }
}

function ownAnnotations(documents: Documents): readonly string[] {
  const { $defs } = asObject(documents['meta/form.schema.json']);
  return asList(asObject(asObject($defs).annotations).enum).map(String);
}

const listOfItems =
  'a list of "items" is a tuple of draft-07; call it "prefixItems", or name "http://json-schema.org/draft-07/schema#" in "$schema"';

function reasonOf(keyword: string, draft: Draft): string {
  const instead = counterparts[keyword];
  if (instead !== undefined) return `"${keyword}" is no keyword of ${draft}; write ${instead}`;
  if (keyword.startsWith('ui:')) return `"${keyword}" says how a field is drawn; it belongs into ui.json`;
  const other = draft === 'draft-07' ? '2020-12' : 'draft-07';
  return draftKeywords[other].has(keyword)
    ? `"${keyword}" is a keyword of ${other}, and this schema is written in ${draft}; name ${other} in "$schema", or say it otherwise`
    : `unknown keyword "${keyword}", which nothing would heed; correct it, or call it "x-${keyword}" where it is a note of your own`;
}

/** What keywords of older drafts, and of other tools, are called. */
const counterparts: Readonly<Record<string, string>> = {
  additionalItems: '"items" beside "prefixItems"',
  disallow: '"not"',
  divisibleBy: '"multipleOf"',
  extends: '"allOf"',
  id: '"$id"',
  nullable: '"type" with "null" in its list',
};
