import { asObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { getTextsFile } from '../documents/document-files.ts';
import { chainEdits, setText } from './members.ts';
import { type FieldAddress, listTextLocales } from './outline.ts';

/**
 * Returns the patches that copy the texts of a field to another field in every language, including those of
 * its choices and nested fields. A text of the type takes precedence over the shared one. The copies are
 * shared texts, and replace those that exist.
 * @param options.to The name of the other field.
 * @param options.hasLabel True to copy the label as well.
 */
export function copyTexts(
  documents: Documents,
  { type, field }: FieldAddress,
  { to, hasLabel }: { readonly to: string; readonly hasLabel: boolean },
): readonly Patch[] {
  return chainEdits(
    documents,
    ...listTextLocales(documents).flatMap((locale) => {
      const texts = Object.entries(asObject(documents[getTextsFile(locale)]));
      const words = ['fields', 'options'].flatMap((kind) =>
        // Texts of the type override shared ones.
        [`${kind}.${field}.`, `forms.${type}.${kind}.${field}.`].flatMap((prefix) =>
          texts
            .filter(([key]) => key.startsWith(prefix) && (hasLabel || key !== `${prefix}label`))
            .map(([key, text]) => [`${kind}.${to}.${key.slice(prefix.length)}`, String(text)] as const),
        ),
      );
      return Object.entries(Object.fromEntries(words)).map(
        ([key, text]) =>
          (made: Documents) =>
            setText(made, { locale, key }, text),
      );
    }),
  );
}
