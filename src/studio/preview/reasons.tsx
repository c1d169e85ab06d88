import type { ReactNode } from 'react';
import type { ReasonSentence } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import { SentenceText } from '../ui/sentence-text.tsx';
import type { LoadedReasons } from './use-reasons.ts';

/**
 * Renders what rules decided about the preview, in a section that is closed at first: about the whole form, and
 * about its fields and blocks, including hidden ones. What the form itself says is left out. If no rule decided
 * anything, or loading failed (`missing`), renders a sentence that says so.
 */
export function PreviewReasons({ view, missing }: LoadedReasons): ReactNode {
  const { say } = useStudio();
  const whole = (view?.whole ?? []).filter(isDecidedByRule);
  const parts = [...(view?.fields ?? []), ...(view?.blocks ?? [])]
    .map((part) => ({ ...part, reasons: part.reasons.filter(isDecidedByRule) }))
    .filter(({ reasons }) => reasons.length > 0);
  return (
    <details className="st-reasons st-box st-padded">
      <summary>{say('reasons')}</summary>
      {missing && <p className="st-quiet">{say(`reasons.missing.${missing}`)}</p>}
      {view && whole.length === 0 && parts.length === 0 && (
        <p className="st-quiet">{say('reasons.no-rule')}</p>
      )}
      {whole.length > 0 && <ReasonList reasons={whole} />}
      {parts.length > 0 && (
        <dl className="st-stack-3">
          {parts.map(({ name, label, visibility, reasons }) => (
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
      )}
    </details>
  );
}

/** Returns true if a reason names a rule. All others are what the form itself says. */
export function isDecidedByRule({ sentence }: ReasonSentence): boolean {
  return sentence.some((part) => typeof part !== 'string' && part.kind === 'rule');
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
