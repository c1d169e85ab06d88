import { readFrozenDocuments } from './forms.ts';

/** Far more fields and choices than a form can draw well. */
export const oversized = { fields: 5_000, choices: 100_000 };

/**
 * Returns all documents, with fields `extra_0` and so on in a general enquiry, and the list `many` in an
 * application.
 */
export function createOversizedDocuments({ fields, choices } = oversized): Readonly<Record<string, unknown>> {
  const own = readFrozenDocuments();
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
