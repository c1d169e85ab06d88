import type { Documents } from '../../model/types.ts';
import { getTypeProperties, listOutlineTypes } from './outline.ts';

/**
 * Returns a name for a field with this label that no type uses for a top-level field:
 * `chooseFieldName(documents, 'How did you hear?') // 'how_did_you_hear'`. A label without Latin letters or
 * digits gives `field`.
 */
export function chooseFieldName(documents: Documents, label: string): string {
  const usedNames = new Set([
    'enquiry_type',
    ...listOutlineTypes(documents).flatMap(({ folder }) => Object.keys(getTypeProperties(documents, folder))),
  ]);
  return makeUnique(slugify(label, '_') || 'field', usedNames, '_');
}

/**
 * Converts a label to lower-case ASCII words, joined by `joint` and cut at 40 characters: `slugify('Où ?',
 * '_') // 'ou'`. Before a leading digit comes `field_` or `form-`, by the joint. Empty if the label contains
 * no Latin letter or digit.
 */
export function slugify(label: string, joint: '_' | '-'): string {
  const words =
    label
      .normalize('NFKD')
      .replaceAll(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words
    .join(joint)
    .slice(0, 40)
    .replace(/[_-]+$/, '');
  return /^\d/.test(slug) ? `${joint === '_' ? 'field' : 'form'}${joint}${slug}` : slug;
}

/**
 * Returns the name, with the first free number from 2 if it is taken:
 * `makeUnique('a', new Set(['a']), '_') // 'a_2'`.
 */
export function makeUnique(wanted: string, usedNames: ReadonlySet<string>, joint: string): string {
  if (!usedNames.has(wanted)) return wanted;
  for (let count = 2; ; count++)
    if (!usedNames.has(`${wanted}${joint}${count}`)) return `${wanted}${joint}${count}`;
}
