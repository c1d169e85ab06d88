/** Forms of other programs as documents of ours, with a report of what became of each part. */

export { type ForeignImportResult, importForeign } from './import-foreign.ts';
export {
  countElements,
  formatImportLine,
  type ImportLine,
  isLoss,
} from './report.ts';
export { detectForeignSource, foreignSources } from './sources.ts';
