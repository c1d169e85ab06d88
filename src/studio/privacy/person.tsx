import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { useSearch } from '../address.ts';
import { AskForm } from '../ask/ask-form.tsx';
import { troubleText } from '../ask/trouble-text.ts';
import { useStudio } from '../context.ts';
import { isolated } from '../isolated.ts';
import { Moment, momentText } from '../moment.tsx';
import type { DeskEnquiryView } from '../protocol-desk.ts';
import type { Certificate, ErasedFigures, EraseRequest, PersonDataView } from '../protocol-privacy.ts';
import { attempt, attemptFile, type Trouble } from '../request.ts';
import { saveFile } from '../save-file.ts';
import { Dialog } from '../shell/dialog.tsx';
import { ErasureCertificate, Figures } from './certificate.tsx';

/** What names, in the address of the page, the enquiry whose sender is looked for; a mail address would stay in the browser's history. */
export const senderOf = 'enquiry';

/** Finds a person by their mail address, and hands out or erases what there is of them. */
export function Person(): ReactNode {
  const { say, announce } = useStudio();
  const id = useId();
  const [found, setFound] = useState<PersonDataView>();
  const [certificate, setCertificate] = useState<Certificate>();

  const find = useCallback(
    async (email: string): Promise<Trouble | undefined> => {
      setCertificate(undefined);
      setFound(undefined);
      const path = `privacy/person?${new URLSearchParams({ email })}`;
      const outcome = await attempt<PersonDataView>(path, { method: 'GET' });
      if (!outcome.isDone) return outcome.trouble;
      setFound(outcome.answer);
      const isThere = hasAnything(outcome.answer);
      announce(say(isThere ? 'privacy.found' : 'privacy.nothing', { email }));
      return undefined;
    },
    [announce, say],
  );
  const sender = useSender(find);

  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{say('privacy.person')}</h2>
      <p className="st-hint">{say('privacy.person-hint')}</p>
      {sender === undefined ? (
        <p className="st-quiet">{say('loading.part')}</p>
      ) : (
        <AskForm
          say={say}
          className="st-privacy-find"
          fields={[
            {
              ...{ name: 'email', label: say('email'), kind: 'email', autoComplete: 'off', value: sender },
              missing: say('privacy.email-missing'),
            },
          ]}
          submit={say('privacy.find')}
          onSubmit={({ email }) => find(email.trim())}
        />
      )}
      {found && (
        <FoundPerson
          person={found}
          onErased={(done) => {
            setCertificate(done);
            setFound(undefined);
          }}
        />
      )}
      {certificate && <ErasureCertificate certificate={certificate} />}
    </section>
  );
}

/** The address of whoever sent the enquiry that the page is asked about, who is then looked up; empty: of nobody. Absent: it is on its way. */
function useSender(find: (email: string) => Promise<unknown>): string | undefined {
  const reference = useSearch().get(senderOf);
  const [sender, setSender] = useState(reference === null ? '' : undefined);
  useEffect(() => {
    if (reference === null) return;
    const controller = new AbortController();
    void attempt<DeskEnquiryView>(`enquiries/${encodeURIComponent(reference)}`, {
      ...{ method: 'GET', signal: controller.signal },
    }).then(async (outcome) => {
      if (controller.signal.aborted) return;
      const email = outcome.isDone ? (outcome.answer.email ?? '') : '';
      setSender(email);
      if (email !== '') await find(email);
    });
    return () => controller.abort();
  }, [reference, find]);
  return sender;
}

function hasAnything({ enquiries, savedAnswers }: ErasedFigures): boolean {
  return enquiries > 0 || savedAnswers > 0;
}

function FoundPerson({
  person,
  onErased,
}: {
  readonly person: PersonDataView;
  readonly onErased: (certificate: Certificate) => void;
}): ReactNode {
  const { say, locale } = useStudio();
  const id = useId();
  const { email, latest, mentionedIn, erasedAt } = person;
  const isThere = hasAnything(person);
  return (
    <section className="st-form-card st-privacy-card" aria-labelledby={id}>
      <h3 id={id}>{say(isThere ? 'privacy.found' : 'privacy.nothing', { email })}</h3>
      {isThere && <Figures of={person} />}
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
              <Moment at={receivedAt} />
            </li>
          ))}
        </ul>
      )}
      {mentionedIn.length > 0 && (
        <p className="st-hint">
          {say('privacy.mentions', {
            count: mentionedIn.length,
            references: mentionedIn.map(isolated).join(', '),
          })}
        </p>
      )}
      {erasedAt[0] !== undefined && (
        <p className="st-hint">{say('privacy.erased-before', { time: momentText(erasedAt[0], locale) })}</p>
      )}
      <div className="st-ask-end">
        {isThere && <ExportPerson email={email} />}
        <ErasePerson person={person} onErased={onErased} />
      </div>
    </section>
  );
}

function ExportPerson({ email }: { readonly email: string }): ReactNode {
  const { say, announce } = useStudio();
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  async function save(): Promise<void> {
    setIsBusy(true);
    const outcome = await attemptFile('privacy/person/export', { method: 'POST', body: { email } });
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
          if (!isBusy) void save();
        }}
      >
        {say('privacy.export')}
      </button>
      {trouble && (
        <p className="st-problem" role="alert">
          {troubleText(trouble, say)}
        </p>
      )}
    </>
  );
}

function ErasePerson({
  person,
  onErased,
}: {
  readonly person: PersonDataView;
  readonly onErased: (certificate: Certificate) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  const { email } = person;
  async function erase(confirm: string): Promise<Trouble | undefined> {
    if (confirm.trim().toLowerCase() !== email.toLowerCase()) return { error: 'wrong-password' };
    const body: EraseRequest = { email, confirm };
    const outcome = await attempt<Certificate>('privacy/person/erase', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    setIsOpen(false);
    announce(say('privacy.erased'));
    onErased(outcome.answer);
    return undefined;
  }
  const question = say('privacy.erase-what', { email });
  return (
    <>
      <button type="button" className="st-button st-button--danger" onClick={() => setIsOpen(true)}>
        {say('privacy.erase')}
      </button>
      {isOpen && (
        <Dialog label={question} onClose={() => setIsOpen(false)}>
          <h2>{question}</h2>
          <p>{say('privacy.erase-text')}</p>
          <Figures of={person} />
          <p>{say('privacy.erase-backups')}</p>
          <AskForm
            say={say}
            className="st-erasing"
            fields={[
              {
                ...{ name: 'confirm', label: say('privacy.confirm'), kind: 'email', autoComplete: 'off' },
                ...{ missing: say('privacy.email-missing'), isFirst: true },
                ...{ troubles: ['wrong-password'], wrong: say('privacy.confirm-wrong') },
              },
            ]}
            submit={say('privacy.erase')}
            onSubmit={({ confirm }) => erase(confirm)}
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
