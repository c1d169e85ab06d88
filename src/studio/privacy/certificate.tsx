import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useStudio } from '../context.ts';
import { formatMoment } from '../moment.tsx';
import type {
  EnquiryCertificate,
  ErasedFigures,
  ExternalCopies,
  PastErasure,
  PersonErasureCertificate,
  StoredOutside,
} from '../protocol-privacy.ts';

/** How much of each there is, or was. */
export function Figures({ of, more = [] }: FiguresProps): ReactNode {
  const { say, locale } = useStudio();
  const number = new Intl.NumberFormat(locale);
  const rows = [
    [say('privacy.enquiries'), of.enquiries],
    [say('privacy.photos'), of.photos],
    [say('privacy.mails'), of.mails],
    ...(of.savedAnswers === undefined ? [] : [[say('privacy.saved'), of.savedAnswers] as const]),
    ...seldom(say('privacy.mail-files'), of.mailFiles),
    ...seldom(say('privacy.copies'), of.copies),
    ...takenElsewhere(say('privacy.elsewhere'), of.elsewhere),
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
  /** Of one enquiry there are no saved answers to be told of. */
  readonly of: Omit<ErasedFigures, 'savedAnswers'> & Partial<ErasedFigures & StoredOutside>;
  readonly more?: readonly Row[];
}

type Row = readonly [label: string, said: number | string];

/** What most people have none of is said where there is some. */
function seldom(label: string, count = 0): readonly Row[] {
  return count > 0 ? [[label, count]] : [];
}

/** Which destinations have how many of it. */
function takenElsewhere(label: string, elsewhere: readonly ExternalCopies[] = []): readonly Row[] {
  const said = elsewhere.map(({ destination, count }) => `${destination} ${count}`);
  return said.length > 0 ? [[label, said.join(', ')]] : [];
}

/** What somebody has just erased, or what the audit log has of it: then nothing is known of the database's own log. */
export type ShownCertificate = PastErasure &
  Pick<PersonErasureCertificate, 'email'> &
  Partial<PersonErasureCertificate>;

/** What was erased of a person, for whoever asked for it. */
export function ErasureCertificate({ certificate }: { readonly certificate: ShownCertificate }): ReactNode {
  const { say, locale } = useStudio();
  const { email, at, by, mark } = certificate;
  return (
    <CertificateCard
      of={certificate}
      level={3}
      text={say('privacy.certificate-text', { email, by, time: formatMoment(at, locale) })}
      more={[[say('privacy.mark'), mark]]}
    />
  );
}

/** A certificate of erasure, on the page and on paper alone; whoever has erased is brought to it, since what they pressed is gone. */
export function CertificateCard({
  of,
  level,
  text,
  more = [],
  children,
}: {
  readonly of: Omit<EnquiryCertificate, 'reference' | 'isLogEmpty'> & Partial<ShownCertificate>;
  /** Of its heading. */
  readonly level: 2 | 3;
  /** Who erased what, and when. */
  readonly text: string;
  readonly more?: FiguresProps['more'];
  /** Before the button that prints it. */
  readonly children?: ReactNode;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Whoever types meanwhile goes on typing.
    if (!document.activeElement?.matches('input')) heading.current?.focus();
  }, []);
  const Heading = `h${level}` as const;
  return (
    <section className="st-form-card st-privacy-card st-certificate" aria-labelledby={id}>
      <Heading id={id} ref={heading} tabIndex={-1}>
        {say('privacy.certificate')}
      </Heading>
      <p>{text}</p>
      <Figures of={of} more={more} />
      <p className="st-hint">{say(whatIsLeft(of.isLogEmpty))}</p>
      <div className="st-ask-end">
        {children}
        <button type="button" className="st-button" onClick={() => print()}>
          {say('privacy.print')}
        </button>
      </div>
    </section>
  );
}

function whatIsLeft(isLogEmpty: boolean | undefined) {
  if (isLogEmpty === undefined) return 'privacy.erase-backups';
  return isLogEmpty ? 'privacy.backups' : 'privacy.log-held';
}
