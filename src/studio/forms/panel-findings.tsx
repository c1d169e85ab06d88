import type { ReactNode } from 'react';
import type { Problem, Values } from '#engine';
import type { FindingView } from '../../api/findings.ts';
import { useStudio } from '../draft/context.ts';
import { FindingDetail, FindingText, isEnglish } from '../ui/finding-text.tsx';
import { findFindingTitle } from '../ui/finding-title.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { propertyKeywords } from './properties.ts';

/** The findings of a field: those shown as problems of the panel's fields, and the others. */
export interface PanelProblems {
  /** The problems that are shown beside the properties of the panel. */
  readonly problems: readonly Problem[];
  /**
   * Findings that are shown beside a property as a title in the studio's language. Their exact reasons are
   * shown in addition.
   */
  readonly titled: readonly FindingView[];
  /** Findings that no property of the panel can fix. */
  readonly others: readonly FindingView[];
  /** Returns the message of one of these problems. Empty for other problems. */
  readonly messageOf: (problem: Problem) => string;
}

/** The codes whose titles say all that is needed beside the text: a button corrects it. */
const plainCodes: ReadonlySet<string> = new Set(['french-spacing']);

/** A longer label is stored but reported, because nobody reads it. */
const maxLabelLength = 300;

/**
 * Assigns each finding of a field to the property of the panel that can fix it. Omits missing translations;
 * adds a problem for a label that is too long.
 */
export function assignFindings({
  findings,
  entered,
  locale,
  studio: { say, locale: studioLocale },
}: {
  readonly findings: readonly FindingView[];
  /** The values of the panel, of which the label is checked. */
  readonly entered: Values;
  /** The language of the texts that the panel edits. */
  readonly locale: string;
  readonly studio: { readonly say: FormatMessage; readonly locale: string };
}): PanelProblems {
  const relevant = findings.filter(({ code }) => code !== 'missing-translation');
  const assigned = relevant.map((finding) => ({ finding, field: findPropertyName(finding, locale) }));
  // A message beside a property is a single string. If the studio is not in English, it is the title in the
  // studio's language.
  /**
   * Returns the title of a finding in the studio's language. Undefined if the studio is in English or the
   * code has no title.
   */
  const getTranslatedTitle = ({ code }: FindingView) =>
    isEnglish(studioLocale) && !plainCodes.has(code) ? undefined : findFindingTitle(studioLocale, code);
  const label = String(entered.label ?? '');
  const messages = [
    ...(label.length > maxLabelLength
      ? [{ field: 'label', text: say('properties.long', { count: label.length, limit: maxLabelLength }) }]
      : []),
    ...assigned.flatMap(({ finding, field }) =>
      field ? [{ field, text: getTranslatedTitle(finding) ?? finding.reason }] : [],
    ),
  ];
  return {
    problems: messages.map(({ field }, index) => ({ field, code: 'not-allowed', values: { index } })),
    titled: assigned.flatMap(({ finding, field }) =>
      field && !isEnglish(studioLocale) && getTranslatedTitle(finding) ? [finding] : [],
    ),
    others: assigned.flatMap(({ finding, field }) => (field ? [] : [finding])),
    messageOf: ({ values }) => messages[Number(values?.index)]?.text ?? '',
  };
}

/**
 * Returns the name of the property that sets the keyword or text of a finding. Undefined if none does, and
 * for texts in another language than `locale`.
 */
function findPropertyName({ file, pointer }: FindingView, locale: string): string | undefined {
  const last = pointer.split('/').at(-1) ?? '';
  if (file.startsWith('texts/')) {
    if (file !== `texts/${locale}.json`) return undefined;
    if (/^(?:forms\.[^.]+\.)?options\./.test(last)) return 'choices';
    return ['label', 'hint', 'placeholder'].find((part) => last.endsWith(`.${part}`));
  }
  if (/\/enum(?:\/\d+)?$/.test(pointer)) return 'choices';
  if (last === 'type') return 'whole';
  if (last === 'ui:autocomplete') return 'autocomplete';
  return Object.entries(propertyKeywords).find(([, keyword]) => keyword === last)?.[0];
}

/** Renders the exact reasons of findings whose titles are shown beside properties. */
export function PanelDetails({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  return findings.map(({ file, pointer, code, reason }) => (
    <FindingDetail key={`${file}${pointer}${code}${reason}`} reason={reason} />
  ));
}

/**
 * Renders the first three findings, and a link to the page "Checks" if there are more. Renders nothing
 * without findings.
 */
export function PanelFindings({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say } = useStudio();
  const shown = findings.slice(0, maxShownFindings);
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

const maxShownFindings = 3;
