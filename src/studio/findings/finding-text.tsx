import type { ReactNode } from 'react';
import type { Finding } from '#engine/check/index.ts';
import { useStudio } from '../context.ts';
import { findingTitle } from './finding-title.ts';

/** What was found: what is wrong, in the studio's language, and below it exactly what and where, in English. */
export function FindingText({ finding }: { readonly finding: Pick<Finding, 'code' | 'reason'> }): ReactNode {
  const { locale } = useStudio();
  const title = findingTitle(locale, finding.code);
  return (
    <>
      {title !== undefined && <p className="st-finding-title">{title}</p>}
      <FindingDetail reason={finding.reason} />
    </>
  );
}

/** The exact reason, which is told in English alone. */
export function FindingDetail({ reason }: { readonly reason: string }): ReactNode {
  const { locale } = useStudio();
  return (
    <p className="st-finding-detail" {...(isEnglish(locale) ? {} : { lang: 'en', dir: 'ltr' })}>
      {reason}
    </p>
  );
}

/** Whether reasons are in the studio's own language. */
export function isEnglish(locale: string): boolean {
  return new Intl.Locale(locale).language === 'en';
}
