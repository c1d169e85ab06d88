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
  readonly translation?: string;
  /** Information for the translator; ignored in imports. */
  readonly state?: 'missing' | 'outdated';
  /** The original for which the translation was written, if it differs from the current one. */
  readonly writtenFor?: string;
}

export type ReadTranslations =
  | { readonly ok: true; readonly file: TranslationFile }
  | { readonly ok: false; readonly fault: TranslationFault };

export interface TranslationFault {
  readonly code: TranslationFaultCode;
  /** Counts from 1. */
  readonly line?: number;
  /** The key, the element or the version that is wrong. */
  readonly what?: string;
}

export type TranslationFaultCode =
  | 'empty'
  | 'no-columns'
  | 'open-quote'
  | 'row-length'
  | 'broken-xml'
  | 'doctype'
  | 'no-xliff'
  | 'other-version'
  | 'inline-markup'
  | 'twice'
  /** The file is larger than any file of texts. */
  | 'too-large';

export function findDuplicateKey(units: readonly TranslationUnit[]): string | undefined {
  const seen = new Set<string>();
  return units.find(({ key }) => seen.size === seen.add(key).size)?.key;
}
