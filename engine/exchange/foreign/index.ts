/** Forms of other programs as documents of ours, with a report of what became of each part. */

export { createDraftTarget } from './draft-target.ts';
export { createFolderTarget } from './folder-target.ts';
export { type ForeignImportResult, importForeign } from './import-foreign.ts';
export {
  countElements,
  countLosses,
  formatImportReport,
  type ImportLine,
} from './report.ts';
export { detectForeignSource } from './sources.ts';
