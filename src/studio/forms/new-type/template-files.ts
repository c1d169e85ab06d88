import { type FormTemplate, toFormTemplate } from '#engine/editing/index.ts';

/** The files of `src/templates`, in a module of its own, so that they load when somebody adds a type. */
const files: Readonly<Record<string, unknown>> = import.meta.glob('../../../templates/**/*.json', {
  eager: true,
  import: 'default',
});

/** Returns the templates that have texts in several languages, by the name of their folder. */
export function readTemplates(): ReadonlyMap<string, FormTemplate> {
  /** Returns a file of a folder. */
  const read = (path: string) => files[`../../../templates/${path}`];
  const names = Object.keys(files).flatMap((path) => /([^/]+)\/languages\.json$/.exec(path)?.[1] ?? []);
  return new Map(
    names.map((name) => [
      name,
      toFormTemplate({
        form: read(`${name}/form.json`),
        scenarios: read(`${name}/scenarios.json`),
        languages: read(`${name}/languages.json`),
        common: read('common.json'),
      }),
    ]),
  );
}
