/** The layouts of documents: a form in one file, a folder, and the defaults of what both leave out. */

export { builtInKeys, builtInLocales, getBuiltInTexts } from './built-in-texts.ts';
export { completeDocuments } from './complete-documents.ts';
export {
  type FormDocument,
  formDocumentFile,
  isFormDocument,
  splitFormDocument,
  toDocumentPath,
  toFormDocumentPosition,
} from './form-document.ts';
