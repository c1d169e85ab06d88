import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import { isContentDocument } from '#engine/documents/index.ts';
import { formatDocument } from '#engine/editing/documents/index.ts';
import type { Patch } from '#engine/editing/index.ts';
import { type MergeConflict, mergeDocuments } from '#engine/editing/merge.ts';
import {
  applyCommonChanges,
  diffDocuments,
  isFormatDocument,
  readOutsideDocuments,
} from '#engine/exchange/index.ts';
import { readTexts } from '#schemas';
import {
  type ArchiveOrigin,
  exchangeFormat,
  type FilesView,
  type ImportAnswer,
  type ImportRefusal,
  type ImportRequest,
  type MergedIntoDraft,
  type PushAnswer,
  type PushRequest,
  type TrialAnswer,
} from '../../../api/exchange.ts';
import type { StoredVersion } from '../../store/records/version-entry.ts';
import type { DocumentPair } from '../comparisons.ts';
import {
  type EditScope,
  type RequireRight,
  refuseEdit,
  type ScopeRefusal,
} from '../draft/change-documents.ts';
import type { Drafts } from '../draft/drafts.ts';
import type { StudioDraft } from '../draft/studio-draft.ts';
import { type ArchivedVersion, createSignedArchive, readArchive } from './archive.ts';
import type { Installation } from './installation.ts';
import type { OtherInstallations } from './other-installations.ts';

/**
 * Exports and imports whole form sets: for teams that keep their documents in git, and for other
 * installations.
 */
export interface DocumentExchange {
  /**
   * Returns the files of a version, of the live one or of the draft. Undefined if there is no such version.
   * @throws DraftFault if the draft is requested and there is none.
   */
  readonly exportFiles: (of: number | 'live' | 'draft') => Promise<FilesView | undefined>;
  /**
   * Merges the documents of a folder into the draft, or returns why not.
   * @throws DraftFault if there is no draft.
   */
  readonly push: (asked: PushRequest, who: Contributor) => Promise<PushAnswer | ScopeRefusal>;
  /** Returns a version as a signed file. Undefined if there is no such version. */
  readonly exportArchive: (number: number) => Promise<SignedArchive | undefined>;
  /**
   * Merges a version of another installation into the draft, or returns why not. If it was merged, or nothing
   * differs, records it as the last import of that installation, and that the installation is trusted if
   * `trust` is its fingerprint.
   * @throws DraftFault if there is no draft.
   */
  readonly importArchive: (asked: ImportRequest, who: Contributor) => Promise<ImportAnswer | ScopeRefusal>;
  /**
   * Returns what `importArchive` would do, and changes nothing. Conflicts, and a later version that was
   * imported before, are part of the answer `tried`.
   * @throws DraftFault if there is no draft.
   */
  readonly tryImport: (asked: ImportRequest, who: Contributor) => Promise<ImportTrial>;
}

export interface SignedArchive {
  /** The content of the file. */
  readonly text: string;
  /** The fingerprint of this installation. */
  readonly installation: string;
}

/**
 * The result of a trial import. `becomes` has the draft's documents before and after the import; it is absent
 * if the archive would be refused.
 */
export interface ImportTrial {
  readonly answer: TrialAnswer | ScopeRefusal;
  readonly becomes?: DocumentPair;
}

/** The person whose documents are merged into the draft. */
export interface Contributor {
  readonly name: string;
  readonly scope: EditScope;
  /** Called just before the draft is changed. What it throws, `push` and `importArchive` throw. */
  readonly requireRight?: RequireRight;
}

