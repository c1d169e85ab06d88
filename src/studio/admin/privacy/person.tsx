import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import type { EnquiryView } from '../../../api/inbox.ts';
import type { PastErasure, PersonDataView } from '../../../api/privacy.ts';
import { useStudio } from '../../draft/context.ts';
import { useSearch } from '../../ui/address.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryFileRequest, tryRequest } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isolateBidi } from '../../ui/isolate-bidi.ts';
import { formatMoment, MomentText } from '../../ui/moment.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { type DisplayedCertificate, ErasureCertificate, RecordCounts } from './certificate.tsx';
import { ErasureNotice, useErasure } from './erasure.tsx';
import { loadPersonData } from './load-person-data.ts';

/**
 * The search parameter with the reference of the enquiry whose sender is looked up. It is not the mail
 * address, because that would stay in the browser’s history.
 */
export const senderParameter = 'enquiry';

/**
 * Renders a form that looks up the data of a person by mail address, to export or erase it. If the address of
 * the page names an enquiry, its sender is looked up at once. Also renders the progress and the certificate
 * of an erasure.
 */
export function PersonSection(): ReactNode {
  const { say, announce } = useStudio();
  const id = useId();
  const [found, setFound] = useState<PersonDataView>();
  const [certificate, setCertificate] = useState<DisplayedCertificate>();
  const erasing = useErasure((done) => {
    setCertificate(done);
    // Another person may have been looked up meanwhile.
    setFound((before) => (before?.email === done.email ? undefined : before));
  });
  const { clearFailure } = erasing;

  const find = useCallback(
    async (email: string): Promise<RequestFailure | undefined> => {
      setCertificate(undefined);
      setFound(undefined);
      clearFailure();
      const outcome = await loadPersonData(email);
      if (!outcome.isDone) return outcome.trouble;
      setFound(outcome.answer);
      announce(say(hasPersonData(outcome.answer) ? 'privacy.found' : 'privacy.nothing', { email }));
      return undefined;
    },
    [announce, say, clearFailure],
  );
  const sender = useEnquirySender(find);

  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{say('privacy.person')}</h2>
      <p className="st-hint">{say('privacy.person-hint')}</p>
      {sender.isLoading ? (
        <p className="st-quiet">{say('loading.part')}</p>
      ) : (
        <RequestForm
          say={say}
          className="st-privacy-find"
          fields={[
            {
              name: 'email',
              label: say('email'),
              kind: 'email',
              autoComplete: 'off',
              value: sender.email,
              missing: say('privacy.email-missing'),
            },
          ]}
          submit={say('privacy.find')}
          onSubmit={({ email }) => find(email.trim())}
        />
      )}
      {sender.trouble && found === undefined && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(sender.trouble, say)}
        </p>
      )}
      <ErasureNotice erasing={erasing} />
      {found && (
        <FoundPerson
          key={found.email}
          person={found}
          isErasing={erasing.email !== undefined}
          onErase={() => erasing.erase(found)}
          onCertificate={(erasure) => setCertificate({ ...erasure, email: found.email })}
        />
      )}
      {certificate && <ErasureCertificate key={certificate.at} certificate={certificate} />}
    </section>
  );
}

/** The sender of the enquiry that the address of the page names. */
interface EnquirySender {
  /** True until the enquiry is loaded. */
  readonly isLoading?: boolean;
  /** Empty if it is not known (yet), or the enquiry has none. */
  readonly email: string;
  /** The reason why the enquiry could not be loaded or its sender not looked up. */
  readonly trouble?: RequestFailure | undefined;
}

/**
 * Loads the sender of the enquiry that the address of the page names, and calls `find` with their mail
 * address, if the enquiry has one. Without such a parameter, nothing is loaded, and the email is empty.
 */
function useEnquirySender(find: (email: string) => Promise<RequestFailure | undefined>): EnquirySender {
  const reference = useSearch().get(senderParameter);
  const [sender, setSender] = useState<EnquirySender>({ email: '', isLoading: reference !== null });
  useEffect(() => {
    if (reference === null) return;
    const controller = new AbortController();
    void tryRequest<EnquiryView>(`enquiries/${encodeURIComponent(reference)}`, {
      method: 'GET',
      signal: controller.signal,
    }).then(async (outcome) => {
      if (controller.signal.aborted) return;
      if (!outcome.isDone) return setSender({ email: '', trouble: outcome.trouble });
      const { email = '' } = outcome.answer;
      setSender({ email });
      const trouble = email === '' ? undefined : await find(email);
      if (trouble !== undefined && !controller.signal.aborted) setSender({ email, trouble });
    });
    return () => controller.abort();
  }, [reference, find]);
  return sender;
}

/**
 * Returns true if records about the person exist. Copies of the whole database, made before an update, do not
 * count, because they are not about one person.
 */
function hasPersonData({ enquiries, savedAnswers, mailFiles }: PersonDataView): boolean {
  return enquiries > 0 || savedAnswers > 0 || mailFiles > 0;
}

/**
 * Renders what is stored about a person: counts, the latest enquiries, mentions in other enquiries, and
 * earlier erasures. Offers export and erasure only if there is something to export or erase.
 * @param onErase Called after the user has confirmed. Returns the failure, or undefined if the data was
 * erased.
 * @param onCertificate Called with an earlier erasure whose certificate shall be shown.
 */
