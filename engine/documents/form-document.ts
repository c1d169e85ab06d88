import { toJsonPointer } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import { findNearestName } from '../model/nearest.ts';
import type { DocumentProblem, Documents, JsonSchema, Settings, UiSchema } from '../model/types.ts';

/** A form in one file. Everything but the schema is optional. */
export interface FormDocument {
  readonly $schema?: string;
  readonly schema: JsonSchema;
  readonly ui?: UiSchema;
  /** The rules, as `rules.json` lists them. */
  readonly rules?: readonly unknown[];
  /** The texts by language, then by key. They take precedence over the built-in ones. */
  readonly texts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly settings?: WrittenSettings;
}

/** Settings as a document has them: each may be absent, and `false` turns sending later off. */
type WrittenSettings = Partial<Omit<Settings, 'sendLater'>> & {
  readonly sendLater?: Settings['sendLater'] | false;
};

/** The name by which problems refer to a form in one file. */
const formDocumentFile = 'form.json';

/** The key and the folder of the only type. */
const typeKey = 'form';

type Position = Pick<DocumentProblem, 'file' | 'pointer'>;

/** The documents of a form in one file, and the problems of members that are in none of them. */
export interface SplitFormDocument {
  readonly documents: Documents;
  /** Their positions are those in the file. */
  readonly problems: readonly DocumentProblem[];
}

/** Returns true for a form in one file, false for documents by their paths: only a path ends with `.json`. */
export function isFormDocument(value: unknown): value is FormDocument {
  return isObject(value) && Object.hasOwn(value, 'schema') && !Object.keys(value).some(isPath);
}

/** Returns true if a key is the path of a document. */
function isPath(key: string): boolean {
  return key.endsWith('.json');
}

/** The members of a form in one file, each with its expected kind and the documents that it becomes. */
const members: Readonly<Record<string, readonly [kind: 'an object' | 'a list', split: Splitter]>> = {
  schema: ['an object', (schema) => ({ [`forms/${typeKey}/schema.json`]: schema })],
  ui: ['an object', (ui) => ({ [`forms/${typeKey}/ui.json`]: ui })],
  rules: ['a list', (rules) => ({ 'rules.json': { rules } })],
  texts: ['an object', splitTexts],
  settings: ['an object', (settings) => ({ 'settings.json': settings })],
};

type Splitter = (member: unknown) => Documents;

/** Returns the documents of a folder with this form as its only type. Malformed members are left out. */
export function splitFormDocument(form: FormDocument): SplitFormDocument {
  const { $schema: _meta, ...rest } = form;
  const problems: DocumentProblem[] = [];
  const documents: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) problems.push(createUnknownMemberProblem(name));
    else if (isOfKind(value, member[0])) Object.assign(documents, member[1](value));
    else {
      const reason = `${JSON.stringify(value)?.slice(0, 60)} is here, but ${member[0]} is expected; correct it`;
      problems.push(createProblem([name], 'malformed-document', reason));
    }
  }
  return { documents, problems };
}

/** Returns true if a value is a list or an object, as asked for. */
function isOfKind(value: unknown, kind: 'an object' | 'a list'): boolean {
  return kind === 'a list' ? Array.isArray(value) : isObject(value);
}

/** Returns a document for the texts of each language. */
function splitTexts(texts: unknown): Documents {
  return Object.fromEntries(
    Object.entries(texts as object).map(([locale, own]) => [`texts/${escapeSlashes(locale)}.json`, own]),
  );
}

/** Replaces slashes, so that a malformed language stays one segment of a path and is reported as unknown. */
function escapeSlashes(locale: string): string {
  return locale.replaceAll('/', '∕');
}

/** Creates the problem of a member that no form document has. */
function createUnknownMemberProblem(name: string): DocumentProblem {
  const nearest = findNearestName(name, Object.keys(members));
  const advice = nearest === undefined ? 'remove it' : `the nearest is "${nearest}"`;
  return {
    ...createProblem([name], 'malformed-document', `unknown key "${name}"; ${advice}`),
    ...(nearest !== undefined && { nearest }),
  };
}

/** Creates a problem at a path in the file. */
function createProblem(path: readonly string[], code: string, reason: string): DocumentProblem {
  return { file: formDocumentFile, pointer: toJsonPointer(path), code, reason };
}

