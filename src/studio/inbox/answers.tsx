import type { ReactNode } from 'react';
import type { EnquiryView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';

/**
 * Renders the answers of an enquiry with the texts that the visitor saw, the page they were sent from, and
 * the remarks that the server added to the mail. The page is a link only if it belongs to one of the sites.
 */
export function EnquiryAnswers({ view }: { readonly view: EnquiryView }): ReactNode {
  const { say, locale } = useStudio();
  const { answers, wordedIn, submissionUrl, isOwnPage, version, notes } = view;
  return (
    <section aria-labelledby="st-inbox-answers">
      <h2 id="st-inbox-answers" className="st-visually-hidden">
        {say('desk.answers')}
      </h2>
      <dl className="st-answers st-box st-box--round" lang={wordedIn}>
        {answers.map(({ label, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one label; their order never changes.
          <div key={`${at} ${label}`}>
            <dt className="st-muted st-small st-breaks" dir="auto">
              {label}
            </dt>
            <dd className="st-breaks" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="st-hint st-breaks">
        {say('desk.sent-from')}{' '}
        {isOwnPage ? (
          <a href={submissionUrl} target="_blank" rel="noreferrer">
            <bdi dir="ltr">{submissionUrl}</bdi>
          </a>
        ) : (
          <bdi dir="ltr">{submissionUrl}</bdi>
        )}
        {version !== undefined && ` · ${say('desk.version', { number: version })}`}
        {wordedIn !== undefined && ` · ${getLanguageNameIn(wordedIn, locale)}`}
      </p>
      {notes.length > 0 && (
        <details className="st-enquiry-notes">
          <summary>{say('desk.server-notes', { count: notes.length })}</summary>
          <ul className="st-quiet st-breaks">
            {notes.map((note) => (
              <li key={note} lang="en" dir="ltr">
                {note}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/**
 * Returns the name of a language in another one, or an invalid tag unchanged: `getLanguageNameIn('de', 'en')
 * // 'German'`.
 */
function getLanguageNameIn(language: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}
