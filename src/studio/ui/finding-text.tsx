import type { ReactNode } from 'react';
import type { Finding } from '#engine/check/index.ts';
import { findFindingTitle } from './finding-title.ts';
import { useStudioLanguage } from './language.ts';

/**
 * Renders the title of a finding in the studio's language, and below it the exact reason in English. The
 * title is omitted if the code is unknown.
 */
export function FindingText({ finding }: { readonly finding: Pick<Finding, 'code' | 'reason'> }): ReactNode {
  const { locale } = useStudioLanguage();
  const title = findFindingTitle(locale, finding.code);
  return (
    <>
      {title !== undefined && <p className="st-finding-title">{title}</p>}
      <FindingDetail reason={finding.reason} />
    </>
  );
}

/** Renders the exact reason, which is available only in English. */
export function FindingDetail({ reason }: { readonly reason: string }): ReactNode {
  const { locale } = useStudioLanguage();
  return (
    <p
      className="st-finding-detail st-muted st-small st-breaks"
      {...(isEnglish(locale) ? {} : { lang: 'en', dir: 'ltr' })}
    >
      {reason}
    </p>
  );
}

/**
 * Returns true for English in any region. The reasons of findings are written in it. Throws a `RangeError`
 * for an invalid language tag.
 */
export function isEnglish(locale: string): boolean {
  return new Intl.Locale(locale).language === 'en';
}
