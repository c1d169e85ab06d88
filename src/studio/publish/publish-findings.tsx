import { Fragment, type ReactNode, useMemo } from 'react';
import type { FindingView } from '../../api/findings.ts';
import type { VersionSummary } from '../../api/versions.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useTextNames } from '../draft/text-names.ts';
import { FixTexts } from '../texts/fix-texts.tsx';
import { findFindingTitle } from '../ui/finding-title.ts';
import { formatMoment } from '../ui/moment.tsx';
import { FindingReason } from './finding-reason.tsx';
import { createFindingTargets, type FindingTarget } from './finding-target.ts';
import { formatVersionName } from './history/version-texts.tsx';
import { RenewScenarioForm } from './renew-scenario-form.tsx';

/** The number of findings that a list shows. The checks page shows the rest. */
const maxShownFindings = 6;

/**
 * Lists the errors, which block publishing, the warnings that the live version does not have and, as
 * warnings, the scheduled versions. Renders nothing if there are none of these. Until `isChecked`, only
 * renders a message that the check is running.
 */
export function PublishFindings({
  findings,
  waiting,
  isChecked,
}: {
  readonly findings: readonly FindingView[];
  /** Scheduled versions. Each will replace what is published before its time. */
  readonly waiting: readonly VersionSummary[];
  readonly isChecked: boolean;
}): ReactNode {
  const { say } = useStudio();
  /** Returns the findings of a severity, without the warnings that the live version has too. */
  const filterBySeverity = (severity: FindingView['severity']) =>
    findings.filter((finding) => finding.severity === severity && !finding.isKnown);
  if (!isChecked)
    return (
      <p className="st-quiet st-checking" role="status">
        {say('checks.working')}
      </p>
    );
  return (['error', 'warning'] as const).map((severity) => {
    const some = filterBySeverity(severity);
    const ahead = severity === 'warning' ? waiting : [];
    if (some.length + ahead.length === 0) return null;
    return <FindingSection key={severity} severity={severity} findings={some} waiting={ahead} />;
  });
}

/** Returns the id of the heading above the findings of a severity. */
function getHeadingId(severity: 'error' | 'warning'): string {
  return `st-publish-${severity}`;
}

/**
 * Focuses the heading of the errors, else of the changed expectations, else of the warnings. Does nothing if
 * none is shown.
 */
export function focusFindings(): void {
  const ids = [getHeadingId('error'), 'st-expectations', getHeadingId('warning')];
  const [heading] = ids.flatMap((id) => document.getElementById(id) ?? []);
  heading?.focus();
}

/**
 * Lists the warnings that the live version has too, or renders nothing if there are none. They are collapsed,
 * because they were accepted when it was published.
 */
export function KnownFindings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const known = findings.filter(({ isKnown, severity }) => isKnown && severity === 'warning');
  if (known.length === 0) return null;
  return (
    <details className="st-known st-muted">
      <summary>{say('publish.known', { count: known.length })}</summary>
      <p className="st-hint">{say('publish.known-hint')}</p>
      <FindingList findings={known} />
    </details>
  );
}

/**
 * Renders a notice with a heading that counts findings and versions, the findings, and a sentence for each
 * waiting version with its time.
 */
function FindingSection({
  severity,
  findings,
  waiting,
}: {
  readonly severity: 'error' | 'warning';
  readonly findings: readonly FindingView[];
  readonly waiting: readonly VersionSummary[];
}): ReactNode {
  const { say, locale } = useStudio();
  return (
    <section className={`st-notice st-notice--${severity}`} aria-labelledby={getHeadingId(severity)}>
      <h2 id={getHeadingId(severity)} tabIndex={-1}>
        {say(`publish.${severity}s`, { count: findings.length + waiting.length })}
      </h2>
      <FindingList findings={findings} />
      {waiting.map(({ number, goesLiveAt = 0, timeZone }) => (
        <p key={number}>
          {say('publish.waiting', {
            version: formatVersionName(number, say),
            when: formatMoment(goesLiveAt, locale, timeZone),
          })}
        </p>
      ))}
    </section>
  );
}

/**
 * Lists the first six findings, grouped by code, each with a link to its position. Links to the checks page
 * if there are more.
 */
function FindingList({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const nameText = useTextNames();
  const getFindingTarget = useMemo(() => createFindingTargets(documents, nameText), [documents, nameText]);
  const shown = findings.slice(0, maxShownFindings);
  const codes = [...new Set(shown.map(({ code }) => code))];
  return (
    <>
      {codes.map((code) => (
        <Fragment key={code}>
          <FindingTitle code={code} />
          <ul className="st-finding-places st-stack-3">
            {shown
              .filter((finding) => finding.code === code)
              .map((finding) => (
                <li key={`${finding.file} ${finding.pointer} ${finding.reason}`} className="st-stack-1">
                  <FindingReason finding={finding} />
                  <div className="st-ways">
                    <FindingLink finding={finding} place={getFindingTarget(finding)} />
                    <RenewScenarioForm finding={finding} />
                    <FixTexts findings={[finding]} />
                  </div>
                </li>
              ))}
          </ul>
        </Fragment>
      ))}
      {findings.length > maxShownFindings && <a href="/studio/checks">{say('publish.all-findings')}</a>}
    </>
  );
}

/** Renders the title of a finding code; nothing for a code that this version of the studio does not know. */
function FindingTitle({ code }: { readonly code: string }): ReactNode {
  const { locale } = useStudio();
  const title = findFindingTitle(locale, code);
  return title === undefined ? null : <p className="st-finding-title">{title}</p>;
}

/**
 * Renders a link to the position of a finding. Its accessible name contains the reason if the position has no
 * name.
 */
function FindingLink({
  finding,
  place,
}: {
  readonly finding: FindingView;
  readonly place: FindingTarget;
}): ReactNode {
  const { say } = useStudio();
  const { address, names } = place;
  return (
    <a href={address}>
      {say('checks.go')}
      {names.length > 0 ? (
        <>
          : <bdi>{names.join(' · ')}</bdi>
        </>
      ) : (
        <span className="st-visually-hidden">: {finding.reason}</span>
      )}
    </a>
  );
}