export interface DocumentExchangeOptions {
  readonly drafts: Drafts;
  /** Returns a version by its number, or the live one. Undefined if there is none. */
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

export function createDocumentExchange(options: DocumentExchangeOptions): DocumentExchange {
  const { drafts, version, schemasFolder, installation, others } = options;

  /**
   * Formats documents as files, with the blank lines of the files in `schemasFolder`. Returns the texts by
   * the paths of the documents.
   */
  async function formatFiles(documents: Documents): Promise<FilesView['files']> {
    // The folder may be missing for a moment during a deployment. Only the blank lines are lost then.
    const texts = await readTexts(schemasFolder).catch(() => new Map<string, string>());
    const files = Object.entries(documents).map(
      ([file, value]) => [file, formatDocument(value, texts.get(file))] as const,
    );
    return Object.fromEntries(files);
  }

  return {
    async exportFiles(of) {
      const found = await version(of === 'draft' ? 'live' : of);
      if (found === undefined) return undefined;
      const { fingerprint } = await installation();
      const view = { format: exchangeFormat, installation: fingerprint, number: found.number } as const;
      if (of !== 'draft') return { ...view, files: await formatFiles(found.documents) };
      await drafts.refresh();
      const { id, documents, changes } = drafts.current();
      return { ...view, draft: { id, version: changes.length }, files: await formatFiles(documents) };
    },
    async push({ format, documents, base: { number, since }, prefer, note = '' }, who) {
      if (format !== exchangeFormat) return { kind: 'other-format', knows: exchangeFormat };
      const from = await version(number);
      const base = from && applyCommonChanges(from.documents, since);
      if (base === undefined) return { kind: 'unknown-base', number };
      const taken = await mergeIntoDraft(drafts, {
        given: documents,
        base,
        prefer,
        who,
        title: note === '' ? { key: 'pushed' } : { key: 'pushed-note', values: { note } },
      });
      return 'kind' in taken ? taken : { kind: 'pushed', ...taken };
    },
    async exportArchive(number) {
      const found = await version(number);
      if (found === undefined) return undefined;
      const { hash, by, note, at, documents } = found;
      const own = await installation();
      const text = createSignedArchive({ number, hash, by, note, at, documents }, own);
      return { text, installation: own.fingerprint };
    },
    async importArchive({ prefer, isOlderMeant, ...asked }, who) {
      const opened = await openTrustedArchive(asked);
      if ('kind' in opened) return opened;
      const { origin, archived, base, newer } = opened;
      const from = origin.installation;
      if (newer !== undefined && isOlderMeant !== true) return { kind: 'older', from: origin, last: newer };
      const taken = await mergeIntoDraft(drafts, {
        given: archived.documents,
        base,
        prefer,
        who,
        title: { key: 'imported', values: { number: archived.number } },
      });
      if ('kind' in taken && taken.kind !== 'unchanged') return taken;
      if (asked.trust === from) await others.trust(from);
      await others.recordImport(from, { number: archived.number, documents: archived.documents });
      return 'kind' in taken ? { ...taken, from: origin } : { kind: 'imported', from: origin, ...taken };
    },
    async tryImport({ prefer, ...asked }, who) {
      const opened = await openTrustedArchive(asked);
      if ('kind' in opened) return { answer: opened };
      const { origin, archived, base, newer } = opened;
      await drafts.refresh();
      const { documents: before } = drafts.current();
      const merged = mergeContribution(before, { given: archived.documents, base, prefer });
      if ('kind' in merged) return { answer: merged };
      const { documents: after, conflicts, patches } = merged;
      const refusal = patches.length === 0 ? undefined : refuseEdit(who.scope, { before, after });
      if (refusal) return { answer: refusal };
      const { by, note, at } = archived;
      const { fingerprint } = await installation();
      return {
        answer: {
          kind: 'tried',
          from: origin,
          isOwn: origin.installation === fingerprint,
          version: { by, note, at },
          files: listChangedFiles(patches),
          conflicts,
          ...(newer !== undefined && { last: newer }),
        },
        becomes: { before, after },
      };
    },
  };

  /**
   * Reads an archive and finds the base of its merge, or returns why it is refused. Archives of this
   * installation, of trusted ones and of `trust` are accepted. Records nothing.
   */
  async function openTrustedArchive({
    archive,
    trust,
  }: Pick<ImportRequest, 'archive' | 'trust'>): Promise<
    OpenedArchive | Extract<TrialAnswer, { kind: 'no-archive' | 'damaged' | 'other-format' | 'untrusted' }>
  > {
    const opened = readArchive(archive);
    if (!opened.ok)
      return opened.kind === 'other-format'
        ? { kind: 'other-format', knows: exchangeFormat }
        : { kind: opened.kind };
    const { installation: from, version: archived } = opened;
    const { fingerprint } = await installation();
    const isKnown = [fingerprint, trust].includes(from) || (await others.isTrusted(from));
    if (!isKnown) return { kind: 'untrusted', installation: from };
    const last = await others.findLastImport(from);
    const live = await version('live');
    return {
      origin: { installation: from, number: archived.number },
      archived,
      // The last imported version is the common base. Before the first import, the live version is.
      base: last?.documents ?? live?.documents ?? {},
      newer: last !== undefined && archived.number < last.number ? last.number : undefined,
    };
  }
}

interface OpenedArchive {
  readonly origin: ArchiveOrigin;
  readonly archived: ArchivedVersion;
  /** The documents of the last import from that installation; before the first one, the live documents. */
  readonly base: Documents;
  /** The number of the last import from that installation, if it is a later version. */
  readonly newer: number | undefined;
}

/** Documents to be merged into the draft as one change. */
interface Contribution {
  /** The documents from outside, not validated yet. */
  readonly given: unknown;
  /** The documents that `given` was made from. */
  readonly base: Documents;
  /** The side that wins a conflict: `given` or the draft. Undefined: conflicts prevent the merge. */
  readonly prefer: 'ours' | 'theirs' | undefined;
  readonly who: Contributor;
  /** The title of the change. */
  readonly title: { readonly key: string; readonly values?: Readonly<Record<string, string | number>> };
}

/** The maximum number of attempts, if the draft changes between reading and writing it. */
const maxTries = 5;

/**
 * Merges documents into the draft, as one change that can be undone, or returns why not. Repeats this if the
 * draft has changed meanwhile, and returns `busy` after `maxTries`. Returns `unchanged`, and writes nothing,
 * if the merge equals the draft.
 * @throws DraftFault if there is no draft.
 */
async function mergeIntoDraft(
  drafts: Drafts,
  { given, base, prefer, who, title }: Contribution,
): Promise<
  | MergedIntoDraft
  | ImportRefusal
  | ScopeRefusal
  | { readonly kind: 'unchanged'; readonly draft: string; readonly version: number }
> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    await drafts.refresh();
    const { id: draft, documents: theirs, changes }: StudioDraft = drafts.current();
    const merged = mergeContribution(theirs, { given, base, prefer });
    if ('kind' in merged) return merged;
    const { conflicts, patches } = merged;
    if (conflicts.length > 0 && prefer === undefined) return { kind: 'conflict', conflicts };
    if (patches.length === 0) return { kind: 'unchanged', draft, version: changes.length };
    const change = { id: randomUUID(), title, patches };
    const answer = await drafts.applyChange({ draft, by: 'files', ...who, change });
    if (answer.kind === 'outside-reach') return answer;
    if (answer.kind === 'refused') return { kind: 'draft-full' };
    if (answer.kind === 'taken')
      return { draft, version: answer.change.version, files: listChangedFiles(patches) };
  }
  return { kind: 'busy' };
}

