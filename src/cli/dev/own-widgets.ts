import { statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import type { ServedFiles } from './served-files.ts';

/** The beginning of the addresses at which a server serves the folder with the modules of widgets. */
const prefix = '/own/';

/**
 * Returns the file of an address in the folder with the modules of widgets. Undefined for an address outside of it,
 * without a folder, and for a file that is missing.
 */
export function findWidgetFile(address: string, folder: string | undefined): string | undefined {
  if (folder === undefined || !address.startsWith(prefix)) return undefined;
  const path = normalize(decodePath(address.slice(prefix.length)));
  if (/^\.|[\\/]\./.test(path)) return undefined;
  const file = join(folder, path);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** Decodes a path of an address; one that is malformed stays as it is. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Returns a sentence for the widgets and fields of a form that the page draws as text inputs: those of the adopter's
 * program, and those whose module is not in the folder. Empty if there are none, or if the settings are not JSON.
 * @param folder The folder with the modules of widgets; undefined without one.
 */
export function describeMissingWidgets(
  { form, texts }: ServedFiles,
  folder: string | undefined,
): readonly string[] {
  const { documents } = parseDocuments(new Map(Object.entries(texts)));
  const settings = asObject(
    form === undefined ? documents['settings.json'] : asObject(documents[form]).settings,
  );
  const modules = Object.entries(asObject(settings.widgetModules));
  const components = [...asList(settings.widgets), ...asList(settings.fields)].map(String);
  const missing = modules.filter(([, address]) => findWidgetFile(String(address), folder) === undefined);
  const remedy =
    folder === undefined
      ? 'name the folder of the modules with --widgets or SLIPWAY_WIDGETS'
      : `they are not in ${folder}`;
  return [
    ...(components.length > 0
      ? [`Text inputs are drawn in place of ${listNames(components)}, which only your program has.`]
      : []),
    ...(missing.length > 0
      ? [
          `Text inputs are drawn in place of ${listNames(missing.map(([name, address]) => `${name} (${address})`))}: ${remedy}.`,
        ]
      : []),
  ];
}

function listNames(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
