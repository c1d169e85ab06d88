import type { Documents } from '#engine';
import type { Consequence } from '#engine/compare/index.ts';
import { type ResolvedMoment, resolveClockTime } from '#engine/model/moments/clock-time.ts';
import type { FindingView } from '../../api/findings.ts';
import type { AuditAction } from '../../api/people.ts';
import type { AcceptedChange } from '../../api/studio.ts';
import type {
  CancelAnswer,
  GoLiveTime,
  PublishAnswer,
  PublishRequest,
  RestoreRequest,
  VersionListView,
  VersionOrigin,
  VersionSummary,
  VersionView,
} from '../../api/versions.ts';
import type { Actor } from '../admin/people/actor.ts';
import type { Audit } from '../admin/people/audit.ts';
import { type LiveContent, restoreContentDocuments } from '../forms/content/content-documents.ts';
import { type CompiledForm, compileEveryType, compileFormSchemas } from '../forms/documents/compiled-form.ts';
import type { FormStore } from '../forms/documents/form-store.ts';
import type { Log } from '../platform/log/log.ts';
import type { DraftMark, StoredVersion } from '../store/records/version-entry.ts';
import type { Store } from '../store/store.ts';
import { getLoggableReason } from '../store/store-error.ts';
import type { ComparisonService } from './comparisons.ts';
import {
  isLimited,
  type RequireRight,
  refuseOutsideScope,
  type ScopeRefusal,
} from './draft/change-documents.ts';
import type { Drafts } from './draft/drafts.ts';
import type { Reviews } from './review/reviews.ts';
import type { DraftCalls } from './start-draft-thread.ts';

export interface Publishing {
  /**
   * Publishes or schedules the first `version` changes of a draft, or returns why not. If it is published,
   * later changes go to the next draft. If only that fails, the error is logged.
   * @throws DraftFault if there is no draft; also what `requireRight` throws.
   */
  readonly publish: (
    asked: PublishRequest,
    who: Actor,
    requireRight?: RequireRight,
  ) => Promise<PublishAnswer | ScopeRefusal>;
  /** Publishes or schedules the documents of a stored version again, or returns why not. */
  readonly restore: (
    asked: RestoreRequest,
    who: Actor,
    requireRight?: RequireRight,
  ) => Promise<PublishAnswer | ScopeRefusal>;
  /**
   * Checks any documents, then publishes or schedules them, or returns why not. If it succeeds, it logs this,
   * calls `onVersion`, and computes the consequences without waiting for them. The draft does not change.
   */
  readonly publishDocuments: (offered: VersionProposal) => Promise<PublishAnswer | ScopeRefusal>;
  /** Cancels a scheduled version and calls `onVersion`, or returns why not. */
  readonly cancel: (number: number, who: Actor) => Promise<CancelAnswer | ScopeRefusal>;
  /**
   * Returns `pageSize` versions below a number, or the newest ones, the newest first. Returns also all
   * scheduled versions.
   */
  readonly list: (before?: number) => Promise<VersionListView>;
  /**
   * Returns a version with its consequences, which are computed and stored if they are not stored yet.
   * Undefined if there is no such version.
   */
  readonly version: (number: number | 'live') => Promise<VersionView | undefined>;
}

/** Documents that somebody wants to publish. Without `at` they go live at once. */
export interface VersionProposal extends Partial<GoLiveTime> {
  readonly documents: Documents;
  readonly origin: VersionOrigin;
  readonly who: Actor;
  readonly note?: string | undefined;
  /** The number of the version that the author believes to be live. Absent: any. */
  readonly after?: number | undefined;
  /** The number of the version whose documents these are. */
  readonly restores?: number;
  /**
   * True if visitors had these documents before. Their warnings were accepted then, so they do not delay a
   * rollback.
   */
  readonly wasLive?: boolean;
  /** The draft that the documents are from. */
  readonly draft?: DraftMark;
  /** True if the author has seen the warnings and wants to continue. */
  readonly isWarned?: boolean | undefined;
  /**
   * Throws if the author lost the right to publish. A check takes minutes, so the right is checked again
   * after it.
   */
  readonly requireRight?: RequireRight | undefined;
}

