import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { fieldNamed, localesOf, type OutlineField, outlineOf } from '#engine/editing/index.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { documentAddress } from '../json/documents.ts';
import { languageName } from '../language-name.ts';
import { fieldAddress } from '../presence/own-presence.ts';
import { textsAddress } from '../texts/text-filter.ts';

/** A page of the studio on which something can be fixed. */
export interface Place {
  readonly address: string;
  /**
   * Its names, from the most specific: a field's label, the form's title. Empty if it is a document as JSON.
   */
  readonly names: readonly string[];
}

/**
 * Returns a function that finds the page for a finding: its field, rule or text, or else its document as
 * JSON.
 */
export function placesOfFindings(documents: Documents): (finding: Finding) => Place {
  const types = outlineOf(documents);
  const locales = localesOf(documents);
  return ({ code, file, pointer }) => {
    const [first = '', second = '', ...more] = stepsOf(pointer);
    const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
    const type = types.find((one) => one.folder === folder);
    if (type) {
      const field = fieldAt(
        type.fields,
        first === 'properties' ? [second, ...more] : [first, second, ...more],
      );
      // Examples, branches and definitions can be edited only in the document.
      if (!field && !isOnFormPage(first)) return { address: documentAddress(file, pointer), names: [] };
      return {
        address: fieldAddress(type.key, field?.name),
        names: [...(field ? [field.label] : []), type.title],
      };
    }
    if (file === 'fields.json')
      for (const { key, fields } of types) {
        const field = allOf(fields).find(({ definition }) => definition === second);
        if (field) return { address: fieldAddress(key, field.name), names: [field.label] };
      }
    if (file === 'rules.json') {
      const { id, description } = asObject(asList(asObject(documents[file]).rules)[Number(second)]);
      if (typeof id === 'string')
        return {
          address: `/studio/rules#rule-${encodeURIComponent(id)}`,
          names: [typeof description === 'string' ? description : id],
        };
    }
    const language = /^texts\/(.+)\.json$/.exec(file)?.[1];
    if (language !== undefined && locales.includes(language))
      return {
        address: textsAddress({
          key: first,
          language,
          ...(code === 'missing-translation' && { show: 'missing' }),
        }),
        names: [...(first === '' ? [] : [first]), languageName(language)],
      };
    return { address: documentAddress(file, pointer), names: [] };
  };
}

/** True if this key of a form's documents is edited on the page of the form, even outside of a field. */
function isOnFormPage(key: string): boolean {
  return ['', 'properties', 'required', 'ui:order'].includes(key);
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the innermost field that the segments of a pointer into a schema or a UI schema lead to. */
function fieldAt(fields: readonly OutlineField[], steps: readonly string[]): OutlineField | undefined {
  const names = steps.filter((step) => step !== 'properties' && step !== 'items');
  for (let depth = names.length; depth > 0; depth -= 1) {
    const field = fieldNamed(fields, names.slice(0, depth).join('.'));
    if (field) return field;
  }
  return undefined;
}

function allOf(fields: readonly OutlineField[]): readonly OutlineField[] {
  return fields.flatMap((field) => [field, ...allOf(field.members ?? [])]);
}
