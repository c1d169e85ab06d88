import { useEffect, useMemo, useState } from 'react';
import type { FindingView } from '../../api/findings.ts';
import type { PublishAnswer, PublishRequest, VersionSummary } from '../../api/versions.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { countActiveSteps } from '../draft/history.ts';
import { useOwnPresence } from '../draft/presence/own-presence.ts';
import { publishDraft, restoreVersion } from '../draft/versions-api.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import type { RequestFailure } from '../ui/ask/request.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { formatMoment } from '../ui/moment.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';
import { type LatestVersions, useLatestVersions } from './history/latest-versions.tsx';
import { focusFindings } from './publish-findings.tsx';
import type { Publication } from './publish-form.tsx';
import { type ComparisonRequest, type ConsequencesState, useConsequences } from './use-consequences.ts';

/**
 * The stage of publishing. In `failed`, the request was refused or not answered; without an answer, the
 * version may be published nevertheless.
 */
export type PublishStage =
  | { readonly kind: 'idle' | 'busy' }
  | {
      readonly kind: 'failed';
      readonly trouble: RequestFailure;
      /** The draft that should be published. */
      readonly draft: string;
    }
  /** The server refuses the time, or the version to restore. */
  | Extract<PublishAnswer, { readonly kind: 'no-time' | 'no-version' }>
  | {
      readonly kind: 'done';
      readonly how: 'published' | 'scheduled';
      /** Undefined if the answer was lost, so that the version is not known. */
      readonly version: VersionSummary | undefined;
      /** The draft from which the version was made. */
      readonly draft: string;
    };

/** The findings in a response that refuses the documents or asks for the acceptance of warnings. */
interface ServerFindings {
  readonly findings: readonly FindingView[];
  readonly waiting: readonly VersionSummary[];
}

/** The publication of the draft, or of an earlier version again. */
export interface PublicationState {
  readonly stage: PublishStage;
  /** True if the result is all that is to be shown: there is nothing more to publish. */
  readonly isDone: boolean;
  /** True for a draft whose changes were all undone. It is not published. */
  readonly hasNothingToPublish: boolean;
  /** The number of changes of the draft that are published. */
  readonly version: number;
  /** The number of steps that are published. */
  readonly stepCount: number;
  /** The number of steps that others have made since; they are part of the next version. 0 for a restore. */
  readonly laterStepCount: number;
  /** Publishes the later steps, too. */
  readonly includeLaterSteps: () => void;
  /**
   * Publishes a change that this page has just made, too, once it is saved, with all changes before it. Does
   * nothing if the server does not take the change.
   */
  readonly includeOwnChange: () => void;
  readonly findings: readonly FindingView[];
  /** The scheduled versions. */
  readonly waiting: readonly VersionSummary[];
  /** True if the findings are known, or the server finds them when it publishes. */
  readonly isChecked: boolean;
  readonly consequences: ConsequencesState;
  /** The versions that went live since the page was opened, and were not read yet. */
  readonly versionsSince: readonly VersionSummary[] | undefined;
  readonly dismissVersions: () => void;
  /**
   * Sends the request to publish, and applies the answer. If the server asks to accept findings that are only
   * notes, accepts them and sends the request again. A failure is shown and announced.
   */
  readonly submit: (publication: Publication) => Promise<void>;
}

