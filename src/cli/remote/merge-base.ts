import type { Documents } from '#engine';
import { type MergeConflict, mergeDocuments } from '#engine/editing/merge.ts';
import { applyCommonChanges, diffDocuments } from '#engine/exchange/index.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { CommonState } from '../../api/exchange.ts';
import type { CommandArguments, CommandOption } from '../../command/command.ts';
import { UsageError } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import type { DocumentsFolder } from './folder.ts';
import { alignTypeName, formatDocumentPosition, omitServerDocuments } from './form-file.ts';
import { Refused, type RemoteFiles, type RemoteServer } from './server.ts';

/** The options that choose the side that wins conflicts. */
export const sideOptions: Readonly<Record<string, CommandOption>> = {
  ours: { description: 'In conflicts, use the files.' },
  theirs: { description: 'In conflicts, use the server.' },
};

/** The option that names the base version, instead of the recorded one. */
export const baseOption: Readonly<Record<string, CommandOption>> = {
  base: {
    value: 'NUMBER',
    description: 'The base version of the files. Default: the recorded one.',
  },
};

/**
 * Returns the side that wins if both sides changed the same value. Undefined if conflicts are reported
 * instead.
 * @throws UsageError If both sides are chosen.
 */
export function getPreferredSide(given: CommandArguments): 'ours' | 'theirs' | undefined {
  const chosen = (['ours', 'theirs'] as const).filter((side) => given.flag(side));
  if (chosen.length === 2) throw new UsageError('Cannot use both --ours and --theirs: leave one out');
  return chosen[0];
}

/**
 * Parses an option whose value is the number of a version. Undefined if the option is not given.
 * @throws UsageError If the value is not such a number.
 */
