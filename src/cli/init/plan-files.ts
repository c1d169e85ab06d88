import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { formatDocument } from '#engine/editing/documents/index.ts';

const templatesFolder = new URL('../../../engine/templates/', import.meta.url);

/** The names of the forms that `slipway init` can write, sorted: each is a folder of `engine/templates`. */
export const templateNames: readonly string[] = readdirSync(templatesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

export interface PlannedFile {
  /** The path below the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  /** True if an existing file stays as it is. Others must not exist. */
  readonly isOptional?: boolean;
}

/** Returns the files of a new form in a folder, which need not exist. */
export async function planFiles(template: string, folder: string): Promise<readonly PlannedFile[]> {
  const [form, scenarios, readme] = await Promise.all(
    [
      new URL(`${template}/form.json`, templatesFolder),
      new URL(`${template}/scenarios.json`, templatesFolder),
      new URL('readme.md', import.meta.url),
    ].map((file) => readFile(file, 'utf8')),
  );
  const { title } = JSON.parse(form ?? '').schema as { readonly title: string };
  return [
    { path: 'form.json', text: form ?? '' },
    { path: 'form.scenarios.json', text: scenarios ?? '' },
    { path: '.vscode/settings.json', text: createEditorSettings(folder), isOptional: true },
    { path: 'README.md', text: (readme ?? '').replace('{title}', title), isOptional: true },
  ];
}

/** Returns the settings by which Visual Studio Code completes and checks the files of a folder. */
function createEditorSettings(folder: string): string {
  const meta = findMetaFolder(folder);
  return formatDocument({
    'json.schemas': [
      { fileMatch: ['/form.json'], url: `${meta}/form-document.schema.json` },
      { fileMatch: ['/form.scenarios.json'], url: `${meta}/scenarios.schema.json` },
    ],
  });
}

const installedMetaFolder = 'node_modules/slipway/schemas/meta';

/**
 * Returns the folder of the meta schemas, relative to a folder: that of the package which is installed in it or
 * in the nearest folder above, else where an installation would put it.
 */
function findMetaFolder(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, installedMetaFolder);
    if (existsSync(path)) {
      const found = relative(folder, path).replaceAll('\\', '/');
      return found.startsWith('.') ? found : `./${found}`;
    }
    if (dirname(at) === at) return `./${installedMetaFolder}`;
  }
}
