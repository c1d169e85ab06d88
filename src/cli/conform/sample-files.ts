import { Buffer } from 'node:buffer';

/**
 * Returns the smallest valid file of a media type.
 * @throws Error If there is no sample of the type.
 */
export function getSampleFile(type: string): Buffer {
  const text = sampleFiles.get(type);
  if (text === undefined) throw new Error(`Cannot create a file of the type "${type}"`);
  return Buffer.from(text, 'base64');
}

const jpeg =
  '/9j/2wBDABsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////2wBDARsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////wgARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUAQEAAAAAAAAAAAAAAAAAAAAE/9oADAMBAAIQAxAAAACUNN//xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/AH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AH//2Q==';

/** Images of 2 × 2 pixels and a PDF without pages, in Base64. */
const sampleFiles: ReadonlyMap<string, string> = new Map([
  [
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12MwTlsFRAwQCgAhhgUNXXjD1AAAAABJRU5ErkJggg==',
  ],
  ['image/jpeg', jpeg],
  ['image/jpg', jpeg],
  [
    'application/pdf',
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ).toString('base64'),
  ],
]);
