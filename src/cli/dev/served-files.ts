/** The files of a form, as the page receives them. */
export interface ServedFiles {
  /** The file that is a whole form; absent for a folder of documents. */
  readonly form?: string;
  /** The texts by their paths. */
  readonly texts: Readonly<Record<string, string>>;
  /** Sentences about what the page cannot draw. */
  readonly notes?: readonly string[];
}
