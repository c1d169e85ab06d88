import { type FormTemplate, toFormTemplate } from '#engine/editing/index.ts';

/** The files of `engine/templates`, in a module of its own, so that they load when somebody adds a type. */
const files: Readonly<Record<string, unknown>> = import.meta.glob('../../../../engine/templates/**/*.json', {
  eager: true,
  import: 'default',
});

/** Returns the templates that have texts in several languages, by the name of their folder. */
export function readTemplates(): ReadonlyMap<string, FormTemplate> {
  /** Returns a file of a folder. */
  const read = (path: string) => files[`../../../../engine/templates/${path}`];
  const names = Object.keys(files)
    .filter((path) => path.endsWith('/languages.json'))
    .map((path) => path.split('/').at(-2) ?? '');
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
