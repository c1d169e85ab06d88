import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFormFile, schemasFolder } from '#schemas';

/** The content folder of the demonstration, which only the repository and its builds have. */
export const shippedContentFolder = fileURLToPath(new URL('../../../site/content', import.meta.url));

/** Content with one page, which shows the form and has the form's title. */
const oneFormFolder = fileURLToPath(new URL('one-form', import.meta.url));

/** True in the repository and its builds; false for an installed package. */
export const hasDemonstration = existsSync(shippedContentFolder);

/**
 * Returns the documents of a server without configured ones: those of the demonstration, else `schemas` or
 * `form.json` in a folder. Undefined if there are none.
 */
export function findDefaultDocuments(folder: string): string | undefined {
  return hasDemonstration
    ? fileURLToPath(schemasFolder)
    : [join(folder, 'schemas'), join(folder, 'form.json')].find((path) => existsSync(path));
}

/**
 * Returns the folder of the content: the configured one, else that of the demonstration. A form in one file,
 * and an installation without a demonstration, have a single page instead.
 * @param schemasFolder The folder of the documents, or a form in one file.
 */
export function findContentFolder(configured: string | undefined, schemasFolder: string): string {
  if (configured !== undefined) return configured;
  return findFormFile(schemasFolder) === undefined && hasDemonstration ? shippedContentFolder : oneFormFolder;
}
