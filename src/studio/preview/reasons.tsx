import type { ReactNode } from 'react';
import type { ReasonSentence } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import { SentenceText } from '../ui/sentence-text.tsx';
import type { LoadedReasons } from './use-reasons.ts';

/**
 * Renders the reasons for what the preview shows, in a section that is closed at first: for the whole form,
 * and for all its fields and blocks, including hidden ones. If there are none or loading failed (`missing`),
 * renders a sentence that says so.
 */
export function PreviewReasons({ view, missing }: LoadedReasons): ReactNode {
  const { say } = useStudio();
  return (
    <details className="st-reasons st-box st-padded">
      <summary>{say('reasons')}</summary>
      {missing && <p className="st-quiet">{say(`reasons.missing.${missing}`)}</p>}
      {view && (
        <>
          <ReasonList reasons={view.whole} />
          <dl className="st-stack-3">
            {[...view.fields, ...view.blocks].map(({ name, label, visibility, reasons }) => (
              <div key={name} className={visibility === 'hidden' ? 'st-ghost' : undefined}>
                <dt>
                  {label}
                  {visibility !== 'shown' && <span className="st-state">{say(`reasons.${visibility}`)}</span>}
                </dt>
                <dd>
                  <ReasonList reasons={reasons} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </details>
  );
}

/** Renders reasons as a list of sentences, in their order. */
export function ReasonList({ reasons }: { readonly reasons: readonly ReasonSentence[] }): ReactNode {
  return (
    <ul className="st-stack-1">
      {reasons.map(({ about, sentence }) => (
        <li key={`${about} ${JSON.stringify(sentence)}`}>
          <SentenceText sentence={sentence} />
        </li>
      ))}
    </ul>
  );
}
