/** Documents that are exchanged between folders, servers and installations. */

export { applyCommonChanges, diffDocuments } from './changes.ts';
export { isDocumentPath, isFormatDocument, readOutsideDocuments } from './outside-documents.ts';
export {
  type ArchiveOrigin,
  type CommonState,
  exchangeFormat,
  type FilesView,
  type ImportAnswer,
  type ImportRefusal,
  type ImportRequest,
  type MergedIntoDraft,
  maxExchangedBytes,
  type PushAnswer,
  type PushRequest,
  type TrialAnswer,
  type TriedArchive,
} from './protocol.ts';
