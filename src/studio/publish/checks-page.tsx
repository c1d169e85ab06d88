import { Fragment, type ReactNode, useMemo } from 'react';
import { getTextsFile, listRules } from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useTextNames } from '../draft/text-names.ts';
import { getExampleAddress } from '../preview/settings.ts';
import { isUnwatched } from '../rules/list/rule-filter.ts';
import { WatchRule } from '../rules/list/watch-rule.tsx';
import { FixTexts } from '../texts/fix-texts.tsx';
import { getTextsAddress, isTextInState } from '../texts/text-filter.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findFindingTitle } from '../ui/finding-title.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { FindingReason } from './finding-reason.tsx';
import { createFindingTargets, type FindingTarget, findFindingExample } from './finding-target.ts';
import { RenewScenarioForm } from './renew-scenario-form.tsx';

/** The severities in display order. */
const severities = ['error', 'warning', 'note'] as const;

/**
 * Renders all findings of the draft: first those that the last change caused, then the others by severity.
 * While a changed draft is being checked, all are shown by severity.
 */
export function ChecksPage(): ReactNode {
  const { say } = useStudio();
  const { report, version, newFindings } = useDraftState();
  const isCurrent = report?.version === version;
  const findings = report?.findings ?? [];
  const latest = isCurrent ? findings.filter((finding) => newFindings.includes(finding)) : [];
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('checks')}</h1>
        <p className="st-quiet" role="status">
          {!isCurrent || !report?.isProven
            ? report?.isForm === false
              ? say('checks.broken')
              : say('checks.working')
            : say('checks.done')}
        </p>
      </div>
      {isCurrent && report.isProven && findings.length === 0 && (
        <div className="st-empty">
          <p>{say('checks.none')}</p>
          <p className="st-quiet">{say('checks.none-hint')}</p>
        </div>
      )}
      {latest.length > 0 && (
        <section aria-labelledby="st-brought">
          <h2 id="st-brought">{say('checks.brought')}</h2>
          <FindingsByCode findings={latest} />
        </section>
      )}
      {severities.map((severity) => {
        const some = findings.filter((finding) => finding.severity === severity && !latest.includes(finding));
        if (some.length === 0) return null;
        return (
          <section key={severity} aria-labelledby={`st-${severity}`}>
            <h2 id={`st-${severity}`}>{say(`severity.${severity}`, { count: some.length })}</h2>
            <FindingsByCode findings={some} />
          </section>
        );
      })}
    </div>
  );
}

/** Renders one group per code, in the order in which the codes first occur. */
function FindingsByCode({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const codes = [...new Set(findings.map(({ code }) => code))];
  return (
    <ul className="st-stack-2">
      {codes.map((code) => (
        <FindingGroup key={code} code={code} findings={findings.filter((finding) => finding.code === code)} />
      ))}
    </ul>
  );
}

/** The number of findings of one code that are not folded. */
const maxShownPositions = 5;

/** Renders the findings of one code. All but the first five are folded. */
function FindingGroup({
  code,
  findings,
}: {
  readonly code: string;
  readonly findings: readonly FindingView[];
}): ReactNode {
  const { say, locale } = useStudio();
  const title = findFindingTitle(locale, code);
  const more = findings.slice(maxShownPositions);
  return (
    <li className={`st-finding st-finding--${findings[0]?.severity} st-stack-2 st-box st-padded st-breaks`}>
      {title !== undefined && <h3 className="st-finding-title">{title}</h3>}
      {findings.length > 1 && (
        <p>
          <FixTexts findings={findings} />
        </p>
      )}
      {code === 'missing-translation' && <TranslateLinks findings={findings} />}
      <FindingList findings={findings.slice(0, maxShownPositions)} />
      {more.length > 0 && (
        <details>
          <summary>{say('checks.more', { count: more.length })}</summary>
          <FindingList findings={more} />
        </details>
      )}
    </li>
  );
}

/** Renders a link for each language that opens its missing texts one after the other. */
function TranslateLinks({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const texts = useTexts();
  const locales = texts.locales.filter((locale) =>
    findings.some(({ file }) => file === getTextsFile(locale)),
  );
  return (
    <p className="st-wrap">
      {locales.map((locale) => {
        const missing = texts.rows.filter((row) => isTextInState('missing', row, locale, texts));
        const [first] = missing;
        if (first === undefined) return null;
        return (
          <a key={locale} href={getTextsAddress({ key: first.key, language: locale, show: 'missing' })}>
            {say('texts.start.missing', { count: missing.length, language: getOwnLanguageName(locale) })}
          </a>
        );
      })}
    </p>
  );
}

/** Renders the reason and the links of each finding. */
function FindingList({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { documents } = useDraftState();
  const nameText = useTextNames();
  const findTarget = useMemo(() => createFindingTargets(documents, nameText), [documents, nameText]);
  return (
    <ul className="st-finding-places st-stack-3">
      {findings.map((finding) => (
        <li key={`${finding.file} ${finding.pointer} ${finding.reason}`} className="st-stack-1">
          <FindingReason finding={finding} />
          <FindingLinks finding={finding} target={findTarget(finding)} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders a link to the page that can fix a finding, a link to a preview if a situation with the finding is
 * known, the form that makes its scenario expect the current result if the finding offers that, and the
 * document and position of the finding.
 */
function FindingLinks({
  finding,
  target,
}: {
  readonly finding: FindingView;
  readonly target: FindingTarget;
}): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const { file, pointer } = finding;
  const example = findFindingExample(documents, finding);
  const seen = example && getExampleAddress(example, documents);
  const index = /^\/rules\/(\d+)\//.exec(pointer)?.[1];
  const watched = isUnwatched(finding) ? listRules(documents)[Number(index)] : undefined;
  const written = <code dir="ltr">{`${file}${pointer === '' ? '' : ` ${pointer}`}`}</code>;
  return (
    <div className="st-ways">
      <a href={target.address}>
        {target.names.length === 0 && say('checks.go')}
        <span className="st-visually-hidden">
          {target.names.length === 0 ? written : `${say('checks.go')}: `}
        </span>
        {target.names.map((name, at) => (
          <Fragment key={name}>
            {at > 0 && ' · '}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
      </a>
      {seen && <a href={seen}>{say('checks.see')}</a>}
      <RenewScenarioForm finding={finding} />
      {watched && <WatchRule rule={watched.id} description={watched.description} isButton />}
      <FixTexts findings={[finding]} />
      <span className="st-quiet">{written}</span>
    </div>
  );
}
