import type { JsonPath } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';

/**
 * Options of RJSF's UI schemas that our widgets do not support. They only change how a field looks or
 * behaves, not what it accepts. They occur with the prefix `ui:` or inside `ui:options`.
 */
const ignoredNames: ReadonlySet<string> = new Set([
  'autofocus',
  'className',
  'classNames',
  'style',
  'emptyValue',
  'hideError',
  'enumOrder',
  'submitButtonOptions',
  'globalOptions',
  'inline',
  'label',
  'inputType',
  'copyable',
]);

export function isUiDocument(file: string): boolean {
  return file === 'ui.json' || /^forms\/[^/]+\/ui\.json$/.test(file);
}

export function removeIgnoredOptions(documents: Documents): Documents {
  return Object.fromEntries(
    Object.entries(documents).map(([file, document]) => [
      file,
      isUiDocument(file) && findIgnoredOptions(document).length > 0 ? removeIgnored(document, []) : document,
    ]),
  );
}

export function findIgnoredOptions(document: unknown): readonly JsonPath[] {
  const found: JsonPath[] = [];
  removeIgnored(document, [], (path) => found.push(path));
  return found;
}

function removeIgnored(node: unknown, path: JsonPath, tell: (path: JsonPath) => void = () => {}): unknown {
  if (Array.isArray(node)) return node.map((inner, index) => removeIgnored(inner, [...path, index], tell));
  // A custom component may read any option.
  if (!isObject(node) || hasCustomComponent(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const isOption = path.at(-1) === 'ui:options';
      const option = isOption ? key : key.startsWith('ui:') ? key.slice('ui:'.length) : undefined;
      if (option !== undefined && ignoredNames.has(option)) {
        tell([...path, key]);
        return [];
      }
      const isOfForm = key.startsWith('ui:') && key !== 'ui:options';
      return [[key, isOfForm || isOption ? value : removeIgnored(value, [...path, key], tell)]];
    }),
  );
}

function hasCustomComponent({
  'ui:field': field,
  'ui:widget': widget,
  'ui:options': options,
}: Record<string, unknown>) {
  const named = widget ?? (isObject(options) ? options.widget : undefined);
  return field !== undefined || /^[A-Z]/.test(String(named ?? ''));
}
