/** Texts to documents, with lines and columns, and back: what programs need that read documents, and no page carries. */

export { formatDocument } from './format-document.ts';
export { placeOf, readJson } from './json-text.ts';
export { parseDocuments } from './parse-documents.ts';
export { placed, problemLine } from './problem.ts';
