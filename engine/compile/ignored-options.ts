import type { Path } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';

/**
 * Options of RJSF's UI schemas that our widgets do not support. They only change how a field looks or
 * behaves, not what it accepts. They occur with the prefix `ui:` or inside `ui:options`.
 */
const ignored: ReadonlySet<string> = new Set([
  ...['autofocus', 'className', 'classNames', 'style', 'emptyValue', 'hideError', 'enumOrder'],
  ...['submitButtonOptions', 'globalOptions', 'inline', 'label', 'inputType', 'copyable'],
]);

export function isUiDocument(file: string): boolean {
  return file === 'ui.json' || /^forms\/[^/]+\/ui\.json$/.test(file);
}

export function withoutIgnoredOptions(documents: Documents): Documents {
  return Object.fromEntries(
    Object.entries(documents).map(([file, document]) => [
      file,
      isUiDocument(file) && ignoredOptions(document).length > 0 ? without(document, []) : document,
    ]),
  );
}

/** Returns the paths of the ignored options in a UI schema. */
export function ignoredOptions(document: unknown): readonly Path[] {
  const found: Path[] = [];
  without(document, [], (path) => found.push(path));
  return found;
}

function without(node: unknown, path: Path, tell: (path: Path) => void = () => {}): unknown {
  if (Array.isArray(node)) return node.map((inner, index) => without(inner, [...path, index], tell));
  // A custom component may read any option.
  if (!isObject(node) || isOwnDrawing(node)) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const isOption = path.at(-1) === 'ui:options';
      const option = isOption ? key : key.startsWith('ui:') ? key.slice('ui:'.length) : undefined;
      if (option !== undefined && ignored.has(option)) {
        tell([...path, key]);
        return [];
      }
      const isOfForm = key.startsWith('ui:') && key !== 'ui:options';
      return [[key, isOfForm || isOption ? value : without(value, [...path, key], tell)]];
    }),
  );
}

function isOwnDrawing({
  'ui:field': field,
  'ui:widget': widget,
  'ui:options': options,
}: Record<string, unknown>) {
  const named = widget ?? (isObject(options) ? options.widget : undefined);
  return field !== undefined || /^[A-Z]/.test(String(named ?? ''));
}