export function parseVersionOption(given: CommandArguments, option: string): number | undefined {
  const text = given.text(option);
  if (text === undefined || /^[1-9]\d{0,9}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(
    `Cannot read "--${option} ${text}": it must be the number of a version; "slipway versions" lists them`,
  );
}

export interface MergeBase {
  readonly state: CommonState;
  /** The documents of the version in `state`. */
  readonly version: Documents;
  /**
   * The documents of the version with everything that was pushed since. A draft already contains these
   * changes.
   */
  readonly documents: Documents;
}

/**
 * Returns the state from which the files of a folder were made: the version of `--base`, else the recorded
 * state, else the newest version with equal documents.
 * @param theirs Files of the server, for the fingerprint of its installation.
 * @throws Refused If none of these is known, if the server does not have the version, if the recorded changes
 * do not fit it, or if the folder was pulled from another installation.
 * @throws UsageError If `--base` is not the number of a version.
 */
export async function findMergeBase(
  folder: DocumentsFolder,
  {
    server,
    theirs,
    given,
  }: { readonly server: RemoteServer; readonly theirs: RemoteFiles; readonly given: CommandArguments },
): Promise<MergeBase> {
  const { record, name } = folder;
  const named = parseVersionOption(given, 'base');
  if (named !== undefined) return loadMergeBase(server, { number: named, since: [] });
  if (record === undefined) {
    const matching = await findMatchingVersion(folder, server);
    if (matching !== undefined) {
      const { number, documents } = matching;
      return { state: { number, since: [] }, version: documents, documents };
    }
    throw new Refused(
      `Cannot find the version that the files of "${name}" are based on: they differ from each of the latest; name it with --base NUMBER ("slipway versions" lists them), or pull into an empty folder`,
      { kind: 'unknown-base' },
    );
  }
  if (record.installation !== theirs.installation)
    throw new Refused(
      `Cannot merge "${name}" with ${server.origin}: it was pulled from another installation (${record.server}), which has its own versions; use a folder for each, or name the version of this server that the files are based on with --base NUMBER`,
      { kind: 'other-installation' },
    );
  return loadMergeBase(server, record.common);
}

/**
 * Loads the version of a state and applies the changes that were pushed since. Throws `Refused` if the
 * version does not exist or the changes do not fit it.
 */
async function loadMergeBase(server: RemoteServer, state: CommonState): Promise<MergeBase> {
  const version = await server.loadFiles(state.number);
  const documents = version && applyCommonChanges(version.documents, state.since);
  if (version !== undefined && documents !== undefined)
    return { state, version: version.documents, documents };
  throw new Refused(
    version === undefined
      ? `Cannot find version ${state.number}: ${server.origin} has no such version; "slipway versions" lists them`
      : `Cannot continue from version ${state.number}: it is not the one that the folder records; pull into an empty folder`,
    { kind: 'unknown-base', number: state.number },
  );
}

/**
 * Returns true if one of the next ten versions after the base, up to the number `upTo`, contains everything
 * that was pushed since. False if nothing was pushed.
 */
export async function isPushPublished(
  { state: { number, since }, version: base, documents: ours }: MergeBase,
  upTo: number,
  server: RemoteServer,
): Promise<boolean> {
  if (since.length === 0) return false;
  for (let next = number + 1; next <= Math.min(upTo, number + maxComparedVersions); next += 1) {
    const theirs = (await server.loadFiles(next))?.documents;
    if (theirs === undefined) continue;
    const merged = mergeDocuments({ base, ours, theirs, prefer: 'ours' });
    if (diffDocuments(theirs, merged.documents).length === 0) return true;
  }
  return false;
}

/** The maximal number of versions that are loaded to find one. */
const maxComparedVersions = 10;

/**
 * Returns the newest version with equal documents. Undefined if neither the live version nor one of the nine
 * before it has them.
 */
async function findMatchingVersion(
  folder: DocumentsFolder,
  server: RemoteServer,
): Promise<RemoteFiles | undefined> {
  const live = await server.loadFiles('live');
  for (
    let number = live?.number ?? 0, tries = 0;
    number > 0 && tries < maxComparedVersions;
    number -= 1, tries += 1
  ) {
    const version = await server.loadFiles(number);
    if (version && hasDocumentsOf(folder, version.documents)) return version;
  }
  return undefined;
}

/**
 * Returns true if a folder has the documents of a version. A server reads no scenarios beside a form in one
 * file, so that the version of a deployed form has none.
 */
function hasDocumentsOf({ form, documents }: DocumentsFolder, version: Documents): boolean {
  if (form === undefined) return diffDocuments(version, documents).length === 0;
  const { 'scenarios.json': scenarios, ...own } = alignTypeName(documents, version);
  const isTested = scenarios !== undefined && version['scenarios.json'] !== undefined;
  const compared = isTested ? { ...own, 'scenarios.json': scenarios } : own;
  return diffDocuments(omitServerDocuments(version), compared).length === 0;
}

/** A merge, for messages about it. */
export interface Attempt {
  /** The action: `pull into "schemas"`. */
  readonly what: string;
  /** The name of the file if the files are a form in one file. */
  readonly form?: string | undefined;
}

/** Throws `Refused` with every position that both sides changed in different ways, if there are any. */
export function throwOnConflicts(conflicts: readonly MergeConflict[], { what, form }: Attempt): void {
  if (conflicts.length === 0) return;
  const lines = conflicts.flatMap(({ file, path, base, ours, theirs }) => [
    `  ${formatDocumentPosition({ file, path }, form)}`,
    `    it was   ${formatConflictValue(base)}`,
    `    ours     ${formatConflictValue(ours)}`,
    `    theirs   ${formatConflictValue(theirs)}`,
  ]);
  const places = formatPlural(conflicts.length, 'place');
  throw new Refused(
    [
      `Cannot ${what}: both sides changed ${places} differently. Nothing was changed.`,
      ...lines,
      'Choose one side for all of them with --ours or --theirs, or make both sides equal and try again.',
    ],
    { kind: 'conflict', conflicts },
  );
}

/** Formats a value as JSON of at most 160 characters; `(not there)` for undefined. */
function formatConflictValue(value: unknown): string {
  if (value === undefined) return '(not there)';
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/**
 * Throws `Refused` if the server did not accept documents for a reason that push and import share. Returns
 * for every other answer.
 * @param value The answer of the server.
 */
export function throwIfRejected(value: unknown, attempt: Attempt, origin: string): void {
  const { what } = attempt;
  const { kind, conflicts, file, reason, knows, number } = isObject(value) ? value : {};
  if (kind === 'conflict') throwOnConflicts(conflicts as readonly MergeConflict[], attempt);
  if (kind === 'no-documents')
    throw new Refused(`Cannot ${what}: ${file ? `${String(file)}: ` : ''}${String(reason)}`, { kind, file });
  if (kind === 'other-format')
    throw new Refused(
      `Cannot ${what}: ${origin} is of another release, with format ${String(knows)}; use the slipway of that release`,
      { kind },
    );
  if (kind === 'unknown-base')
    throw new Refused(
      `Cannot ${what}: ${origin} has no version ${String(number)}, which the files are based on; pull again`,
      { kind },
    );
  if (kind === 'draft-full')
    throw new Refused(
      `Cannot ${what}: the draft has reached its limit of changes; publish it, and try again`,
      { kind },
    );
  if (kind === 'busy')
    throw new Refused(`Cannot ${what}: others keep changing the draft; try again`, { kind });
}