/**
 * Converts a problem in the documents of `splitFormDocument` to one in the form document: its position, and the
 * documents that its reason names. Positions in other documents, such as scenarios, stay as they are.
 */
export function toFormDocumentProblem<Problem extends Position & { readonly reason: string }>(
  problem: Problem,
): Problem {
  const { file, pointer } = problem;
  const reason = nameMembers(problem.reason);
  const member = getMember(file);
  if (member === undefined) return { ...problem, reason };
  // The list of rules is a member by itself.
  const inside = file === 'rules.json' ? pointer.replace(/^\/rules(?=\/|$)/, '') : pointer;
  return { ...problem, file: formDocumentFile, pointer: `${member}${inside}`, reason };
}

/**
 * Returns a sentence that names the members of the form instead of documents: `form.json#/texts/en`. A sentence
 * that does so already stays as it is.
 */
function nameMembers(sentence: string): string {
  return sentence.replace(/[^\s"'(),;:]+/g, (word, at: number) => {
    const isPath = word.endsWith('.json') && !sentence.startsWith(ofFolder, at + word.length);
    return isPath ? nameMember(word) : word;
  });
}

/** The end of the name of a document that a form in one file does not have. */
const ofFolder = ' of a folder';

/** Returns the member of a form in one file that has what a document has. Other paths are returned unchanged. */
function nameMember(path: string): string {
  if (path === 'scenarios.json') return scenariosFile;
  if (['fields.json', 'lists.json', 'enquiry-types.json'].includes(path)) return `${path}${ofFolder}`;
  const member = path.replace(/^forms\/[^/]+\//, '').slice(0, -'.json'.length);
  const isMember = Object.hasOwn(members, member) || /^texts\/[^/]+$/.test(member);
  return isMember ? `${formDocumentFile}#/${member}` : path;
}

/** The name of the scenarios beside `form.json`. */
const scenariosFile = getScenariosFile(formDocumentFile);

/** Returns the name of the file with the scenarios of a form: `form.scenarios.json` for `form.json`. */
export function getScenariosFile(file: string): string {
  return file.replace(/(\.json)?$/, '.scenarios.json');
}

/** Returns a problem of `toFormDocumentProblem` for a form in a file with another name. */
export function renameFormDocument<Problem extends Position & { readonly reason: string }>(
  problem: Problem,
  name: string,
): Problem {
  const reason = problem.reason
    .replaceAll(`${formDocumentFile}#`, `${name}#`)
    .replaceAll(scenariosFile, getScenariosFile(name));
  const names: Readonly<Record<string, string>> = {
    [formDocumentFile]: name,
    'scenarios.json': getScenariosFile(name),
  };
  return { ...problem, file: names[problem.file] ?? problem.file, reason };
}

/** Returns the pointer of the member that became a document; undefined for other documents. */
function getMember(file: string): string | undefined {
  if (file === `forms/${typeKey}/schema.json`) return '/schema';
  if (file === `forms/${typeKey}/ui.json`) return '/ui';
  if (file === 'rules.json' || file === 'settings.json') return `/${file.slice(0, -'.json'.length)}`;
  // The default documents of this release have no position of their own.
  if (['enquiry-types.json', 'fields.json', 'ui.json'].includes(file)) return '';
  const locale = /^texts\/([^/]+)\.json$/.exec(file)?.[1];
  return locale === undefined ? undefined : toJsonPointer(['texts', locale.replaceAll('∕', '/')]);
}

/**
 * Converts a path in a form in one file to the document of `splitFormDocument` and the path in it. Undefined for
 * the root and for members that no document has.
 */
export function toDocumentPath(
  path: readonly string[],
): { readonly file: string; readonly path: readonly string[] } | undefined {
  const [member = '', ...rest] = path;
  if (member === 'schema' || member === 'ui') return { file: `forms/${typeKey}/${member}.json`, path: rest };
  if (member === 'settings') return { file: 'settings.json', path: rest };
  if (member === 'rules') return { file: 'rules.json', path };
  const [locale, ...inside] = rest;
  return member === 'texts' && locale !== undefined
    ? { file: `texts/${escapeSlashes(locale)}.json`, path: inside }
    : undefined;
}
