import { type ReactNode, useEffect } from 'react';
import type { VersionSummary } from '../../api/versions.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { ReadyPanel } from '../review/ready.tsx';
import { useSearch } from '../ui/address.ts';
import { MomentText } from '../ui/moment.tsx';
import { focusHeading, focusHeadingOnceLost } from '../ui/use-heading-focus.ts';
import { ChangedExpectations } from './changed-expectations.tsx';
import { ConsequencesPanel } from './consequences-panel.tsx';
import { DraftSteps } from './draft-steps.tsx';
import { formatVersionAuthor, formatVersionName } from './history/version-texts.tsx';
import { focusFindings, KnownFindings, PublishFindings } from './publish-findings.tsx';
import { PublishForm } from './publish-form.tsx';
import { ScheduledVersions } from './scheduled-versions.tsx';
import type { ConsequencesState } from './use-consequences.ts';
import {
  formatPublishFailure,
  formatSuccess,
  listWarningsToAccept,
  type PublicationState,
  usePublication,
} from './use-publication.ts';

/**
 * Renders the page that publishes the draft. If the address names a version in `restore`, the page publishes
 * that version again; an invalid number is ignored.
 */
export function PublishPage(): ReactNode {
  const number = Number(useSearch().get('restore'));
  const restores = Number.isInteger(number) && number > 0 ? number : undefined;
  return <PublishVersion key={restores ?? 'draft'} restores={restores} />;
}

/** Renders the page that publishes the draft, or an earlier version again if `restores` is its number. */
function PublishVersion({ restores }: { readonly restores: number | undefined }): ReactNode {
  const { say } = useStudio();
  const publication = usePublication(restores);
  const { stage, isDone, hasNothingToPublish, versionsSince } = publication;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isDone) focusHeading();
  }, [isDone]);
  return (
    <div className="st-page st-publish">
      <div className="st-page-head">
        <h1>{restores === undefined ? say('publish') : say('restore.of', { number: restores })}</h1>
        <p className="st-quiet">
          {restores !== undefined
            ? say('restore.lead')
            : hasNothingToPublish
              ? ''
              : say('publish.lead', { count: publication.stepCount })}
        </p>
      </div>
      {stage.kind === 'done' && <SuccessNotice how={stage.how} version={stage.version} />}
      {versionsSince && <NewVersionsNotice versions={versionsSince} onRead={publication.dismissVersions} />}
      <ScheduledVersions />
      {isDone ? null : hasNothingToPublish ? (
        <NothingToPublish />
      ) : (
        <PublishParts restores={restores} publication={publication} />
      )}
    </div>
  );
}

/** Renders that the draft has no changes, and where to make some. */
function NothingToPublish(): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-empty">
      <p>{say('publish.nothing')}</p>
      <p>{say('publish.nothing-hint')}</p>
      <p>
        <a href="/studio/forms">{say('forms')}</a> · <a href="/studio/history">{say('history.all')}</a>
      </p>
    </div>
  );
}

/** Renders the consequences, the findings and the form that publishes. */
function PublishParts({
  restores,
  publication,
}: {
  readonly restores: number | undefined;
  readonly publication: PublicationState;
}): ReactNode {
  const { say, may } = useStudio();
  const { saving } = useDraftState();
  const { stage, findings, waiting, isChecked, consequences, laterStepCount } = publication;
  const changedExpectations = findings.filter(({ renewal }) => renewal !== undefined);
  const otherFindings = findings.filter(({ renewal }) => renewal === undefined);
  const hasErrors = otherFindings.some(({ severity }) => severity === 'error');
  return (
    <div className="st-publish-parts">
      <div className="st-stack-5 st-shrink">
        <ConsequencesPanel
          answer={consequences.answer}
          both={{ from: 'live', to: restores ?? 'draft' }}
          isGoingLive
          known={restores === undefined && <DraftSteps version={publication.version} />}
          onAgain={consequences.again}
        />
      </div>
      <div className="st-publish-how st-shrink">
        {restores === undefined && <ReadyPanel version={publication.version} />}
        {laterStepCount > 0 && (
          <MoreChangesNotice count={laterStepCount} onInclude={publication.includeLaterSteps} />
        )}
        <ChangedExpectations findings={changedExpectations} onRenew={publication.includeOwnChange} />
        <PublishFindings findings={otherFindings} waiting={waiting} isChecked={isChecked} />
        {may('publisher') ? (
          <PublishForm
            warnings={[...listWarningsToAccept(findings), ...waiting.map(({ number }) => String(number))]}
            obstacle={
              hasErrors
                ? say('publish.blocked')
                : changedExpectations.length > 0
                  ? say('expectations.open')
                  : undefined
            }
            onObstacle={focusFindings}
            isReady={isChecked && isCompared(consequences.answer) && saving === 'saved'}
            isBusy={stage.kind === 'busy'}
            isRestore={restores !== undefined}
            refusal={stage.kind === 'no-time' ? stage : undefined}
            failure={
              stage.kind === 'failed'
                ? formatPublishFailure(stage.trouble, say)
                : stage.kind === 'no-version'
                  ? say('consequences.no-version')
                  : ''
            }
            onPublish={(asked) => void publication.submit(asked)}
          >
            <KnownFindings findings={findings} />
          </PublishForm>
        ) : (
          <>
            <p className="st-quiet">{say('publish.not-yours')}</p>
            <KnownFindings findings={findings} />
          </>
        )}
      </div>
    </div>
  );
}

/**
 * Returns true if the consequences are known, or if loading them failed, because a failure does not block
 * publishing. False while they are computed, also in part, and if the versions cannot be compared.
 */
function isCompared(answer: ConsequencesState['answer']): boolean {
  if (answer === 'computing' || answer === 'failed') return answer === 'failed';
  return answer.kind === 'consequences' && answer.isPartial !== true;
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
          focusHeadingOnceLost();
        }}
      >
        {say('publish.go-on')}
      </button>
    </section>
  );
}
