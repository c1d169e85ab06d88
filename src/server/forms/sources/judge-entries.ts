import { createHash } from 'node:crypto';
import type { Json, JsonSchema } from '#engine';
import { getItemName } from '#engine/json-schema/item-name.ts';
import { asObject } from '#engine/json-schema/values.ts';
import type { ContentSource, EntryFault, SourceFault } from '../../../api/content-sources.ts';
import type { ContentSourceSettings } from '../../platform/config/settings.ts';
import type { ContentProblem } from '../content/check-references.ts';
import { checkContentShape } from '../content/check-shapes.ts';
import { type ContentFile, contentKinds } from '../content/content-kinds.ts';
import { findList, mapItems } from './map-answer.ts';

/** A fault without the times that the state adds. */
export type JudgedFault = Omit<SourceFault, 'since' | 'at'>;

export type JudgedEntries =
  | { readonly ok: true; readonly entries: readonly unknown[]; readonly hash: string }
  | { readonly ok: false; readonly fault: JudgedFault };

/** Converts an answer to the entries of a file, and checks each by the schema of the file. */
export function convertAnswer(
  answer: unknown,
  {
    source,
    file,
    settings,
  }: {
    readonly source: ContentSource;
    readonly file: ContentFile;
    readonly settings: Pick<ContentSourceSettings, 'mostEntries' | 'mostProblems'>;
  },
): JudgedEntries {
  const items = findList(answer, source.list);
  if (items === undefined) return refuse('no-list', { path: source.list ?? 'none' });
  if (items.length > settings.mostEntries) return refuse('too-many', { count: items.length });
  const entries = mapItems(items, source, contentKinds[file].schema as JsonSchema);
  const problems = checkContentShape(file, entries);
  if (problems.length > 0) return refuse('invalid', {}, describeProblems(problems, { entries, settings }));
  return {
    ok: true,
    entries,
    hash: createHash('sha256').update(JSON.stringify(entries)).digest('base64url'),
  };
}

/**
 * Returns the fault of entries of which many are missing that are in use, or all. Undefined if not many are.
 * Entries of days that are over may always go.
 * @param today ISO date.
 */
export function findLoss(
  { entries, hash }: Extract<JudgedEntries, { readonly ok: true }>,
  {
    current,
    today,
    settings,
  }: {
    readonly current: readonly unknown[];
    readonly today: string;
    readonly settings: Pick<ContentSourceSettings, 'leastLost' | 'largestLoss' | 'mostProblems'>;
  },
): JudgedFault | undefined {
  const lost = listLost(current, entries).filter((entry) => !(String(asObject(entry).startsOn) < today));
  if (lost.length === 0) return undefined;
  const values = {
    before: current.length,
    count: entries.length,
    lost: lost.length,
    names: lost.slice(0, settings.mostProblems).map(getEntryLabel).join(', '),
  };
  if (entries.length === 0) return { code: 'empty', values, problems: [], accept: hash };
  const isMuch = lost.length >= settings.leastLost && lost.length / current.length > settings.largestLoss;
  return isMuch ? { code: 'shrunk', values, problems: [], accept: hash } : undefined;
}

/** Returns the entries of a list that another one does not have, by their ids, paths or names. */
export function listLost(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const known = new Set(after.map(getEntryKey));
  return before.filter((entry) => !known.has(getEntryKey(entry)));
}

function getEntryKey(entry: unknown): string {
  // Entries come from JSON.
  return getItemName(entry as Json) ?? Object.values(asObject(entry)).map(String).join(' ');
}

/** Returns the words by which an owner knows an entry. */
export function getEntryLabel(entry: unknown): string {
  const { name, title, path, domain, id } = asObject(entry);
  const words = [name, title].filter((word) => typeof word === 'string' && word !== '');
  return words.length > 0 ? words.join(' - ') : String(path ?? domain ?? id ?? '');
}

/** Converts the first problems of a list to faults of its entries. */
export function describeProblems(
  problems: readonly Pick<ContentProblem, 'pointer' | 'reason'>[],
  {
    entries,
    settings,
  }: {
    readonly entries: readonly unknown[];
    readonly settings: Pick<ContentSourceSettings, 'mostProblems'>;
  },
): readonly EntryFault[] {
  return problems.slice(0, settings.mostProblems).map(({ pointer, reason }) => {
    const [, index, ...path] = pointer.split('/');
    const entry = index === undefined ? undefined : entries[Number(index)];
    const number = index === undefined ? '' : `${Number(index) + 1}`;
    return { entry: (entry !== undefined && getEntryLabel(entry)) || number, path: path.join('.'), reason };
  });
}

function refuse(
  code: JudgedFault['code'],
  values: JudgedFault['values'],
  problems: readonly EntryFault[] = [],
): JudgedEntries {
  return { ok: false, fault: { code, values, problems } };
}
