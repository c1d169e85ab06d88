/** Exports texts for translators and imports translations, as XLIFF 2.1 and CSV. */

export { readCsv, writeCsv } from './csv.ts';
export type { TranslationFault, TranslationFile } from './translation-file.ts';
export { createTranslationFile, previewTranslations, type TranslationPreview } from './translations.ts';
export { readXliff, writeXliff } from './xliff.ts';
