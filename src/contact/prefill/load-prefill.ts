import { typeField, type Values } from '#engine';
import type { ContactFormSectionProps } from '../props.ts';

/**
 * Returns the values with which a query fills a section, as `initialValues`. An empty object if there are none, or
 * if the modules that read them cannot be loaded. Loads nothing unless a field of the query allows it.
 * @param query With or without `?`.
 */
export async function loadPrefill(
  props: ContactFormSectionProps,
  query: string,
): Promise<{ readonly initialValues?: Values }> {
  const names = [...new URLSearchParams(query).keys()];
  const fields = props.form.types.flatMap((type) => type.fields).filter(({ allowsPrefill }) => allowsPrefill);
  if (
    fields.length === 0 ||
    !names.some((name) => name === typeField || fields.some((one) => one.name === name))
  )
    return {};
  try {
    const { readHostPrefill } = await import('./read-host-prefill.ts');
    const initialValues = await readHostPrefill(props, query);
    return Object.keys(initialValues).length === 0 ? {} : { initialValues };
  } catch (error) {
    console.warn('The form is not filled from the address:', error);
    return {};
  }
}
