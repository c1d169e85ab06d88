import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import type { ReasonSentence } from '../protocol.ts';
import { SentenceText } from '../sentence-text.tsx';
import type { LoadedReasons } from './use-reasons.ts';

/**
 * Renders the reasons for what the preview shows: all fields, including hidden ones, with the rules that
 * decided them.
 */
export function PreviewReasons({ view, missing }: LoadedReasons): ReactNode {
  const { say } = useStudio();
  return (
    <details className="st-reasons">
      <summary>{say('reasons')}</summary>
      {missing && <p className="st-quiet">{say(`reasons.missing.${missing}`)}</p>}
      {view && (
        <>
          <ReasonList reasons={view.whole} />
          <dl>
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

export function ReasonList({ reasons }: { readonly reasons: readonly ReasonSentence[] }): ReactNode {
  return (
    <ul className="st-said">
      {reasons.map(({ about, sentence }) => (
        <li key={`${about} ${JSON.stringify(sentence)}`}>
          <SentenceText sentence={sentence} />
        </li>
      ))}
    </ul>
  );
}
