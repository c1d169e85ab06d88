import { asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getTextsFile } from '../documents/document-files.ts';
import { setMember } from '../fields/members.ts';
import { getFallbackLocale, listTextLocales } from '../fields/outline.ts';

/**
 * Returns the patch that adds a language by creating its file, named by the canonical form of the tag. No
 * patches if the file exists already or the language is the fallback language.
 * @throws RangeError if the tag is not valid in BCP 47.
 */
export function addLanguage(documents: Documents, tag: string): readonly Patch[] {
  const [locale = tag] = Intl.getCanonicalLocales(tag);
  if (listTextLocales(documents).includes(locale)) return [];
  return setMember(documents, { file: getTextsFile(locale), path: [] }, createEmptyTexts(documents));
}

/**
 * Returns a document without texts: only its `$schema`, as in the fallback language, or the usual path if
 * that has none.
 */
export function createEmptyTexts(documents: Documents): { readonly $schema: string } {
  const { $schema } = asObject(documents[getTextsFile(getFallbackLocale(documents))]);
  return { $schema: typeof $schema === 'string' ? $schema : '../meta/texts.schema.json' };
}