export interface PublishingOptions {
  readonly drafts: Drafts;
  readonly forms: FormStore;
  readonly live: () => Pick<LiveContent, 'folder'>;
  readonly store: Store;
  /** Compiles the documents, on the thread that has compiled the draft already. */
  readonly thread: Pick<DraftCalls, 'compiled'>;
  /**
   * Returns all findings of `slipway check`, marked if the live version has them too. Documents that cannot
   * be checked give one finding that says so.
   */
  readonly check: (documents: Documents) => Promise<readonly FindingView[]>;
  readonly comparisons: Pick<ComparisonService, 'consequences'>;
  /** Called for every version that this server publishes, schedules or cancels. */
  readonly onVersion: (version: VersionSummary) => void;
  /** Closes the request to publish a draft, and finds who made it. */
  readonly reviews: Pick<Reviews, 'recordPublished' | 'findPreparers'>;
  readonly audit: Pick<Audit, 'createEntry'>;
  readonly now: () => number;
  readonly log: Log;
}

/** The maximum number of versions in a list. */
const pageSize = 50;

/** Maximum length of a publishing comment, in characters. */
const maxCommentLength = 2000;

export function createPublishing(options: PublishingOptions): Publishing {
  const { drafts, forms, live, store, onVersion, reviews, audit, now, log } = options;
  const findBaseVersion = recordBaseVersions(drafts);

  /** Does the work of `Publishing.publishDocuments`. */
  async function publishDocuments(offered: VersionProposal): Promise<PublishAnswer | ScopeRefusal> {
    const { documents, origin, who, note = '', restores, draft, timeZone = '' } = offered;
    const replaced = await findReplacedVersion(options, offered);
    const refusal = replaced && refuseOutsideScope(who, { before: replaced.documents, after: documents });
    if (refusal) return refusal;
    const checked = await checkProposal(options, offered);
    if (!checked.ok) return checked.answer;
    const { ready, moment } = checked;
    await offered.requireRight?.();
    const after = replaced?.number ?? offered.after;
    const added = await forms.publish(ready, {
      documents,
      origin,
      by: who.name,
      note: note.slice(0, maxCommentLength),
      ...(moment !== undefined && { goesLiveAt: moment, timeZone, byId: who.id }),
      ...(restores !== undefined && { restores }),
      ...(draft && { draft }),
      ...(after !== undefined && { after }),
      audited: audit.createEntry({
        who,
        action: moment === undefined ? getAuditAction(origin) : 'scheduled',
      }),
    });
    if (added.kind === 'other-live') return createOtherDraftAnswer(options, after);
    const { version } = added;
    const { hash } = ready.form;
    const kind = version.state === 'scheduled' ? 'scheduled' : 'published';
    log.info(kind, { formHash: hash, version: version.number });
    onVersion(version);
    // If the author compared the versions before, this is cached. Nobody waits for it here.
    computeConsequences(options, { ...version, documents }).catch((error: unknown) =>
      log.error('not-compared', error),
    );
    return { kind, hash, version };
  }

  return {
    publishDocuments,
    async publish(asked, who, requireRight) {
      const { draft, version, page } = asked;
      await drafts.refresh();
      const { id, baseVersion = forms.live().number } = drafts.current();
      const documents = id === draft ? drafts.getDocumentsAt(version) : undefined;
      if (documents === undefined) return createOtherDraftAnswer(options, findBaseVersion(draft));
      const mark = { id: draft, version, page };
      const origin = deriveVersionOrigin(drafts.current().changes.slice(0, version));
      const answer = await publishDocuments({
        ...asked,
        documents,
        origin,
        who,
        after: baseVersion,
        draft: mark,
        requireRight,
      });
      // The version is live or scheduled, whether or not this succeeds.
      if (answer.kind === 'published' || answer.kind === 'scheduled')
        await reviews
          .recordPublished({ draft, version, number: answer.version.number }, who)
          .catch((error: unknown) => log.error('review-not-closed', error, getLoggableReason(error)));
      // Start the next draft. If that fails, for example because the disk is full, the version is live
      // nevertheless.
      if (answer.kind === 'published')
        await drafts
          .rebase({ ...answer.version, documents, draft: mark })
          .catch((error: unknown) => log.error('draft-not-followed', error, getLoggableReason(error)));
      return answer;
    },
    async restore({ number, ...asked }, who, requireRight) {
      const version = await store.version(number);
      if (version === undefined) return { kind: 'no-version' };
      const { liveAt } = version;
      const documents = restoreContentDocuments(version.documents, forms.documents(), live().folder);
      const wasLive = liveAt !== undefined;
      const answer = await publishDocuments({
        ...asked,
        documents,
        origin: 'restore',
        who,
        restores: number,
        wasLive,
        requireRight,
      });
      const keepsLists = documents !== version.documents;
      return answer.kind === 'published' && keepsLists ? { ...answer, keepsLists } : answer;
    },
    async cancel(number, who) {
      const version = isLimited(who) ? await store.version(number) : undefined;
      const replaced = version && (await findReplacedVersion(options, { who, after: version.after }));
      const refusal =
        version &&
        replaced &&
        refuseOutsideScope(who, { before: replaced.documents, after: version.documents });
      if (refusal) return refusal;
      const note = audit.createEntry({ who, action: 'schedule-cancelled' });
      const outcome = await store.cancelVersion({ number, note, now: now() });
      if (outcome === undefined) return { kind: 'no-version' };
      const { isCancelled, version: summary } = outcome;
      if (!isCancelled) return { kind: 'not-scheduled', version: summary };
      log.info('schedule-cancelled', { version: number });
      onVersion(summary);
      return { kind: 'cancelled', version: summary };
    },
    async list(before) {
      const [versions, waiting] = await Promise.all([
        store.versions({ limit: pageSize, ...(before !== undefined && { before }) }),
        store.waitingVersions(),
      ]);
      const last = versions.at(-1)?.number;
      return {
        versions,
        waiting,
        live: forms.live().number,
        ...(last !== undefined && last > 1 && versions.length === pageSize && { next: last }),
      };
    },
    async version(number) {
      const version = await store.version(number);
      if (version === undefined) return undefined;
      const preparedBy = (await reviews.findPreparers([version.number])).get(version.number);
      const { draft: _draft, byId: _byId, ...rest } = version;
      const view = { ...rest, ...(preparedBy !== undefined && { preparedBy }) };
      const consequences = await computeConsequences(options, version);
      if (consequences === undefined) return view;
      const seen = consequences.filter(({ kind }) => kind !== 'documents-only');
      return { ...view, consequences, consequenceCount: seen.length };
    },
  };
}

