import type { ReactNode } from 'react';
import type { Problem, Values } from '#engine';
import { useStudio } from '../context.ts';
import { FindingDetail, FindingText, isEnglish } from '../findings/finding-text.tsx';
import { findingTitle } from '../findings/finding-title.ts';
import type { FindingView } from '../protocol.ts';
import type { Say } from '../words.ts';
import { keywords } from './properties.ts';

/** Findings as problems of the panel's own fields, and those that belong to none of them. */
export interface PanelProblems {
  readonly problems: readonly Problem[];
  /** Those whose message beside a property is a title in the studio's language: what exactly is wrong is still to be said. */
  readonly titled: readonly FindingView[];
  readonly others: readonly FindingView[];
  readonly messageOf: (problem: Problem) => string;
}

/** Longer labels are kept as they are, and told: nobody reads them. */
const longestLabel = 300;

/** Puts each finding where it can be mended: beside the property that it is about. */
export function problemsIn({
  findings,
  entered,
  locale,
  studio: { say, locale: studioLocale },
}: {
  readonly findings: readonly FindingView[];
  readonly entered: Values;
  /** The language whose texts the panel edits. */
  readonly locale: string;
  readonly studio: { readonly say: Say; readonly locale: string };
}): PanelProblems {
  const told = findings.filter(({ code }) => code !== 'missing-translation');
  const placed = told.map((finding) => ({ finding, field: propertyOf(finding, locale) }));
  // A message beside a property is a string: where it cannot be both, it is the one that everybody here reads.
  const titleOf = ({ code }: FindingView) =>
    isEnglish(studioLocale) ? undefined : findingTitle(studioLocale, code);
  const label = String(entered.label ?? '');
  const messages = [
    ...(label.length > longestLabel
      ? [{ field: 'label', text: say('properties.long', { count: label.length, limit: longestLabel }) }]
      : []),
    ...placed.flatMap(({ finding, field }) =>
      field ? [{ field, text: titleOf(finding) ?? finding.reason }] : [],
    ),
  ];
  return {
    problems: messages.map(({ field }, index) => ({ field, code: 'not-allowed', values: { index } })),
    titled: placed.flatMap(({ finding, field }) => (field && titleOf(finding) ? [finding] : [])),
    others: placed.flatMap(({ finding, field }) => (field ? [] : [finding])),
    messageOf: ({ values }) => messages[Number(values?.index)]?.text ?? '',
  };
}

/** The property that sets what a finding is about. */
function propertyOf({ file, pointer }: FindingView, locale: string): string | undefined {
  const last = pointer.split('/').at(-1) ?? '';
  if (file.startsWith('texts/')) {
    if (file !== `texts/${locale}.json`) return undefined;
    if (/^(?:forms\.[^.]+\.)?options\./.test(last)) return 'choices';
    return ['label', 'hint', 'placeholder'].find((part) => last.endsWith(`.${part}`));
  }
  if (/\/enum(?:\/\d+)?$/.test(pointer)) return 'choices';
  if (last === 'type') return 'whole';
  if (last === 'ui:autocomplete') return 'autocomplete';
  return Object.entries(keywords).find(([, keyword]) => keyword === last)?.[0];
}

/** Exactly what is wrong with properties that have a title of it beside them. */
export function PanelDetails({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  return findings.map(({ file, pointer, code, reason }) => (
    <FindingDetail key={`${file}${pointer}${code}${reason}`} reason={reason} />
  ));
}

/** What else is wrong with a field, above its properties. */
export function PanelFindings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const shown = findings.slice(0, mostShown);
  return (
    <>
      {shown.map((finding) => (
        <div
          key={`${finding.file}${finding.pointer}${finding.code}${finding.reason}`}
          className={`st-notice st-notice--${finding.severity}`}
        >
          <FindingText finding={finding} />
        </div>
      ))}
      {findings.length > shown.length && (
        <p className="st-hint">
          <a href="/studio/checks">{say('state.problems', { count: findings.length })}</a>
        </p>
      )}
    </>
  );
}

/** More than these are read in the checks. */
const mostShown = 3;
