import type { ReactNode } from 'react';
import type { Documents } from '#engine';
import type { Finding } from '#engine/check/index.ts';
import { typesOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import type { FindingView } from '../protocol.ts';

const severities = ['error', 'warning', 'note'] as const;

/** Everything that is to be known of the draft before it is published, what matters most first. */
export function ChecksPage(): ReactNode {
  const { say } = useStudio();
  const { report, version, documents } = useDraft();
  const isCurrent = report?.version === version;
  const findings = report?.findings ?? [];
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
        <p className="st-empty">{say('checks.none')}</p>
      )}
      {severities.map((severity) => {
        const some = findings.filter((finding) => finding.severity === severity);
        if (some.length === 0) return null;
        return (
          <section key={severity} aria-labelledby={`st-${severity}`}>
            <h2 id={`st-${severity}`}>{say(`severity.${severity}`, { count: some.length })}</h2>
            <ul className="st-findings">
              {some.map((finding) => (
                <li
                  key={`${finding.code} ${finding.file} ${finding.pointer} ${finding.reason}`}
                  className={`st-finding st-finding--${severity}`}
                >
                  <p>{finding.reason}</p>
                  <Renewal finding={finding} />
                  <p className="st-quiet">
                    <Place finding={finding} documents={documents} />
                  </p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** A change that was meant is one that a scenario may expect from now on. */
function Renewal({ finding: { renewal, reason } }: { readonly finding: FindingView }): ReactNode {
  const { store, say, announce } = useStudio();
  if (renewal === undefined) return null;
  const name = /“(.+?)”/.exec(reason)?.[1] ?? '';
  const renew = () => {
    store.perform({ title: { key: 'scenario-renewed', values: { scenario: name } }, patches: renewal });
    announce(say('checks.renewed'));
  };
  return (
    <p>
      <button type="button" className="st-button" onClick={renew}>
        {say('checks.renew')}
      </button>
    </p>
  );
}

/** Where a finding is mended. */
function Place({
  finding: { file, pointer },
  documents,
}: {
  readonly finding: Finding;
  readonly documents: Documents;
}): ReactNode {
  const { say } = useStudio();
  const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
  const type = typesOf(documents).find((one) => one.folder === folder);
  const place = `${file}${pointer === '' ? '' : ` ${pointer}`}`;
  if (type) return <a href={`/studio/forms/${encodeURIComponent(type.key)}`}>{place}</a>;
  if (file === 'rules.json') return <a href="/studio/rules">{place}</a>;
  if (file.startsWith('texts/')) return <a href="/studio/texts">{place}</a>;
  return <span>{say('checks.in', { place })}</span>;
}
