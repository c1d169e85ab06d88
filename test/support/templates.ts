import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Documents } from '#engine';
import { addFittingExamples, addTemplate, type FormTemplate, toFormTemplate } from '#engine/editing/index.ts';
import { applyDocumentPatches } from './edits.ts';

const folder = new URL('../../engine/templates/', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

/** The templates that the studio offers, by the name of their folder. */
export const studioTemplates: ReadonlyMap<string, FormTemplate> = new Map(
  readdirSync(folder)
    .filter((name) => existsSync(new URL(`${name}/languages.json`, folder)))
    .map((name) => [
      name,
      toFormTemplate({
        form: read(`${name}/form.json`),
        scenarios: read(`${name}/scenarios.json`),
        languages: read(`${name}/languages.json`),
        common: read('common.json'),
      }),
    ]),
);

/** Returns the documents with a type for each template, and the keys of the types. */
export function addEveryTemplate(documents: Documents): {
  readonly documents: Documents;
  readonly keys: readonly string[];
} {
  const keys: string[] = [];
  const added = [...studioTemplates.values()].reduce((made, template) => {
    const { key, patches } = addTemplate(made, template, template.names.en ?? '');
    keys.push(key);
    return applyDocumentPatches(made, addFittingExamples(made, patches));
  }, documents);
  return { documents: added, keys };
}