/**
 * Records the base version of each draft of this server from now on, and returns a function that finds it by
 * the id of the draft. From it follows which versions were published since a page loaded its draft.
 */
function recordBaseVersions(drafts: Drafts): (draft: string) => number | undefined {
  const baseVersions = new Map<string, number>();
  /** Records the base version of the current draft. Does nothing if there is no draft. */
  const recordCurrent = () => {
    if (drafts.fault() !== undefined) return;
    const { id, baseVersion } = drafts.current();
    if (baseVersion !== undefined) baseVersions.set(id, baseVersion);
  };
  recordCurrent();
  drafts.onChange(recordCurrent);
  return (draft) => baseVersions.get(draft);
}

/**
 * Returns the answer for a page whose draft is not the current one, with the versions that went live after
 * the version `since`, as far as they are among the newest `pageSize`. If `since` is undefined or not among
 * them, it has the live version only. Refreshes the live version first.
 */
async function createOtherDraftAnswer(
  { forms, store }: PublishingOptions,
  since: number | undefined,
): Promise<PublishAnswer> {
  // Another server may have published the draft a moment ago.
  await forms.refresh();
  const published = forms.live();
  const newest = await store.versions({ limit: pageSize });
  const from = newest.find(({ number }) => number === since);
  /**
   * Returns true if the version went live after `since`; without a known `since`, if it is the live one.
   */
  const isPublishedSince = ({ liveAt, number }: VersionSummary) =>
    liveAt !== undefined && number !== since && liveAt >= (from?.liveAt ?? published.liveAt ?? 0);
  return { kind: 'other-draft', published, since: newest.filter(isPublishedSince) };
}

