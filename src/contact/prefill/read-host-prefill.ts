import { toSituation, type Values } from '#engine';
import { readPrefill } from '#engine/resolve/prefill.ts';
import { toSchemaCheck, type ValidatorModule } from '#widgets/validators/validator-module.ts';
import { getInitialContent } from '../preset/section-data.ts';
import type { ContactFormSectionProps } from '../props.ts';

/**
 * Returns the values with which a query fills a section, judged like those that a visitor sends. Loads the compiled
 * schemas of the types that a link can fill. Rejects if one cannot be loaded.
 * @param query With or without `?`.
 */
export async function readHostPrefill(props: ContactFormSectionProps, query: string): Promise<Values> {
  const { form, validators } = props;
  const modules = new Map<string, ValidatorModule>();
  const types = form.types.filter(({ fields }) => fields.some(({ allowsPrefill }) => allowsPrefill));
  await Promise.all(types.map(async ({ key }) => modules.set(key, await validators.load(key))));
  return readPrefill({
    form,
    parameters: new URLSearchParams(query),
    getSituation: () => toSituation({ ...props, ...getInitialContent(props), entered: {} }),
    findCheck({ key }) {
      const module = modules.get(key);
      return module && toSchemaCheck(module);
    },
  });
}
