import type { Documents } from '#engine';
import {
  completeDocuments,
  type FormDocument,
  getScenariosFile,
  isContentDocument,
  isFormDocument,
  renameFormDocument,
  splitFormDocument,
  toDocumentPath,
  toFormDocumentProblem,
} from '#engine/documents/index.ts';
import { formatProblemLine, locateProblem, parseDocuments } from '#engine/editing/documents/index.ts';
import { diffDocuments, isFormatDocument } from '#engine/exchange/index.ts';
import { toJsonPointer } from '#engine/json-schema/pointers.ts';
import { asList, asObject, isObject, isSameJson } from '#engine/json-schema/values.ts';
import { Refused } from './server.ts';

/** Returns the documents without those below `meta/`, which belong to the release of a server. */
export function omitFormatDocuments(documents: Documents): Documents {
  return Object.fromEntries(Object.entries(documents).filter(([file]) => !isFormatDocument(file)));
}

/**
 * Returns the documents that a form in one file can have: without those below `meta/`, and without the content,
 * which belongs to the sites of a server.
 */
export function omitServerDocuments(documents: Documents): Documents {
  const own = Object.entries(omitFormatDocuments(documents)).filter(([file]) => !isContentDocument(file));
  return Object.fromEntries(own);
}

/** The parsed files of a form in one file, and the documents of a folder that they are short for. */
export interface FormFiles {
  /** The form and its scenarios, by the names of their files. */
  readonly files: Documents;
  /** The documents with their defaults, without those below `meta/`. */
  readonly documents: Documents;
}

/**
 * Parses a form in one file and its scenarios.
 * @param texts The texts by the names of the files. Empty if there is no form yet.
 * @param file The name of the file of the form.
 * @throws Refused If a file is not JSON, or if the form has members that no document has.
 */
export function parseFormFiles(texts: ReadonlyMap<string, string>, file: string): FormFiles {
  const { documents: files, problems } = parseDocuments(texts);
  if (problems.length > 0) throw createUnreadable(problems.map(formatProblemLine), file, 'not-json');
  const form = files[file];
  if (form === undefined) return { files, documents: {} };
  if (!isFormDocument(form))
    throw createUnreadable([`${file}: it has no "schema", so that it is no form`], file, 'no-form');
  const split = splitFormDocument(form);
  if (split.problems.length > 0) {
    const lines = split.problems.map((problem) =>
      formatProblemLine(locateProblem(renameFormDocument(problem, file), texts.get(file))),
    );
    throw createUnreadable(lines, file, 'no-form');
  }
  const scenarios = files[getScenariosFile(file)];
  const own = { ...split.documents, ...(scenarios !== undefined && { 'scenarios.json': scenarios }) };
  return { files, documents: omitServerDocuments(completeDocuments(own)) };
}

/** Creates the refusal of files that cannot be read. Their names are not those of a folder of documents. */
function createUnreadable(lines: readonly string[], file: string, kind: string): Refused {
  const indented = lines.map((line) => `  ${line.replace('schemas/', '')}`);
  return new Refused([`Cannot read the form of "${file}":`, ...indented], { kind });
}

/**
 * Returns the files of a form in one file that has these documents, by their names. Members that are as by
 * default are left out, unless the files have them already.
 * @param file The name of the file of the form.
 * @param before The parsed files, if there are any.
 */
export function toFormFiles(documents: Documents, file: string, before: Documents): Documents {
  const scenarios = documents['scenarios.json'];
  return {
    [file]: joinFormDocument(documents, asObject(before[file])),
    ...(scenarios !== undefined && { [getScenariosFile(file)]: scenarios }),
  };
}

/** Returns the document of a member; undefined if there is none. */
function getMemberDocument(documents: Documents, member: string): unknown {
  return documents[toDocumentPath([member])?.file ?? ''];
}

/** Returns the form with the schema, the UI schema, the rules, the texts and the settings of documents. */
function joinFormDocument(documents: Documents, before: Readonly<Record<string, unknown>>): unknown {
  const { $schema, texts, settings } = before;
  const members: Readonly<Record<string, unknown>> = {
    $schema,
    schema: getMemberDocument(documents, 'schema'),
    ui: getMemberDocument(documents, 'ui'),
    rules: asObject(documents['rules.json']).rules,
    texts: joinTexts(documents, asObject(texts)),
    settings: omitDefaultSettings(documents, asObject(settings)),
  };
  const written = Object.entries(members).filter(
    ([name, value]) =>
      value !== undefined && (Object.hasOwn(before, name) || Object.keys(Object(value)).length > 0),
  );
  return toOrderedObject(written, before);
}

/** Returns entries as an object, those that `before` has in its order, and the others after them. */
function toOrderedObject(
  entries: readonly (readonly [name: string, value: unknown])[],
  before: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const order = Object.keys(before);
  const toRank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(entries.toSorted(([one], [other]) => toRank(one) - toRank(other)));
}

