import type { Path } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';

/**
 * What uiSchemas of RJSF say and our widgets do without: how a field looks or behaves there, nothing of what is asked or taken. With
 * `ui:` before it, or inside `ui:options`.
 */
const ignored: ReadonlySet<string> = new Set([
  ...['autofocus', 'className', 'classNames', 'style', 'emptyValue', 'hideError', 'enumOrder'],
  ...['submitButtonOptions', 'globalOptions', 'inline', 'label', 'inputType', 'copyable'],
]);

/** Tells whether a document is a UI schema. */
export function isUiDocument(file: string): boolean {
  return file === 'ui.json' || /^forms\/[^/]+\/ui\.json$/.test(file);
}

/** The documents without the options that are ignored. */
export function withoutIgnoredOptions(documents: Documents): Documents {
  return Object.fromEntries(
    Object.entries(documents).map(([file, document]) => [
      file,
      isUiDocument(file) && ignoredOptions(document).length > 0 ? without(document, []) : document,
    ]),
  );
}

/** The places of the options of a uiSchema that are ignored. */
export function ignoredOptions(document: unknown): readonly Path[] {
  const found: Path[] = [];
  without(document, [], (path) => found.push(path));
  return found;
}

function without(node: unknown, path: Path, tell: (path: Path) => void = () => {}): unknown {
  if (Array.isArray(node)) return node.map((inner, index) => without(inner, [...path, index], tell));
  // What draws a value by itself reads what it likes.
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
