import type { Documents } from '#engine';
import type { ExampleSituation, Finding } from '#engine/check/index.ts';
import {
  createOutline,
  findOutlineField,
  listTextLocales,
  type OutlineField,
} from '#engine/editing/index.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import type { FindingView } from '../../api/findings.ts';
import { getDocumentAddress } from '../draft/documents.ts';
import { getFieldAddress } from '../draft/presence/own-presence.ts';
import type { TextNames } from '../draft/text-names.ts';
import { pickExampleNames } from '../preset/preview.ts';
import { getTextsAddress } from '../texts/text-filter.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';

/** The page on which a finding can be fixed. */
export interface FindingTarget {
  readonly address: string;
  /**
   * The names of the target, from the most specific: a field's label, the form's title. Empty if it is a
   * document as JSON.
   */
  readonly names: readonly string[];
}

/**
 * Returns a function that returns the page on which a finding can be fixed: that of its form, field, rule or
 * text, or else its document as JSON.
 * @param nameText Returns the name of a text by its key.
 */
export function createFindingTargets(
  documents: Documents,
  nameText: TextNames,
): (finding: Finding) => FindingTarget {
  const types = createOutline(documents);
  const locales = listTextLocales(documents);
  return ({ code, file, pointer }) => {
    const [first = '', second = '', ...more] = parsePointer(pointer);
    const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
    const type = types.find((one) => one.folder === folder);
    if (type) {
      const field = findFieldAt(
        type.fields,
        first === 'properties' ? [second, ...more] : [first, second, ...more],
      );
      // Examples, branches and definitions can be edited only in the document.
      if (!field && !isEditedOnFormPage(first))
        return { address: getDocumentAddress(file, pointer), names: [] };
      return {
        address: getFieldAddress(type.key, field?.name),
        names: [...(field ? [field.label] : []), type.title],
      };
    }
    if (file === 'fields.json')
      for (const { key, fields } of types) {
        const field = flattenFields(fields).find(({ definition }) => definition === second);
        if (field) return { address: getFieldAddress(key, field.name), names: [field.label] };
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
        address: getTextsAddress({
          key: first,
          language,
          ...(code === 'missing-translation' && { show: 'missing' }),
        }),
        names: [...(first === '' ? [] : [nameText(first)]), getOwnLanguageName(language)],
      };
    return { address: getDocumentAddress(file, pointer), names: [] };
  };
}

/**
 * Returns a situation in which a finding occurs: its own, or that of the scenario at its position. Undefined
 * if it has neither.
 */
export function findFindingExample(documents: Documents, finding: FindingView): ExampleSituation | undefined {
  const { scenario, file, pointer } = finding;
  if (scenario) return { on: scenario.on, ...pickExampleNames(finding) };
  const at = /^\/scenarios\/(\d+)/.exec(pointer)?.[1];
  if (file !== 'scenarios.json' || at === undefined) return undefined;
  const { on } = asObject(asList(asObject(documents[file]).scenarios)[Number(at)]);
  return { on: asObject(on) };
}

/**
 * Returns true if a finding at this first segment of a pointer can be fixed on the page of a form, even
 * outside of a field.
 */
function isEditedOnFormPage(key: string): boolean {
  return ['', 'properties', 'required', 'ui:order'].includes(key);
}

/** Returns the unescaped segments of a JSON Pointer. */
function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the innermost field on the path of a pointer into a schema or UI schema. Undefined without one. */
function findFieldAt(fields: readonly OutlineField[], segments: readonly string[]): OutlineField | undefined {
  const names = segments.filter((segment) => segment !== 'properties' && segment !== 'items');
  for (let depth = names.length; depth > 0; depth -= 1) {
    const field = findOutlineField(fields, names.slice(0, depth).join('.'));
    if (field) return field;
  }
  return undefined;
}

/** Returns fields and the fields nested in them, each before its nested fields. */
function flattenFields(fields: readonly OutlineField[]): readonly OutlineField[] {
  return fields.flatMap((field) => [field, ...flattenFields(field.members ?? [])]);
}
