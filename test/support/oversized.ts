import { documents } from './forms.ts';

/** Far more than is drawn well: a form of so many fields, and a list of so many choices. */
export const oversized = { fields: 5_000, choices: 100_000 };

/** All documents, with `extra_0` and its like among the fields of a general enquiry, and the list `many` among those of an application; as many of both as are asked for. */
export function oversizedDocuments({ fields, choices } = oversized): Readonly<Record<string, unknown>> {
  const own = documents();
  const withFields = (file: string, more: object) => {
    const schema = own[file] as { readonly properties: object };
    return { [file]: { ...schema, properties: { ...schema.properties, ...more } } };
  };
  const extras = Array.from({ length: fields }, (_, at) => [
    `extra_${at}`,
    { title: `Extra ${at}`, type: 'string', maxLength: 10 },
  ]);
  const many = Array.from({ length: choices }, (_, at) => `Choice ${at}`);
  return {
    ...own,
    ...withFields('forms/general/schema.json', Object.fromEntries(extras)),
    ...withFields('forms/careers/schema.json', { many: { title: 'Many', type: 'string', enum: many } }),
  };
}
