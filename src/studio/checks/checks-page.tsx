import type { ReactNode } from 'react';
import type { Documents } from '#engine';
import type { Example } from '#engine/check/index.ts';
import { typesOf } from '#engine/editing/index.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import { useDraft, useStudio } from '../context.ts';
import { exampleAddress } from '../preview/settings.ts';
import type { FindingView } from '../protocol.ts';

const severities = ['error', 'warning', 'note'] as const;

/** Everything that is to be known of the draft before it is published, what matters most first. */
export function ChecksPage(): ReactNode {
  const { say } = useStudio();
  const { report, version, brought } = useDraft();
  const isCurrent = report?.version === version;
  const findings = report?.findings ?? [];
  const latest = findings.filter((finding) => brought.includes(finding));
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
      {isCurrent && latest.length > 0 && (
        <section aria-labelledby="st-brought">
          <h2 id="st-brought">{say('checks.brought')}</h2>
          <Findings findings={latest} />
        </section>
      )}
      {severities.map((severity) => {
        const some = findings.filter((finding) => finding.severity === severity && !latest.includes(finding));
        if (some.length === 0) return null;
        return (
          <section key={severity} aria-labelledby={`st-${severity}`}>
            <h2 id={`st-${severity}`}>{say(`severity.${severity}`, { count: some.length })}</h2>
            <Findings findings={some} />
          </section>
        );
      })}
    </div>
  );
}

function Findings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  return (
    <ul className="st-findings">
      {findings.map((finding) => (
        <li
          key={`${finding.code} ${finding.file} ${finding.pointer} ${finding.reason}`}
          className={`st-finding st-finding--${finding.severity}`}
        >
          <p>{finding.reason}</p>
          <Renewal finding={finding} />
          <Ways finding={finding} />
        </li>
      ))}
    </ul>
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

/** Where a finding is mended, and where it is seen. */
function Ways({ finding }: { readonly finding: FindingView }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const { file, pointer } = finding;
  const place = placeOf(documents, finding);
  const example = exampleOf(documents, finding);
  const seen = example && exampleAddress(example, documents);
  return (
    <p className="st-ways">
      {place ? <a href={place}>{say('checks.go')}</a> : null}
      {seen && <a href={seen}>{say('checks.see')}</a>}
      <span className="st-quiet">{`${file}${pointer === '' ? '' : ` ${pointer}`}`}</span>
    </p>
  );
}

/** The address of the part of the studio where a finding is mended; undefined where none is. */
function placeOf(documents: Documents, { file, pointer }: FindingView): string | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [first = '', second = ''] = steps;
  const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
  const type = typesOf(documents).find((one) => one.folder === folder);
  if (type) {
    const name = first === 'properties' ? second : first.startsWith('ui:') ? '' : first;
    const search = name === '' ? '' : `?${new URLSearchParams({ field: name })}`;
    return `/studio/forms/${encodeURIComponent(type.key)}${search}`;
  }
  if (file === 'rules.json') {
    const id = asObject(asList(asObject(documents[file]).rules)[Number(second)]).id;
    return typeof id === 'string' ? `/studio/rules#rule-${encodeURIComponent(id)}` : '/studio/rules';
  }
  const language = /^texts\/(.+)\.json$/.exec(file)?.[1];
  if (language === undefined) return undefined;
  return `/studio/texts?${new URLSearchParams({ ...(first !== '' && { key: first }), language })}`;
}

/** The situation in which a finding shows: its own, or that of its scenario. */
function exampleOf(documents: Documents, finding: FindingView): Example | undefined {
  const { scenario, offices, file, pointer } = finding;
  if (scenario) return { on: scenario.on, ...(offices && { offices }) };
  const at = /^\/scenarios\/(\d+)/.exec(pointer)?.[1];
  if (file !== 'scenarios.json' || at === undefined) return undefined;
  const { on } = asObject(asList(asObject(documents[file]).scenarios)[Number(at)]);
  return { on: asObject(on) };
}
