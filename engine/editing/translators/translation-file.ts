/** What a file for translators holds. */
export interface TranslationFile {
  /** The language that is translated from, where the file says it. */
  readonly source: string;
  /** The language that is translated into: a BCP 47 tag. */
  readonly target: string;
  readonly units: readonly TranslationUnit[];
}

/** One text of it. */
export interface TranslationUnit {
  readonly key: string;
  /** What was to be translated. */
  readonly original: string;
  /** Absent: not translated. */
  readonly translation?: string;
  /** For the translator, not read back. */
  readonly state?: 'missing' | 'outdated';
  /** What the translation was written for, where that is something else. */
  readonly writtenFor?: string;
}

/** A file read, or why it cannot be: nothing of it is taken then. */
export type ReadTranslations =
  | { readonly ok: true; readonly file: TranslationFile }
  | { readonly ok: false; readonly fault: TranslationFault };

/** Why a file cannot be read: a code to be worded, and where it stands. */
export interface TranslationFault {
  readonly code: TranslationFaultCode;
  /** From 1. */
  readonly line?: number;
  readonly what?: string;
}

/** Every reason why a file for translators cannot be read. */
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
  /** Larger than any file of texts. */
  | 'too-large';

/** The first key that a file has twice; undefined: none. */
export function twiceIn(units: readonly TranslationUnit[]): string | undefined {
  const seen = new Set<string>();
  return units.find(({ key }) => seen.size === seen.add(key).size)?.key;
}
