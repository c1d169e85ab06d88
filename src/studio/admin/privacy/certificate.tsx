import { type ReactNode, useEffect, useId, useRef } from 'react';
import type {
  EnquiryCertificate,
  ErasedFigures,
  ExternalCopies,
  PastErasure,
  PersonErasureCertificate,
  StoredOutside,
} from '../../../api/privacy.ts';
import { useStudio } from '../../draft/context.ts';
import { formatMoment } from '../../ui/moment.tsx';

/**
 * Renders the number of records of each kind, and then the rows of `more`. Kinds that are rare (mail files,
 * copies) are left out if there are none.
 */
export function RecordCounts({ of, more = [] }: RecordCountsProps): ReactNode {
  const { say, locale } = useStudio();
  const number = new Intl.NumberFormat(locale);
  const rows = [
    [say('privacy.enquiries'), of.enquiries],
    [say('privacy.photos'), of.photos],
    [say('privacy.mails'), of.mails],
    ...(of.savedAnswers === undefined ? [] : [[say('privacy.saved'), of.savedAnswers] as const]),
    ...createOptionalRows(say('privacy.mail-files'), of.mailFiles),
    ...createOptionalRows(say('privacy.copies'), of.copies),
    ...createExternalCopyRows(say('privacy.elsewhere'), of.elsewhere),
    ...more,
  ] as const;
  return (
    <dl className="st-figures-list st-stack-1">
      {rows.map(([label, count]) => (
        <div key={label} className="st-wrap st-between">
          <dt className="st-muted">{label}</dt>
          <dd className="st-breaks">
            {typeof count === 'number' ? number.format(count) : <bdi dir="ltr">{count}</bdi>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RecordCountsProps {
  /** The numbers of records. The certificate of a single enquiry has no saved answers. */
  readonly of: Omit<ErasedFigures, 'savedAnswers'> & Partial<ErasedFigures & StoredOutside>;
  /** Rows after the numbers: a label and its value. */
  readonly more?: readonly Row[];
}

type Row = readonly [label: string, value: number | string];

/** Returns one row, or none if the count is 0 or absent, because most people have no such records. */
function createOptionalRows(label: string, count = 0): readonly Row[] {
  return count > 0 ? [[label, count]] : [];
}

/** Returns one row with the count of each destination, or none if no destination has a copy. */
function createExternalCopyRows(label: string, external: readonly ExternalCopies[] = []): readonly Row[] {
  const copies = external.map(({ destination, count }) => `${destination} ${count}`);
  return copies.length > 0 ? [[label, copies.join(', ')]] : [];
}

/**
 * The certificate of an erasure that was just done, or of an earlier one from the audit log. The audit log
 * does not say if the database's own log is empty, so `isLogEmpty` is absent then.
 */
export type DisplayedCertificate = PastErasure &
  Pick<PersonErasureCertificate, 'email'> &
  Partial<PersonErasureCertificate>;

/**
 * Renders the certificate of the erasure of a person, with the address, the time and the pseudonym of the
 * address in the audit log.
 */
export function ErasureCertificate({
  certificate,
}: {
  readonly certificate: DisplayedCertificate;
}): ReactNode {
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

/**
 * Renders the certificate of an erasure. When the page is printed, only the certificate is printed. Unless
 * somebody is typing in an input, its heading gets the focus, because the button that was pressed is gone.
 */
export function CertificateCard({
  of,
  level,
  text,
  more = [],
  children,
}: {
  readonly of: Omit<EnquiryCertificate, 'reference' | 'isLogEmpty'> & Partial<DisplayedCertificate>;
  readonly level: 2 | 3;
  /** A sentence with the person who erased, and the time. */
  readonly text: string;
  readonly more?: RecordCountsProps['more'];
  readonly children?: ReactNode;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Do not take the focus from a field in which somebody is typing.
    if (!document.activeElement?.matches('input')) heading.current?.focus();
  }, []);
  const Heading = `h${level}` as const;
  return (
    <section className="st-form-card st-privacy-card st-certificate" aria-labelledby={id}>
      <Heading id={id} ref={heading} tabIndex={-1}>
        {say('privacy.certificate')}
      </Heading>
      <p>{text}</p>
      <RecordCounts of={of} more={more} />
      <p className="st-hint">{say(getRemainingDataKey(of.isLogEmpty))}</p>
      <p className="st-hint">{say('privacy.own-device', { address: `${location.origin}/clear-device` })}</p>
      <div className="st-ask-end">
        {children}
        <button type="button" className="st-button" onClick={() => print()}>
          {say('privacy.print')}
        </button>
      </div>
    </section>
  );
}

/**
 * Returns the key of the sentence about data that still exists after the erasure: in backups, or also in the
 * log of the database if `isLogEmpty` is false. Undefined means that the state of the log is not known.
 */
function getRemainingDataKey(isLogEmpty: boolean | undefined) {
  if (isLogEmpty === undefined) return 'privacy.erase-backups';
  return isLogEmpty ? 'privacy.backups' : 'privacy.log-held';
}
