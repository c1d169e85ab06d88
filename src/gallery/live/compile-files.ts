import { type Documents, type Form, hiddenReason, resolve, toSituation } from '#engine';
import { type Finding, toFindings } from '#engine/check/index.ts';
import { compile } from '#engine/compile/index.ts';
import {
  completeDocuments,
  isFormDocument,
  renameFormDocument,
  splitFormDocument,
  toDocumentPath,
} from '#engine/documents/index.ts';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import { type Completion, listKeyCompletions, listValueCompletions } from '#engine/editing/index.ts';
import { asList, asObject, toText } from '#engine/json-schema/values.ts';

/** The files of a form, as `slipway dev` sends them. */
export interface LiveFiles {
  /** The file that is a whole form; absent for a folder of documents. */
  readonly form?: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Sentences about what the page cannot draw. */
  readonly notes?: readonly string[];
}

export interface CompiledFiles {
  /** Absent if the files do not compile. */
  readonly form?: Form;
  /** The problems of files that do not compile, by the names of the files. */
  readonly findings: readonly Finding[];
  /** Returns the completions at a path in a file, none if the files are not JSON. */
  readonly complete: (file: string, path: readonly string[], isKey: boolean) => readonly Completion[];
}

/**
 * Returns the file that the editor shows at first: the form in one file, else the schema of the first type, else the
 * first file. Empty if there are no files.
 */
export function findOpeningFile({ form, texts }: LiveFiles): string {
  const names = Object.keys(texts);
  const { documents } = parseDocuments(new Map(Object.entries(texts)));
  const types = asList(asObject(documents['enquiry-types.json']).enquiryTypes);
  const listed = types.map((type) => `forms/${toText(asObject(type).folder)}/schema.json`);
  const schemas = [...listed, ...names.filter((name) => /^forms\/[^/]+\/schema\.json$/.test(name))];
  return form ?? schemas.find((name) => names.includes(name)) ?? names[0] ?? '';
}

/**
 * Returns the reason why a form is hidden as it opens on a page without content; undefined if it is shown.
 * @param today An ISO date.
 */
export function findHiddenReason(form: Form, today: string): string | undefined {
  const situation = toSituation({
    enquiryTypes: null,
    site: { id: 1, domain: 'localhost' },
    locale: form.settings.fallbackLocale,
    today,
    eventTitles: { state: 'ready', titles: [] },
    entered: {},
  });
  return hiddenReason(resolve(form, situation));
}

/** Compiles the files of a form. */
export function compileFiles({ form: name, texts }: LiveFiles): CompiledFiles {
  const { documents, problems } = parseDocuments(new Map(Object.entries(texts)));
  const written = name === undefined ? documents : documents[name];
  if (problems.length > 0) return { findings: toFindings(problems), complete: () => [] };
  if (name === undefined) return { ...compileDocuments(documents), complete: createCompleter(documents) };
  if (!isFormDocument(written)) return { findings: [createNoFormFinding(name)], complete: () => [] };
  const compiled = compile(written);
  const split = splitFormDocument(written).documents;
  const listCompletions = createCompleter(split);
  return {
    ...(compiled.ok && { form: compiled.form }),
    findings: compiled.ok
      ? []
      : toFindings(compiled.problems).map((finding) => renameFormDocument(finding, name)),
    complete: (_file, path, isKey) => {
      const at = toDocumentPath(path);
      return at === undefined ? [] : listCompletions(at.file, at.path, isKey);
    },
  };
}

/** Compiles the documents of a folder. */
function compileDocuments(documents: Documents): Pick<CompiledFiles, 'form' | 'findings'> {
  const compiled = compile(documents);
  return compiled.ok ? { form: compiled.form, findings: [] } : { findings: toFindings(compiled.problems) };
}

/** Returns a function that lists the completions in documents, by their meta schemas. */
function createCompleter(documents: Documents): CompiledFiles['complete'] {
  const complete = completeDocuments(documents);
  return (file, path, isKey) =>
    isKey ? listKeyCompletions(complete, file, path) : listValueCompletions(complete, file, path);
}

/** Creates the finding for a file that is JSON, but no form. */
function createNoFormFinding(file: string): Finding {
  const reason = 'this is no form: it has no "schema"';
  return { file, pointer: '', code: 'malformed-document', severity: 'error', reason };
}
