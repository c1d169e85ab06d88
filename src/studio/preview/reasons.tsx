import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import type { SaidReason } from '../protocol.ts';
import { Said } from '../said.tsx';
import type { Reasoned } from './use-reasons.ts';

/**
 * The reasons for what the preview shows: all fields, including hidden ones, with the rules that decided
 * them.
 */
export function Reasons({ view, missing }: Reasoned): ReactNode {
  const { say } = useStudio();
  return (
    <details className="st-reasons">
      <summary>{say('reasons')}</summary>
      {missing && <p className="st-quiet">{say(`reasons.missing.${missing}`)}</p>}
      {view && (
        <>
          <SaidReasons reasons={view.whole} />
          <dl>
            {[...view.fields, ...view.blocks].map(({ name, label, visibility, reasons }) => (
              <div key={name} className={visibility === 'hidden' ? 'st-ghost' : undefined}>
                <dt>
                  {label}
                  {visibility !== 'shown' && <span className="st-state">{say(`reasons.${visibility}`)}</span>}
                </dt>
                <dd>
                  <SaidReasons reasons={reasons} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </details>
  );
}

export function SaidReasons({ reasons }: { readonly reasons: readonly SaidReason[] }): ReactNode {
  return (
    <ul className="st-said">
      {reasons.map(({ about, sentence }) => (
        <li key={`${about} ${JSON.stringify(sentence)}`}>
          <Said sentence={sentence} />
        </li>
      ))}
    </ul>
  );
}
