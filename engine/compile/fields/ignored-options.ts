import type { JsonPath } from '../../json-schema/pointers.ts';
import { isObject } from '../../json-schema/values.ts';
import type { Documents } from '../../model/types.ts';

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

/** Returns true for the shared `ui.json` and for the `ui.json` of a form. */
export function isUiDocument(file: string): boolean {
  return file === 'ui.json' || /^forms\/[^/]+\/ui\.json$/.test(file);
}

/**
 * Returns the documents without the options of RJSF that our widgets do not support. Fields that a custom
 * component draws are unchanged.
 */
export function removeIgnoredOptions(documents: Documents): Documents {
  return Object.fromEntries(
    Object.entries(documents).map(([file, document]) => [
      file,
      isUiDocument(file) && findIgnoredOptions(document).length > 0
        ? removeIgnoredFromNode(document, [])
        : document,
    ]),
  );
}

/** Returns the paths of the options in a UI schema that `removeIgnoredOptions` removes. */
export function findIgnoredOptions(document: unknown): readonly JsonPath[] {
  const found: JsonPath[] = [];
  removeIgnoredFromNode(document, [], (path) => found.push(path));
  return found;
}

/**
 * Returns a node of a UI schema without ignored options, at any depth. A node that a custom component draws
 * is returned unchanged. `onRemove` gets the path of each removed option.
 */
function removeIgnoredFromNode(
  node: unknown,
  path: JsonPath,
  onRemove: (path: JsonPath) => void = () => {},
): unknown {
  if (Array.isArray(node))
    return node.map((inner, index) => removeIgnoredFromNode(inner, [...path, index], onRemove));
  // A custom component may read any option.
  if (!isObject(node) || hasCustomComponent(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const isOption = path.at(-1) === 'ui:options';
      const option = isOption ? key : key.startsWith('ui:') ? key.slice('ui:'.length) : undefined;
      if (option !== undefined && ignoredNames.has(option)) {
        onRemove([...path, key]);
        return [];
      }
      const isOfForm = key.startsWith('ui:') && key !== 'ui:options';
      return [[key, isOfForm || isOption ? value : removeIgnoredFromNode(value, [...path, key], onRemove)]];
    }),
  );
}

/** Returns true if a node names a field, or a widget whose name starts with a capital letter. */
function hasCustomComponent({
  'ui:field': field,
  'ui:widget': widget,
  'ui:options': options,
}: Record<string, unknown>) {
  const named = widget ?? (isObject(options) ? options.widget : undefined);
  return field !== undefined || /^[A-Z]/.test(String(named ?? ''));
}
