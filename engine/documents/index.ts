/** The layouts of documents: a form in one file, a folder, and the defaults of what both leave out. */

export { completeDocuments } from './complete-documents.ts';
export { contentPrefix, isContentDocument } from './content-document.ts';
export {
  type FormDocument,
  getScenariosFile,
  isFormDocument,
  renameFormDocument,
  splitFormDocument,
  toDocumentPath,
  toFormDocumentProblem,
} from './form-document.ts';