interface MergedDraft {
  readonly documents: Documents;
  /** All conflicts, also those that `prefer` decided. */
  readonly conflicts: readonly MergeConflict[];
  /** The differences of `documents` from those of the draft. */
  readonly patches: readonly Patch[];
}

/**
 * Merges documents into those of the draft (`theirs`), and returns the result with the conflicts and the
 * patches, or `no-documents` if `given` cannot be read. Without `prefer`, the draft wins the conflicts.
 * Writes nothing.
 */
function mergeContribution(
  theirs: Documents,
  { given, base, prefer }: Pick<Contribution, 'given' | 'base' | 'prefer'>,
): Extract<ImportRefusal, { readonly kind: 'no-documents' }> | MergedDraft {
  const read = readOutsideDocuments(given, { known: theirs, base });
  if (!read.ok) return { kind: 'no-documents', file: read.file, reason: read.reason };
  const ours = read.documents;
  const merged = mergeDocuments({
    base: omitAbsentContent(withCurrentFormat(theirs, base), ours),
    ours,
    theirs,
    ...(prefer && { prefer }),
  });
  return { ...merged, patches: diffDocuments(theirs, merged.documents) };
}

/**
 * Returns `base` without the content documents that `ours` does not have: a folder or an installation without
 * them does not take them away.
 */
function omitAbsentContent(base: Documents, ours: Documents): Documents {
  return Object.fromEntries(
    Object.entries(base).filter(([file]) => !isContentDocument(file) || Object.hasOwn(ours, file)),
  );
}

/** Returns the files of patches, sorted, each once. */
function listChangedFiles(patches: readonly Patch[]): readonly string[] {
  return [...new Set(patches.map(({ file }) => file))].sort();
}

/** Returns `base` with the meta schemas of `theirs`, because each release has its own. */
function withCurrentFormat(theirs: Documents, base: Documents): Documents {
  const isFormat = ([file]: readonly [string, unknown]) => isFormatDocument(file);
  const own = Object.entries(base).filter((entry) => !isFormat(entry));
  return Object.fromEntries([...own, ...Object.entries(theirs).filter(isFormat)]);
}