/** @param restores The number of the version to publish again. Undefined: the draft is published. */
export function usePublication(restores: number | undefined): PublicationState {
  const { say, announce, locale, reopen, me } = useStudio();
  const { draft, version, published, publishedBy, changes } = useDraftState();
  const { page } = useOwnPresence();
  const versions = useLatestVersions();
  const [stage, setStage] = useState<PublishStage>({ kind: 'idle' });
  const [serverFindings, setServerFindings] = useState<ServerFindings>();
  const [versionsSince, setVersionsSince] = useState<readonly VersionSummary[]>();
  const live = typeof versions.page === 'string' ? undefined : versions.page.live;
  const [liveBefore, setLiveBefore] = useState(live);
  if (live !== liveBefore) {
    setLiveBefore(live);
    // Versions that became live before the person pressed the button.
    const newVersions = liveBefore === undefined ? [] : listVersionsSince(versions.page, liveBefore);
    const ownVersion = newVersions.find(
      (one) => restores !== undefined && one.restores === restores && one.by === me.name,
    );
    // The response was lost, but the version is live.
    if (stage.kind === 'failed' && ownVersion)
      setStage({ kind: 'done', how: 'published', version: ownVersion, draft });
    else if (liveBefore !== undefined && stage.kind !== 'done' && stage.kind !== 'busy' && !versionsSince)
      setVersionsSince(newVersions);
  }
  const isOfDraft = restores === undefined;
  const { pinned, findings: draftFindings, isChecked, pin, pinOwnChange } = usePinnedDraft();
  const [pinnedBefore, setPinnedBefore] = useState(pinned);
  if (pinned !== pinnedBefore) {
    setPinnedBefore(pinned);
    // They are about the version that was pinned.
    if (isOfDraft) setServerFindings(undefined);
  }
  const stepCount = useMemo(() => countActiveSteps(changes.slice(0, pinned?.version)), [changes, pinned]);
  const hasNothingToPublish = isOfDraft && pinned !== undefined && stepCount === 0;
  const comparison = useMemo<ComparisonRequest | undefined>(() => {
    const since = published.hash;
    if (!isOfDraft) return { from: 'live', to: restores, since };
    return pinned === undefined || hasNothingToPublish
      ? undefined
      : { from: 'live', to: 'draft', ...pinned, since };
  }, [hasNothingToPublish, isOfDraft, published.hash, pinned, restores]);
  const consequences = useConsequences(comparison);
  // The findings of the server are focused, wherever the person is on the page.
  useEffect(() => {
    if (serverFindings !== undefined) focusFindings();
  }, [serverFindings]);

  async function submit({ note, isWarned, when }: Publication): Promise<void> {
    setStage({ kind: 'busy' });
    // Otherwise a repeated announcement would not be read.
    announce('');
    if (restores !== undefined) versions.addOwnRestore(restores);
    const asked = { ...(note !== '' && { note }), ...when };
    /** Sends the request to publish the draft, or to restore the version, with the fields of `more` added. */
    const sendRequest = (more: Partial<PublishRequest>) =>
      restores === undefined
        ? publishDraft({ ...(pinned ?? { draft, version }), page, ...asked, ...more })
        : restoreVersion({ number: restores, ...(live !== undefined && { after: live }), ...asked, ...more });
    const first = await sendRequest(isWarned ? { isWarned } : {});
    // The server asks for an acceptance. If there are only notes, it is given automatically.
    const outcome =
      first.isDone && hasOnlyNotes(first.answer) ? await sendRequest({ isWarned: true }) : first;
    if (outcome.isDone) applyAnswer(outcome.answer);
    else {
      setStage({ kind: 'failed', trouble: outcome.trouble, draft });
      announce(formatPublishFailure(outcome.trouble, say));
    }
  }

  /**
   * Updates the page after an answer of the server, and announces most results. If a version was published or
   * scheduled, or the draft was replaced, loads the draft and the versions again.
   */
  function applyAnswer(result: PublishAnswer): void {
    switch (result.kind) {
      case 'published':
      case 'scheduled':
        setVersionsSince(undefined);
        setServerFindings(undefined);
        setStage({ kind: 'done', how: result.kind, version: result.version, draft });
        announce(formatSuccess(result.kind, result.version, { say, locale }));
        focusHeading();
        break;
      case 'other-draft':
        setVersionsSince(result.since ?? (result.published ? [result.published] : []));
        setServerFindings(undefined);
        setStage({ kind: 'idle' });
        announce(say('publish.overtaken'));
        break;
      case 'refused':
      case 'warned':
        setServerFindings({
          findings: result.findings,
          waiting: result.kind === 'warned' ? (result.waiting ?? []) : [],
        });
        setStage({ kind: 'idle' });
        announce(say(result.kind === 'warned' ? 'publish.warned' : 'publish.refused'));
        return;
      default:
        setStage(result);
        return;
    }
    reopen();
    versions.reload();
  }

  // The response was lost, but an event says that this page has published.
  const isConfirmedByEvent =
    stage.kind === 'failed' && isOfDraft && stage.draft !== draft && publishedBy === page;
  useEffect(() => {
    if (!isConfirmedByEvent) return;
    setStage({ kind: 'done', how: 'published', version: undefined, draft });
    announce(say('publish.done'));
    focusHeading();
  }, [isConfirmedByEvent, draft, announce, say]);

  return {
    stage,
    isDone: stage.kind === 'done' && (stage.draft === draft || hasNothingToPublish || !isOfDraft),
    hasNothingToPublish,
    version: pinned?.version ?? version,
    stepCount,
    laterStepCount:
      isOfDraft && pinned && version > pinned.version
        ? Math.max(1, countActiveSteps(changes) - stepCount)
        : 0,
    includeLaterSteps: pin,
    includeOwnChange: pinOwnChange,
    findings: isOfDraft ? (serverFindings?.findings ?? draftFindings) : omitRepairs(serverFindings?.findings),
    waiting: serverFindings?.waiting ?? (typeof versions.page === 'string' ? [] : versions.page.waiting),
    isChecked: isChecked || !isOfDraft,
    consequences,
    versionsSince,
    dismissVersions: () => setVersionsSince(undefined),
    submit,
  };
}

