import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { FindingView } from '../../api/findings.ts';
import type { PublishAnswer, PublishRequest, VersionSummary } from '../../api/versions.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { countActiveSteps } from '../draft/history.ts';
import { useOwnPresence } from '../draft/presence/own-presence.ts';
import { publishDraft, restoreVersion } from '../draft/versions-api.ts';
import { useSearch } from '../ui/address.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import type { RequestFailure } from '../ui/ask/request.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { formatMoment, MomentText } from '../ui/moment.tsx';
import { focusHeading } from '../ui/use-heading-focus.ts';
import { ConsequencesPanel } from './consequences-panel.tsx';
import { type LatestVersions, useLatestVersions } from './history/latest-versions.tsx';
import { formatVersionAuthor, formatVersionName } from './history/version-texts.tsx';
import { focusFindings, KnownFindings, PublishFindings } from './publish-findings.tsx';
import { type Publication, PublishForm } from './publish-form.tsx';
import { ScheduledVersions } from './scheduled-versions.tsx';
import { type ComparisonRequest, type ConsequencesState, useConsequences } from './use-consequences.ts';

/**
 * Renders the page that publishes the draft. If the address names a version in `restore`, the page publishes
 * that version again; an invalid number is ignored.
 */
export function PublishPage(): ReactNode {
  const number = Number(useSearch().get('restore'));
  const restores = Number.isInteger(number) && number > 0 ? number : undefined;
  return <PublishVersion key={restores ?? 'draft'} restores={restores} />;
}

/**
 * The stage of publishing. In `failed`, the request was refused or not answered; without an answer, the
 * version may be published nevertheless.
 */
type PublishStage =
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

