/** Documents that are exchanged between folders, servers and installations. */

export { changesBetween, commonDocuments } from './changes.ts';
export { isDocumentPath, isOfFormat, readOutsideDocuments } from './outside-documents.ts';
export {
  type ArchiveOrigin,
  type CommonState,
  exchangeFormat,
  type FilesView,
  type ImportAnswer,
  type ImportRequest,
  mostExchangedBytes,
  type NotTakenIn,
  type PushAnswer,
  type PushRequest,
  type TakenIn,
  type TrialAnswer,
  type TriedArchive,
} from './protocol.ts';
