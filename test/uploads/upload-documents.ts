import { readFrozenDocuments } from '../support/forms.ts';

type Doc = Readonly<Record<string, unknown>>;

/**
 * Returns the frozen forms with papers and photos of the engine in the service enquiry, besides its photo.
 */
export function createUploadDocuments(changes: Readonly<Record<string, unknown>> = {}): Doc {
  const all = readFrozenDocuments();
  const schema = all['forms/service/schema.json'] as { readonly properties: Doc };
  const { 'ui:order': _order, ...ui } = all['forms/service/ui.json'] as Doc;
  const rules = all['rules.json'] as { readonly rules: readonly Doc[] };
  const paths = { type: 'array', items: { type: 'string' }, uniqueItems: true };
  return {
    ...all,
    'forms/service/schema.json': {
      ...schema,
      properties: { ...schema.properties, papers: paths, engine_photos: paths },
    },
    'forms/service/ui.json': {
      ...ui,
      papers: { 'ui:widget': 'files' },
      engine_photos: { 'ui:widget': 'photos' },
    },
    'rules.json': {
      ...rules,
      rules: [
        ...rules.rules,
        {
          id: 'papers',
          description: 'Papers are up to two PDFs or scans of at most 5 MiB.',
          then: {
            limit: { papers: { count: 2, types: ['application/pdf', 'image/png'], bytes: 5_242_880 } },
          },
        },
        {
          id: 'engine-photos',
          description: 'The engine is shown in up to three photos.',
          then: {
            limit: { engine_photos: { count: 3, types: ['image/jpeg', 'image/png'], bytes: 20_971_520 } },
          },
        },
      ],
    },
    'texts/en.json': {
      ...(all['texts/en.json'] as Doc),
      'fields.papers.label': 'Papers of the boat',
      'fields.engine_photos.label': 'Photos of the engine',
    },
    ...changes,
  };
}

export function createPdf(content = 'Registration'): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${content}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}