/** Renders the page that publishes the draft, or an earlier version again if `restores` is its number. */
function PublishVersion({ restores }: { readonly restores: number | undefined }): ReactNode {
  const { say, announce, locale, reopen, may, me } = useStudio();
  const { draft, version, saving, published, publishedBy, changes } = useDraftState();
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
  const { pinned, findings: draftFindings, isChecked, pin } = usePinnedDraft();
  const steps = useMemo(() => countActiveSteps(changes.slice(0, pinned?.version)), [changes, pinned]);
  // A draft whose changes were all undone is not published.
  const hasNothingToPublish = isOfDraft && pinned !== undefined && steps === 0;
  const comparison = useMemo<ComparisonRequest | undefined>(() => {
    const since = published.hash;
    if (!isOfDraft) return { from: 'live', to: restores, since };
    return pinned === undefined || hasNothingToPublish
      ? undefined
      : { from: 'live', to: 'draft', ...pinned, since };
  }, [hasNothingToPublish, isOfDraft, published.hash, pinned, restores]);
  const { answer, again } = useConsequences(comparison);
  // The findings of the server are focused, wherever the person is on the page.
  useEffect(() => {
    if (serverFindings !== undefined) focusFindings();
  }, [serverFindings]);
  const findings = serverFindings?.findings ?? (isOfDraft ? draftFindings : []);
  const waiting = serverFindings?.waiting ?? (typeof versions.page === 'string' ? [] : versions.page.waiting);
  const isBlocked = findings.some(({ severity }) => severity === 'error');

  /**
   * Sends the request to publish, and applies the answer. If the server asks to accept findings that are only
   * notes, accepts them and sends the request again. A failure is shown and announced.
   */
  async function submitPublication({ note, isWarned, when }: Publication): Promise<void> {
    setStage({ kind: 'busy' });
    // Otherwise a repeated announcement would not be read.
    announce('');
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

  const isDone = stage.kind === 'done' && (stage.draft === draft || hasNothingToPublish || !isOfDraft);
  return (
    <div className="st-page st-publish">
      <div className="st-page-head">
        <h1>{restores === undefined ? say('publish') : say('restore.of', { number: restores })}</h1>
        <p className="st-quiet">
          {restores !== undefined
            ? say('restore.lead')
            : hasNothingToPublish
              ? ''
              : say('publish.lead', { count: steps })}
        </p>
      </div>
      {stage.kind === 'done' && <SuccessNotice how={stage.how} version={stage.version} />}
      {versionsSince && (
        <NewVersionsNotice versions={versionsSince} onRead={() => setVersionsSince(undefined)} />
      )}
      <ScheduledVersions />
      {isDone ? null : hasNothingToPublish ? (
        <div className="st-empty">
          <p>{say('publish.nothing')}</p>
          <p>{say('publish.nothing-hint')}</p>
          <p>
            <a href="/studio/forms">{say('forms')}</a> · <a href="/studio/history">{say('history.all')}</a>
          </p>
        </div>
      ) : (
        <div className="st-publish-parts">
          <div className="st-publish-what">
            <ConsequencesPanel
              answer={answer}
              both={{ from: 'live', to: restores ?? 'draft' }}
              isGoingLive
              onAgain={again}
            />
          </div>
          <div className="st-publish-how">
            {isOfDraft && pinned && version > pinned.version && (
              <MoreChangesNotice
                count={Math.max(1, countActiveSteps(changes) - steps)}
                onInclude={() => {
                  pin();
                  setServerFindings(undefined);
                }}
              />
            )}
            <PublishFindings findings={findings} waiting={waiting} isChecked={isChecked || !isOfDraft} />
            {may('publisher') ? (
              <PublishForm
                warnings={[...listWarningsToAccept(findings), ...waiting.map(({ number }) => String(number))]}
                isBlocked={isBlocked}
                isReady={(isChecked || !isOfDraft) && isCompared(answer) && saving === 'saved'}
                isBusy={stage.kind === 'busy'}
                isRestore={!isOfDraft}
                refusal={stage.kind === 'no-time' ? stage : undefined}
                failure={
                  stage.kind === 'failed'
                    ? formatPublishFailure(stage.trouble, say)
                    : stage.kind === 'no-version'
                      ? say('consequences.no-version')
                      : ''
                }
                onPublish={(publication) => void submitPublication(publication)}
              />
            ) : (
              <p className="st-quiet">{say('publish.not-yours')}</p>
            )}
            <KnownFindings findings={findings} />
          </div>
        </div>
      )}
    </div>
  );
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
 * unchanged draft and if a new draft is opened. `findings` are empty until the check of this version is
 * known. `isChecked` is also true if the draft has changed since, because the server checks the pinned
 * version anyway.
 */
function usePinnedDraft() {
  const { draft, version, saving, report } = useDraftState();
  const [pinned, setPinned] = useState<PinnedDraft>();
  const [checked, setChecked] = useState<{
    readonly of: PinnedDraft;
    readonly findings: readonly FindingView[];
  }>();
  // A draft without changes is not pinned, because there is nothing to publish.
  const isOver = pinned?.draft !== draft || (pinned.version === 0 && version > 0);
  if (saving === 'saved' && isOver) setPinned({ draft, version });
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
  };
}

/**
 * Renders a notice that the draft was changed after the page was opened, with a button to publish these
 * changes too.
 */
function MoreChangesNotice({
  count,
  onInclude,
}: {
  readonly count: number;
  readonly onInclude: () => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-notice" role="status">
      <p>{say('publish.more', { count })}</p>
      <button type="button" className="st-button" onClick={onInclude}>
        {say('publish.take-more')}
      </button>
    </div>
  );
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
 * Returns the sentence that explains why publishing failed. If there was no answer, it says that the result
 * is unknown.
 */
function formatPublishFailure(trouble: RequestFailure, say: FormatMessage): string {
  return trouble.error === 'unreachable' ? say('publish.failed') : formatRequestFailure(trouble, say);
}

/**
 * Returns true if the consequences are known, or if loading them failed, because a failure does not block
 * publishing. False while they are computed, and if the versions cannot be compared.
 */
function isCompared(answer: ConsequencesState['answer']): boolean {
  return answer !== 'computing' && (answer === 'failed' || answer.kind === 'consequences');
}

/**
 * Returns the warnings to accept, each as a unique string. Leaves out those of the live version, which were
 * accepted before.
 */
function listWarningsToAccept(findings: readonly FindingView[]): readonly string[] {
  return findings.flatMap(({ severity, file, pointer, reason, isKnown }) =>
    severity === 'warning' && !isKnown ? [`${file} ${pointer} ${reason}`] : [],
  );
}

/**
 * Returns true if the server asks to accept findings, but none of them is a new warning and no version is
 * scheduled.
 */
function hasOnlyNotes(answer: PublishAnswer): boolean {
  if (answer.kind !== 'warned') return false;
  return listWarningsToAccept(answer.findings).length === 0 && (answer.waiting ?? []).length === 0;
}

/** Returns the sentence that a version was published, or the time at which a scheduled version goes live. */
function formatSuccess(
  how: 'published' | 'scheduled',
  version: VersionSummary | undefined,
  { say, locale }: { readonly say: ReturnType<typeof useStudio>['say']; readonly locale: string },
): string {
  if (how === 'published' || version?.goesLiveAt === undefined) return say('publish.done');
  return say('publish.scheduled', { when: formatMoment(version.goesLiveAt, locale, version.timeZone) });
}

/** Renders the sentence that a version was published or scheduled, with a link to it if it is known. */
function SuccessNotice({
  how,
  version,
}: {
  readonly how: 'published' | 'scheduled';
  readonly version: VersionSummary | undefined;
}): ReactNode {
  const { say, locale } = useStudio();
  return (
    <div className="st-notice st-notice--good">
      <p>
        <strong>{formatSuccess(how, version, { say, locale })}</strong>
      </p>
      {version && (
        <p>
          <a href={`/studio/history/${version.number}`}>
            {say('publish.in-history', { number: version.number })}
          </a>
        </p>
      )}
    </div>
  );
}

/**
 * Renders a notice with the versions that went live meanwhile. The consequences below it are compared with
 * the newest one. Its button calls `onRead` and focuses the heading of the page.
 */
function NewVersionsNotice({
  versions,
  onRead,
}: {
  readonly versions: readonly VersionSummary[];
  readonly onRead: () => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <section className="st-notice st-notice--warning" aria-label={say('publish.overtaken')} role="alert">
      <p>
        <strong>{say('publish.overtaken')}</strong>
      </p>
      <ul>
        {versions.map((version) => (
          <li key={version.number}>
            <a href={`/studio/history/${version.number}`}>{formatVersionName(version.number, say)}</a>
            {' · '}
            <bdi>{formatVersionAuthor(version, say)}</bdi>
            {' · '}
            <MomentText at={version.at} />
            {version.note !== '' && (
              <>
                {': '}
                <bdi>{version.note}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      <p>{say('publish.overtaken-hint')}</p>
      <button
        type="button"
        className="st-button"
        onClick={() => {
          onRead();
          focusHeading();
        }}
      >
        {say('publish.go-on')}
      </button>
    </section>
  );
}
