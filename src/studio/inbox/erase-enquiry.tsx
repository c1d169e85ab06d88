import { type ReactNode, useState } from 'react';
import type { EnquiryView } from '../../api/inbox.ts';
import type { EnquiryCertificate } from '../../api/privacy.ts';
import { CertificateCard } from '../admin/privacy/certificate.tsx';
import { useStudio } from '../draft/context.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { RequestForm } from '../ui/ask/request-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import { formatMoment } from '../ui/moment.tsx';

/**
 * Renders a button that opens a dialog, in which one enquiry is erased permanently after its reference was
 * typed. It also works for enquiries without a mail address.
 */
export function EraseEnquiry({
  view: { id, reference, deliveries = [] },
  onErased,
  onGone,
}: {
  readonly view: Pick<EnquiryView, 'id' | 'reference' | 'deliveries'>;
  readonly onErased: (certificate: EnquiryCertificate) => void;
  /** Called after the dialog was closed, if somebody else has erased it meanwhile. */
  readonly onGone: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const closeDialog = () => setIsOpen(false);
  /**
   * Erases the enquiry if the typed text is its reference, in upper or lower case; otherwise returns
   * `wrong-password`. Once the enquiry is erased, by this person or another, closes the dialog, calls
   * `onErased` or `onGone` and returns undefined. Returns any other failure.
   */
  async function eraseIfConfirmed(typed: string): Promise<RequestFailure | undefined> {
    if (typed.trim().toUpperCase() !== reference) return { error: 'wrong-password' };
    const outcome = await tryRequest<EnquiryCertificate>(`enquiries/${encodeURIComponent(id)}/erase`, {
      method: 'POST',
      body: { confirm: reference },
    });
    if (!outcome.isDone && outcome.trouble.error !== 'not-found') return outcome.trouble;
    closeDialog();
    if (!outcome.isDone) {
      onGone();
      return undefined;
    }
    announce(say('desk.erased', { reference }));
    onErased(outcome.answer);
    return undefined;
  }
  const question = say('desk.erase-what', { reference });
  const taken = deliveries.filter(
    ({ state, tries }) => state === 'sent' || tries.some(({ outcome }) => outcome === 'sent'),
  );
  return (
    <>
      <button type="button" className="st-button st-button--danger" onClick={() => setIsOpen(true)}>
        {say('desk.erase')}
      </button>
      {isOpen && (
        <Dialog label={question} onClose={closeDialog}>
          <h2>{question}</h2>
          <p>{say('desk.erase-text')}</p>
          <p>{say('desk.erase-left')}</p>
          {taken.length > 0 && (
            <p>
              {say('desk.erase-elsewhere', {
                destinations: taken.map(({ destination }) => isolateBidi(destination)).join(', '),
              })}
            </p>
          )}
          <RequestForm
            say={say}
            className="st-erasing"
            fields={[
              {
                name: 'confirm',
                label: say('desk.confirm'),
                kind: 'code',
                autoComplete: 'off',
                missing: say('desk.confirm-missing'),
                isFirst: true,
                troubles: ['wrong-password'],
                wrong: say('desk.confirm-wrong'),
              },
            ]}
            submit={say('desk.erase')}
            onSubmit={({ confirm }) => eraseIfConfirmed(confirm)}
            beside={
              <button type="button" className="st-button st-button--plain" onClick={closeDialog}>
                {say('cancel')}
              </button>
            }
          />
        </Dialog>
      )}
    </>
  );
}

/** Renders the certificate of an erased enquiry, with a link back to the list. */
export function ErasedEnquiry({
  certificate,
  back,
}: {
  readonly certificate: EnquiryCertificate;
  /** The address of the list. */
  readonly back: string;
}): ReactNode {
  const { say, locale } = useStudio();
  const { reference, by, at } = certificate;
  return (
    <CertificateCard
      of={certificate}
      level={2}
      text={say('desk.erased-text', {
        reference: isolateBidi(reference),
        by: isolateBidi(by),
        time: formatMoment(at, locale),
      })}
    >
      <a className="st-button st-button--primary st-as-button" href={back}>
        {say('desk.back')}
      </a>
    </CertificateCard>
  );
}