/** Returns the texts by language, those that the file has already in its order. */
function joinTexts(documents: Documents, before: Readonly<Record<string, unknown>>): unknown {
  const texts = Object.entries(documents).flatMap(([file, value]) => {
    const { pointer } = toFormDocumentProblem({ file, pointer: '', reason: '' });
    return file.startsWith('texts/') ? [[pointer.split('/').at(-1) ?? '', value] as const] : [];
  });
  return toOrderedObject(texts, before);
}

/** Returns the settings without those that are as by default and that the file does not have. */
function omitDefaultSettings(documents: Documents, before: Readonly<Record<string, unknown>>): unknown {
  const { 'settings.json': settings, ...others } = documents;
  const { 'settings.json': defaults } = completeDocuments(others);
  return omitDefaults(settings, asObject(defaults), before);
}

/** Returns an object without the members that are as by default and that `before` does not have. */
function omitDefaults(
  value: unknown,
  defaults: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): unknown {
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(
    ([name, each]) => Object.hasOwn(before, name) || !isSameJson(each, defaults[name]),
  );
  return Object.fromEntries(
    own.map(([name, each]) => [
      name,
      isObject(defaults[name]) ? omitDefaults(each, defaults[name], asObject(before[name])) : each,
    ]),
  );
}

/** The document that lists the types. A form in one file has none: its title is the name of its type. */
const typesFile = 'enquiry-types.json';

/** Returns the list of types that a form has by default. */
function getDefaultTypes(documents: Documents): unknown {
  const { [typesFile]: _list, ...others } = documents;
  return completeDocuments(others)[typesFile];
}

/** Returns true if two lists have one type each, and differ at most in its name in its only language. */
function haveSameType(one: unknown, other: unknown): boolean {
  const [types, others] = [one, other].map((list) => asList(asObject(list).enquiryTypes).map(asObject));
  const omitName = ({ names, ...rest }: Readonly<Record<string, unknown>> = {}) => ({
    ...rest,
    names: Object.keys(asObject(names)).length,
  });
  return types?.length === 1 && others?.length === 1 && isSameJson(omitName(types[0]), omitName(others[0]));
}

/**
 * Returns the documents of a form in one file with the type's name that a version has, if the file does not say
 * another: the name on a server may have been changed apart from the title.
 */
export function alignTypeName(documents: Documents, version: Documents): Documents {
  const list = version[typesFile];
  const isSameTitle = isSameJson(getDefaultTypes(version), getDefaultTypes(documents));
  return isSameTitle && haveSameType(list, documents[typesFile])
    ? { ...documents, [typesFile]: list }
    : documents;
}

/**
 * Throws `Refused` if documents have what a form in one file cannot have, such as a second type.
 * @param options.what The action for the message: `pull into "form.json"`.
 * @param options.owner The owner of the documents for the message: `the draft`.
 */
export function requireOneFile(
  documents: Documents,
  { what, owner }: { readonly what: string; readonly owner: string },
): void {
  const complete = omitServerDocuments(completeDocuments(documents));
  const { 'form.json': form, ...scenarios } = toFormFiles(documents, 'form.json', {});
  const joined = isFormDocument(form) ? splitFormDocument(form as FormDocument).documents : {};
  const { [getScenariosFile('form.json')]: list } = scenarios;
  const again = completeDocuments({ ...joined, ...(list !== undefined && { 'scenarios.json': list }) });
  const isOnlyNamed = haveSameType(complete[typesFile], again[typesFile]);
  const positions = diffDocuments(omitServerDocuments(again), complete)
    .filter(({ file }) => !(isOnlyNamed && file === typesFile))
    .map(({ file, path }) => `  ${[file, toJsonPointer(path)].join(' ').trimEnd()}`);
  if (positions.length === 0) return;
  const shown = [...new Set(positions)].slice(0, maxPositions);
  throw new Refused(
    [
      `Cannot ${what}: ${owner} has what a form in one file cannot have. Nothing was changed.`,
      ...shown,
      ...(positions.length > shown.length ? [`  and ${positions.length - shown.length} more`] : []),
      'Pull into a new folder, and continue with that folder instead of the file.',
    ],
    { kind: 'not-one-file', files: [...new Set(positions.map((each) => each.trim().split(' ')[0]))] },
  );
}

/** The number of positions that a message lists. */
const maxPositions = 10;

/**
 * Returns the position of a document for messages: in a form in one file `form.json /schema/title`, in a folder
 * `texts/en.json /title`.
 * @param form The name of the file of the form. Absent for a folder.
 */
export function formatDocumentPosition(
  { file, path }: { readonly file: string; readonly path: readonly string[] },
  form?: string,
): string {
  const problem = { file, pointer: toJsonPointer(path), reason: '' };
  const isMember = form !== undefined && !membersOfFolders.includes(file);
  const placed = isMember ? renameFormDocument(toFormDocumentProblem(problem), form) : problem;
  return `${placed.file} ${placed.pointer}`.trimEnd();
}

/** The documents of a folder that have no member in a form in one file. */
const membersOfFolders: readonly string[] = [typesFile, 'fields.json', 'ui.json'];