/**
 * Returns the version that a proposal of a person with limits replaces: the version that they believe to be
 * live; the live version if they name none or an unknown one. If another one is live by then, the store
 * refuses the proposal. Returns undefined for everybody else.
 */
async function findReplacedVersion(
  { forms, store }: PublishingOptions,
  { who, after }: Pick<VersionProposal, 'who' | 'after'>,
): Promise<StoredVersion | undefined> {
  if (!isLimited(who)) return undefined;
  return (after === undefined ? undefined : await store.version(after)) ?? forms.version();
}

/** The form of a proposal that may be published, or the answer why it may not. */
type CheckedProposal =
  | {
      readonly ok: true;
      readonly ready: CompiledForm;
      /** The time at which it goes live, in milliseconds since 1970. Undefined: at once. */
      readonly moment: number | undefined;
    }
  | { readonly ok: false; readonly answer: PublishAnswer };

/**
 * Checks and compiles the documents of a proposal. Refuses it for an invalid time, for errors, and for
 * warnings that its author has not seen.
 */
async function checkProposal(
  { check, store, thread, now }: PublishingOptions,
  offered: VersionProposal,
): Promise<CheckedProposal> {
  const { documents, wasLive, isWarned = false } = offered;
  const moment = getGoLiveMoment(offered, now());
  if (moment && !moment.ok) {
    const { reason, choices } = moment;
    return { ok: false, answer: { kind: 'no-time', reason, ...(choices && { choices }) } };
  }
  const findings = await check(documents);
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { ok: false, answer: { kind: 'refused', findings: errors } };
  const waiting = await store.waitingVersions();
  const unread = wasLive ? [] : findings;
  const isNew = unread.some(({ isKnown }) => !isKnown);
  if (!isWarned && (isNew || waiting.length > 0))
    return {
      ok: false,
      answer: { kind: 'warned', findings: unread, ...(waiting.length > 0 && { waiting }) },
    };
  const compiled = await thread.compiled({ documents });
  if (!compiled.ok) return { ok: false, answer: { kind: 'refused', findings: compiled.findings } };
  const ready = compileFormSchemas(compiled.form, compiled.codes);
  compileEveryType(ready);
  // The time may have passed during the check.
  const momentAfterCheck = getGoLiveMoment(offered, now());
  if (momentAfterCheck && !momentAfterCheck.ok)
    return { ok: false, answer: { kind: 'no-time', reason: momentAfterCheck.reason } };
  return { ok: true, ready, moment: moment?.at };
}

/**
 * Returns the stored consequences of a version, or computes and stores them. Undefined if no version was live
 * when it was made, or one of both does not compile.
 */
async function computeConsequences(
  { store, comparisons }: PublishingOptions,
  version: StoredVersion,
): Promise<readonly Consequence[] | undefined> {
  const { number, after, documents } = version;
  if (version.consequences !== undefined || after === undefined) return version.consequences;
  const before = await store.version(after);
  const consequences =
    before && (await comparisons.consequences({ before: before.documents, after: documents }));
  if (consequences) await store.recordConsequences({ number, consequences });
  return consequences;
}

/**
 * Returns `import` if all changes of a draft came from other installations, `push` if all came from files,
 * else `studio`, also if there are no changes.
 */
function deriveVersionOrigin(changes: readonly AcceptedChange[]): VersionOrigin {
  /** Returns true if there are changes, and the title of each has one of the keys. */
  const haveTitles = (...keys: readonly string[]) =>
    changes.length > 0 && changes.every(({ title }) => keys.includes(title.key));
  if (haveTitles('imported')) return 'import';
  return haveTitles('pushed', 'pushed-note') ? 'push' : 'studio';
}

/** Returns the action of an audit entry about a version that goes live at once. */
function getAuditAction(origin: VersionOrigin): AuditAction {
  return origin === 'restore' ? 'restored' : 'published';
}

/** Returns the moment at which the version goes live, or why it cannot. Undefined for at once. */
function getGoLiveMoment({ at, timeZone }: Partial<GoLiveTime>, now: number): ResolvedMoment | undefined {
  return at === undefined ? undefined : resolveClockTime({ at, timeZone: timeZone ?? '' }, now);
}
