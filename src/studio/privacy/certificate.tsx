import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useStudio } from '../context.ts';
import { momentText } from '../moment.tsx';
import type { Certificate, ErasedFigures } from '../protocol-privacy.ts';

/** How much of each there is, or was. */
export function Figures({ of, more = [] }: FiguresProps): ReactNode {
  const { say, locale } = useStudio();
  const number = new Intl.NumberFormat(locale);
  const rows = [
    [say('privacy.enquiries'), of.enquiries],
    [say('privacy.photos'), of.photos],
    [say('privacy.mails'), of.mails],
    [say('privacy.saved'), of.savedAnswers],
    ...more,
  ] as const;
  return (
    <dl className="st-figures-list">
      {rows.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof count === 'number' ? number.format(count) : <bdi dir="ltr">{count}</bdi>}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FiguresProps {
  readonly of: ErasedFigures;
  readonly more?: readonly (readonly [label: string, said: number | string])[];
}

/** What was erased, for whoever asked for it: on the page, and on paper alone. */
export function ErasureCertificate({ certificate }: { readonly certificate: Certificate }): ReactNode {
  const { say, locale } = useStudio();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { email, at, by, mark, copies, isLogEmpty } = certificate;
  return (
    <section className="st-form-card st-privacy-card st-certificate" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {say('privacy.certificate')}
      </h3>
      <p>{say('privacy.certificate-text', { email, by, time: momentText(at, locale) })}</p>
      <Figures
        of={certificate}
        more={[
          ...(copies > 0 ? [[say('privacy.copies'), copies] as const] : []),
          [say('privacy.mark'), mark] as const,
        ]}
      />
      <p className="st-hint">{say(isLogEmpty ? 'privacy.backups' : 'privacy.log-held')}</p>
      <div className="st-ask-end">
        <button type="button" className="st-button" onClick={() => print()}>
          {say('privacy.print')}
        </button>
      </div>
    </section>
  );
}
