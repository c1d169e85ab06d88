import type { Documents } from '../types.ts';
import { propertiesOf, typesOf } from './outline.ts';

/**
 * Returns a unique name for a field with this label: `chooseFieldName(documents, 'How did you hear?') //
 * 'how_did_you_hear'`.
 */
export function freeName(documents: Documents, label: string): string {
  const taken = new Set([
    'enquiry_type',
    ...typesOf(documents).flatMap(({ folder }) => Object.keys(propertiesOf(documents, folder))),
  ]);
  return unused(slugOf(label, '_') || 'field', taken, '_');
}

/** Converts a label to lower-case ASCII: `slugify('Où ?', '_') // 'ou'`. */
export function slugOf(label: string, joint: '_' | '-'): string {
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

/** Returns the name, with the first free number appended if it is taken. */
export function unused(wanted: string, taken: ReadonlySet<string>, joint: string): string {
  if (!taken.has(wanted)) return wanted;
  for (let count = 2; ; count++)
    if (!taken.has(`${wanted}${joint}${count}`)) return `${wanted}${joint}${count}`;
}
