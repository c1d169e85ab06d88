/** Documents that are exchanged between folders, servers and installations. */

export { applyCommonChanges, diffDocuments } from './changes.ts';
export { isDocumentPath, isFormatDocument, readOutsideDocuments } from './outside-documents.ts';