/**
 * The version of the draft that will be published. Changes that others make later are part of the next
 * version.
 */
interface PinnedDraft {
  readonly draft: string;
  readonly version: number;
}

/**
 * Returns the version of the draft that will be published, and its findings. `pinned` is the version that was
 * current when the page was opened: undefined until the draft is saved, replaced after the first change of an
 * unchanged draft, if a new draft is opened, and if all later changes are this person's own, such as an undo.
 * `findings` are empty until the check of this version is known. `isChecked` is also true if the draft has changed since, because the server checks the pinned
 * version anyway.
 */
function usePinnedDraft() {
  const { store } = useStudio();
  const { draft, version, changes, saving, report } = useDraftState();
  const [pinned, setPinned] = useState<PinnedDraft>();
  const [checked, setChecked] = useState<{
    readonly of: PinnedDraft;
    readonly findings: readonly FindingView[];
  }>();
  // A draft without changes is not pinned, because there is nothing to publish.
  const [ownChangeAfter, setOwnChangeAfter] = useState<number>();
  const isOver = pinned?.draft !== draft || (pinned.version === 0 && version > 0);
  const isOwnSince =
    pinned !== undefined &&
    version > pinned.version &&
    changes.slice(pinned.version).every(({ by }) => by === store.by);
  if (saving === 'saved' && (isOver || isOwnSince)) setPinned({ draft, version });
  if (saving === 'saved' && ownChangeAfter !== undefined) {
    setOwnChangeAfter(undefined);
    if (version > ownChangeAfter) setPinned({ draft, version });
  }
  if (
    pinned &&
    checked?.of !== pinned &&
    report?.version === pinned.version &&
    report.isProven &&
    version === pinned.version
  )
    setChecked({ of: pinned, findings: report.findings });
  const isKnown = pinned !== undefined && checked?.of === pinned;
  return {
    pinned,
    findings: isKnown ? checked.findings : [],
    // If the draft has changed since, the server checks the pinned version when it is published.
    isChecked: isKnown || (pinned !== undefined && version > pinned.version),
    /** Pins the latest version of the draft instead. */
    pin: () => setPinned({ draft, version }),
    /** Pins the version with a change that this page has just made, once it is saved. */
    pinOwnChange: () => setOwnChangeAfter(version),
  };
}

/**
 * Returns the versions that became live after the version with the number `live`, in the order of the page:
 * the newest first. Only the latest versions are searched; all of them are returned if `live` is not among
 * them. Empty until they are loaded.
 */
function listVersionsSince(page: LatestVersions['page'], live: number): readonly VersionSummary[] {
  if (typeof page === 'string') return [];
  const from = page.versions.find(({ number }) => number === live)?.liveAt ?? 0;
  return page.versions.filter(
    ({ number, liveAt }) => number !== live && liveAt !== undefined && liveAt >= from,
  );
}

/**
 * Returns findings without their repairs, because those of an earlier version would change the draft. Empty
 * without findings.
 */
function omitRepairs(findings: readonly FindingView[] = []): readonly FindingView[] {
  return findings.map(({ renewal: _renewal, filling: _filling, ...finding }) => finding);
}

/**
 * Returns true if the server asks to accept findings, but none of them is a new warning and no version is
 * scheduled.
 */
function hasOnlyNotes(answer: PublishAnswer): boolean {
  if (answer.kind !== 'warned') return false;
  return listWarningsToAccept(answer.findings).length === 0 && (answer.waiting ?? []).length === 0;
}

/**
 * Returns the warnings to accept, each as a unique string. Leaves out those of the live version, which were
 * accepted before.
 */
export function listWarningsToAccept(findings: readonly FindingView[]): readonly string[] {
  return findings.flatMap(({ severity, file, pointer, reason, isKnown }) =>
    severity === 'warning' && !isKnown ? [`${file} ${pointer} ${reason}`] : [],
  );
}

/**
 * Returns the sentence that explains why publishing failed. If there was no answer, it says that the result
 * is unknown.
 */
export function formatPublishFailure(trouble: RequestFailure, say: FormatMessage): string {
  return trouble.error === 'unreachable' ? say('publish.failed') : formatRequestFailure(trouble, say);
}

/** Returns the sentence that a version was published, or the time at which a scheduled version goes live. */
export function formatSuccess(
  how: 'published' | 'scheduled',
  version: VersionSummary | undefined,
  { say, locale }: { readonly say: FormatMessage; readonly locale: string },
): string {
  if (how === 'published' || version?.goesLiveAt === undefined) return say('publish.done');
  return say('publish.scheduled', { when: formatMoment(version.goesLiveAt, locale, version.timeZone) });
}
