import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import { formatDocument } from '#engine/documents/index.ts';
import type { Patch } from '#engine/editing/index.ts';
import { type MergeConflict, merge } from '#engine/editing/merge.ts';
import {
  type ArchiveOrigin,
  changesBetween,
  commonDocuments,
  exchangeFormat,
  type FilesView,
  type ImportAnswer,
  type ImportRequest,
  isOfFormat,
  type NotTakenIn,
  type PushAnswer,
  type PushRequest,
  readOutsideDocuments,
  type TakenIn,
  type TrialAnswer,
} from '#engine/exchange/index.ts';
import { readTexts } from '#schemas';
import type { StoredVersion } from '../../store/version-entry.ts';
import { type OutsideScope, type RequireRight, refuseOutside, type Scope } from '../change-documents.ts';
import type { TwoDocuments } from '../comparisons.ts';
import type { Draft, Drafts } from '../drafts.ts';
import { type ArchivedVersion, openArchive, sealedArchive } from './archive.ts';
import type { Installation } from './installation.ts';
import type { OtherInstallations } from './other-installations.ts';

/**
 * Exports and imports whole form sets: for teams that keep their documents in git, and for other
 * installations.
 */
export interface Exchange {
  /**
   * Returns the files of a version, of the live one or of the draft. Undefined if there is no such version.
   */
  readonly files: (of: number | 'live' | 'draft') => Promise<FilesView | undefined>;
  /** Merges the documents of a folder into the draft. */
  readonly push: (asked: PushRequest, who: Offering) => Promise<PushAnswer | OutsideScope>;
  /** Returns a version as a signed file. Undefined if there is no such version. */
  readonly archive: (number: number) => Promise<SignedArchive | undefined>;
  /** Merges a version of another installation into the draft. */
  readonly take: (asked: ImportRequest, who: Offering) => Promise<ImportAnswer | OutsideScope>;
  /** Returns what an import would change, without changing anything. */
  readonly look: (asked: ImportRequest, who: Offering) => Promise<Looked>;
}

export interface SignedArchive {
  readonly text: string;
  readonly installation: string;
}

/** The result of a trial import. `becomes` is absent if the archive would be refused. */
export interface Looked {
  readonly answer: TrialAnswer | OutsideScope;
  readonly becomes?: TwoDocuments;
}

/** The person or program that pushes or imports documents. */
export interface Offering {
  readonly name: string;
  readonly scope: Scope;
  readonly requireRight?: RequireRight;
}

export interface ExchangeOptions {
  readonly drafts: Drafts;
  readonly version: (of: number | 'live') => Promise<StoredVersion | undefined>;
  /** The folder of the deployed documents. Exports keep the layout of these files. */
  readonly schemasFolder: string;
  /**
   * Opens the key of this installation.
   * @throws StudioFault if the key cannot be read.
   */
  readonly installation: () => Promise<Installation>;
  readonly others: OtherInstallations;
}

export function createExchange(options: ExchangeOptions): Exchange {
  const { drafts, version, schemasFolder, installation, others } = options;

  async function filesOf(documents: Documents): Promise<FilesView['files']> {
    // The folder may be missing for a moment during a deployment. Only the blank lines are lost then.
    const texts = await readTexts(schemasFolder).catch(() => new Map<string, string>());
    const files = Object.entries(documents).map(
      ([file, value]) => [file, formatDocument(value, texts.get(file))] as const,
    );
    return Object.fromEntries(files);
  }

  return {
    async files(of) {
      const found = await version(of === 'draft' ? 'live' : of);
      if (found === undefined) return undefined;
      const { fingerprint } = await installation();
      const view = { format: exchangeFormat, installation: fingerprint, number: found.number } as const;
      if (of !== 'draft') return { ...view, files: await filesOf(found.documents) };
      await drafts.refresh();
      const { id, documents, changes } = drafts.current();
      return { ...view, draft: { id, version: changes.length }, files: await filesOf(documents) };
    },
    async push({ format, documents, base: { number, since }, prefer, note = '' }, who) {
      if (format !== exchangeFormat) return { kind: 'other-format', knows: exchangeFormat };
      const from = await version(number);
      const base = from && commonDocuments(from.documents, since);
      if (base === undefined) return { kind: 'unknown-base', number };
      const taken = await takeIn(drafts, {
        ...{ given: documents, base, prefer, who },
        title: note === '' ? { key: 'pushed' } : { key: 'pushed-note', values: { note } },
      });
      return 'kind' in taken ? taken : { kind: 'pushed', ...taken };
    },
    async archive(number) {
      const found = await version(number);
      if (found === undefined) return undefined;
      const { hash, by, note, at, documents } = found;
      const own = await installation();
      const text = sealedArchive({ number, hash, by, note, at, documents }, own);
      return { text, installation: own.fingerprint };
    },
    async take({ prefer, isOlderMeant, ...asked }, who) {
      const opened = await opens(asked);
      if ('kind' in opened) return opened;
      const { origin, archived, base, newer } = opened;
      const from = origin.installation;
      if (newer !== undefined && isOlderMeant !== true) return { kind: 'older', from: origin, last: newer };
      const taken = await takeIn(drafts, {
        ...{ given: archived.documents, base, prefer, who },
        title: { key: 'imported', values: { number: archived.number } },
      });
      if ('kind' in taken && taken.kind !== 'unchanged') return taken;
      if (asked.trust === from) await others.trust(from);
      await others.noteImported(from, { number: archived.number, documents: archived.documents });
      return 'kind' in taken ? { ...taken, from: origin } : { kind: 'imported', from: origin, ...taken };
    },
    async look({ prefer, ...asked }, who) {
      const opened = await opens(asked);
      if ('kind' in opened) return { answer: opened };
      const { origin, archived, base, newer } = opened;
      await drafts.refresh();
      const { documents: before } = drafts.current();
      const together = putTogether(before, { given: archived.documents, base, prefer });
      if ('kind' in together) return { answer: together };
      const { documents: after, conflicts, patches } = together;
      const refusal = patches.length === 0 ? undefined : refuseOutside(who.scope, { before, after });
      if (refusal) return { answer: refusal };
      const { by, note, at } = archived;
      const { fingerprint } = await installation();
      return {
        answer: {
          ...{ kind: 'tried', from: origin, isOwn: origin.installation === fingerprint },
          ...{ version: { by, note, at }, files: filesOfPatches(patches), conflicts },
          ...(newer !== undefined && { last: newer }),
        },
        becomes: { before, after },
      };
    },
  };

  /** Reads an archive and finds the base of its merge, or returns why it is refused. */
  async function opens({
    archive,
    trust,
  }: Pick<ImportRequest, 'archive' | 'trust'>): Promise<
    OpenedArchive | Extract<TrialAnswer, { kind: 'no-archive' | 'damaged' | 'other-format' | 'untrusted' }>
  > {
    const opened = openArchive(archive);
    if (!opened.ok)
      return opened.kind === 'other-format'
        ? { kind: 'other-format', knows: exchangeFormat }
        : { kind: opened.kind };
    const { installation: from, version: archived } = opened;
    const { fingerprint } = await installation();
    const isKnown = [fingerprint, trust].includes(from) || (await others.isTrusted(from));
    if (!isKnown) return { kind: 'untrusted', installation: from };
    const last = await others.lastOf(from);
    const live = await version('live');
    return {
      ...{ origin: { installation: from, number: archived.number }, archived },
      // The last imported version is the common base. Before the first import, the live version is.
      base: last?.documents ?? live?.documents ?? {},
      newer: last !== undefined && archived.number < last.number ? last.number : undefined,
    };
  }
}

