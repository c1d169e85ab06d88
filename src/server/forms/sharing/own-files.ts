import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormStore } from '../documents/form-store.ts';
import { toModuleAddress } from '../documents/module-address.ts';
import type { FileSource } from './shared-files.ts';

/** The folder of files with a hash in their name, below that of all browser files. */
const assets = 'assets';

/**
 * Returns a source of the files in `assets` below `folder`, which are listed once, now, and read when they
 * are shared. Their `.br` and `.gz` variants are left out: other servers compress the files themselves.
 * Throws if the folder is missing.
 */
export function listBuiltFiles(folder: string): FileSource {
  const names = readdirSync(join(folder, assets)).filter((name) => !/\.(?:br|gz)$/.test(name));
  const files = new Map(
    names.map((name) => [`/${assets}/${name}`, () => readFile(join(folder, assets, name))] as const),
  );
  return () => files;
}

/**
 * Returns a source of the modules with the compiled schemas, one for each enquiry type, always of the current
 * live version. Another release may compile different ones from the same documents, or none under this hash.
 * @param runtime The address that the modules import.
 */
export function listFormModules(forms: Pick<FormStore, 'current'>, runtime: string): FileSource {
  return () => {
    const { form, moduleOf } = forms.current();
    return new Map(
      form.types.map(({ key }) => [
        toModuleAddress({ hash: form.hash, key, runtime }),
        () => Buffer.from(moduleOf(key, runtime) ?? ''),
      ]),
    );
  };
}