function FoundPerson({
  person,
  isErasing,
  onErase,
  onCertificate,
}: {
  readonly person: PersonDataView;
  readonly isErasing: boolean;
  readonly onErase: () => Promise<RequestFailure | undefined>;
  readonly onCertificate: (erasure: PastErasure) => void;
}): ReactNode {
  const { say, locale } = useStudio();
  const id = useId();
  const { email, enquiries, savedAnswers, latest, mentionedIn, erasures, copies, isStored } = person;
  const isFound = hasPersonData(person);
  return (
    <section className="st-form-card st-privacy-card" aria-labelledby={id}>
      <h3 id={id}>{say(isFound ? 'privacy.found' : 'privacy.nothing', { email })}</h3>
      {isFound && <RecordCounts of={person} />}
      {!isFound && copies > 0 && <p>{say('privacy.only-copies', { count: copies })}</p>}
      {latest.length < enquiries && (
        <p className="st-hint">{say('privacy.latest', { shown: latest.length, count: enquiries })}</p>
      )}
      {latest.length > 0 && (
        <ul className="st-rows">
          {latest.map(({ reference, receivedAt, type, site }) => (
            <li key={reference}>
              <div>
                <a href={`/studio/enquiries/${reference}`}>
                  <bdi dir="ltr">{reference}</bdi>
                </a>{' '}
                <span className="st-quiet">
                  {type} · <bdi dir="ltr">{site}</bdi>
                </span>
              </div>
              <MomentText at={receivedAt} />
            </li>
          ))}
        </ul>
      )}
      {mentionedIn.length > 0 && (
        <p className="st-hint">
          {say('privacy.mentions', {
            count: mentionedIn.length,
            references: mentionedIn.map(isolateBidi).join(', '),
          })}
        </p>
      )}
      {erasures.map((erasure) => (
        <div key={erasure.at} className="st-erased-before st-wrap st-center st-between">
          <p className="st-hint">
            {say('privacy.erased-before', { time: formatMoment(erasure.at, locale) })}
          </p>
          <button type="button" className="st-button" onClick={() => onCertificate(erasure)}>
            {say('privacy.certificate-show')}
          </button>
        </div>
      ))}
      {(isStored || isErasing) && (
        <div className="st-ask-end">
          {enquiries + savedAnswers > 0 && <ExportPersonButton email={email} />}
          <ErasePersonButton person={person} isErasing={isErasing} onErase={onErase} />
        </div>
      )}
    </section>
  );
}

/** Renders a button that downloads the data of a person as a ZIP file, and the reason if that failed. */
function ExportPersonButton({ email }: { readonly email: string }): ReactNode {
  const { say, announce } = useStudio();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  /**
   * Requests the ZIP file, and saves it through the browser. Shows the reason instead if the request fails.
   */
  async function exportPerson(): Promise<void> {
    setIsBusy(true);
    const outcome = await tryFileRequest('privacy/person/export', { method: 'POST', body: { email } });
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    saveFile('person.zip', { type: 'application/zip', content: outcome.answer });
    announce(say('privacy.exported'));
  }
  return (
    <>
      <button
        type="button"
        className="st-button"
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) void exportPerson();
        }}
      >
        {say('privacy.export')}
      </button>
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
    </>
  );
}

/**
 * Renders a button that opens a dialog, in which the user confirms the erasure by typing the mail address.
 * @param isErasing True while an erasure is running. The button then does nothing.
 */
function ErasePersonButton({
  person,
  isErasing,
  onErase,
}: {
  readonly person: PersonDataView;
  readonly isErasing: boolean;
  readonly onErase: () => Promise<RequestFailure | undefined>;
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const { email } = person;
  /**
   * Erases the data if the typed address is that of the person, ignoring case and spaces around it. Returns
   * the failure, or undefined if the data was erased. Another address is the failure `wrong-password`.
   */
  async function eraseIfConfirmed(confirm: string): Promise<RequestFailure | undefined> {
    if (confirm.trim().toLowerCase() !== email.toLowerCase()) return { error: 'wrong-password' };
    return onErase();
  }
  const question = say('privacy.erase-what', { email });
  return (
    <>
      <button
        type="button"
        className="st-button st-button--danger"
        aria-disabled={isErasing || undefined}
        onClick={() => {
          if (!isErasing) setIsOpen(true);
        }}
      >
        {say('privacy.erase')}
      </button>
      {isOpen && (
        <Dialog label={question} onClose={() => setIsOpen(false)}>
          <h2>{question}</h2>
          <p>{say('privacy.erase-text')}</p>
          <RecordCounts of={person} />
          <p>{say('privacy.erase-backups')}</p>
          <RequestForm
            say={say}
            className="st-erasing"
            fields={[
              {
                name: 'confirm',
                label: say('privacy.confirm'),
                kind: 'email',
                autoComplete: 'off',
                missing: say('privacy.email-missing'),
                isFirst: true,
                troubles: ['wrong-password'],
                wrong: say('privacy.confirm-wrong'),
              },
            ]}
            submit={say('privacy.erase')}
            onSubmit={({ confirm }) => eraseIfConfirmed(confirm)}
            beside={
              <button type="button" className="st-button st-button--plain" onClick={() => setIsOpen(false)}>
                {say('cancel')}
              </button>
            }
          />
        </Dialog>
      )}
    </>
  );
}