interface OpenedArchive {
  readonly origin: ArchiveOrigin;
  readonly archived: ArchivedVersion;
  readonly base: Documents;
  /** The number of a later version that was imported before. */
  readonly newer: number | undefined;
}

interface Offer {
  readonly given: unknown;
  /** The documents that they were made from. */
  readonly base: Documents;
  readonly prefer: 'ours' | 'theirs' | undefined;
  readonly who: Offering;
  readonly title: { readonly key: string; readonly values?: Readonly<Record<string, string | number>> };
}

/** The maximum number of attempts, if the draft changes between reading and writing it. */
const mostTries = 5;

/** Merges documents into the draft, as one change that can be undone. */
async function takeIn(
  drafts: Drafts,
  { given, base, prefer, who, title }: Offer,
): Promise<
  | TakenIn
  | NotTakenIn
  | OutsideScope
  | { readonly kind: 'unchanged'; readonly draft: string; readonly version: number }
> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    await drafts.refresh();
    const { id: draft, documents: theirs, changes }: Draft = drafts.current();
    const together = putTogether(theirs, { given, base, prefer });
    if ('kind' in together) return together;
    const { conflicts, patches } = together;
    if (conflicts.length > 0 && prefer === undefined) return { kind: 'conflict', conflicts };
    if (patches.length === 0) return { kind: 'unchanged', draft, version: changes.length };
    const change = { id: randomUUID(), title, patches };
    const answer = await drafts.take({ draft, by: 'files', ...who, change });
    if (answer.kind === 'outside-reach') return answer;
    if (answer.kind === 'refused') return { kind: 'draft-full' };
    if (answer.kind === 'taken')
      return { draft, version: answer.change.version, files: filesOfPatches(patches) };
  }
  return { kind: 'busy' };
}

interface Together {
  readonly documents: Documents;
  readonly conflicts: readonly MergeConflict[];
  readonly patches: readonly Patch[];
}

/** Merges documents into those of the draft. Returns also the conflicts and the patches. */
function putTogether(
  theirs: Documents,
  { given, base, prefer }: Pick<Offer, 'given' | 'base' | 'prefer'>,
): Extract<NotTakenIn, { readonly kind: 'no-documents' }> | Together {
  const read = readOutsideDocuments(given, { known: theirs, base });
  if (!read.ok) return { kind: 'no-documents', file: read.file, reason: read.reason };
  const ours = read.documents;
  const merged = merge({ base: inFormatOf(theirs, base), ours, theirs, ...(prefer && { prefer }) });
  return { ...merged, patches: changesBetween(theirs, merged.documents) };
}

function filesOfPatches(patches: readonly Patch[]): readonly string[] {
  return [...new Set(patches.map(({ file }) => file))].sort();
}

/** Returns the base with the meta schemas of this release instead of those of another one. */
function inFormatOf(theirs: Documents, base: Documents): Documents {
  const isFormat = ([file]: readonly [string, unknown]) => isOfFormat(file);
  const own = Object.entries(base).filter((entry) => !isFormat(entry));
  return Object.fromEntries([...own, ...Object.entries(theirs).filter(isFormat)]);
}
