/** A table of translations that an editor exports for a translator and imports again, as CSV or XLIFF. */
export interface TranslationFile {
  /** The source language; empty if the file does not name it. */
  readonly source: string;
  /** The target language, as a BCP 47 tag. */
  readonly target: string;
  readonly units: readonly TranslationUnit[];
}

export interface TranslationUnit {
  readonly key: string;
  readonly original: string;
  /** Absent if the text is not translated. */
  readonly translation?: string;
  /** Information for the translator; ignored in imports. */
  readonly state?: 'missing' | 'outdated';
  /** The original for which the translation was written, if it differs from the current one. */
  readonly writtenFor?: string;
}

/** The result of reading such a file. */
export type ReadTranslations =
  | { readonly ok: true; readonly file: TranslationFile }
  | { readonly ok: false; readonly fault: TranslationFault };

/** The reason why a file cannot be read as a whole. */
export interface TranslationFault {
  readonly code: TranslationFaultCode;
  /** The line of the fault in the file, from 1. */
  readonly line?: number;
  /** The key, the element or the version that is wrong. */
  readonly what?: string;
}

export type TranslationFaultCode =
  /** The file contains white space only. */
  | 'empty'
  /** The file does not name its columns (CSV) or its target language (XLIFF). */
  | 'no-columns'
  /** A quotation mark is not closed. */
  | 'open-quote'
  /** A row has no key, or no cell for the original or the translation. */
  | 'row-length'
  /** The file is not well-formed XML. */
  | 'broken-xml'
  /** The XML has a document type declaration. */
  | 'doctype'
  /** The root element is not `xliff`. */
  | 'no-xliff'
  /** The version of XLIFF is not supported. */
  | 'other-version'
  /** A text contains elements, which texts of forms cannot have. */
  | 'inline-markup'
  /** A key occurs more than once. */
  | 'twice'
  /** The file is larger than any file of texts. */
  | 'too-large';

/** Returns the first key that an earlier unit has as well; undefined if all keys differ. */
export function findDuplicateKey(units: readonly TranslationUnit[]): string | undefined {
  const seen = new Set<string>();
  return units.find(({ key }) => seen.size === seen.add(key).size)?.key;
}
