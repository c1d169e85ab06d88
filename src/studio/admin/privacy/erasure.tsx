import { type ReactNode, useCallback, useState } from 'react';
import type { EraseRequest, PersonDataView, PersonErasureCertificate } from '../../../api/privacy.ts';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import type { DisplayedCertificate } from './certificate.tsx';
import { loadPersonData } from './load-person-data.ts';

/** The state of the current or last erasure, and its actions. It outlives the dialog that started it. */
export interface ErasureProgress {
  /** The mail address of the person whose data is being erased. Undefined if no erasure is running. */
  readonly email: string | undefined;
  /**
   * The person and the reason, if the last erasure failed. Undefined if it succeeded or the failure was
   * cleared.
   */
  readonly failed: { readonly email: string; readonly trouble: RequestFailure } | undefined;
  /** Erases all data of a person. Returns the failure, or undefined if the data was erased. */
  readonly erase: (person: PersonDataView) => Promise<RequestFailure | undefined>;
  /** Clears the last failure. */
  readonly clearFailure: () => void;
}

/**
 * Returns a function that erases all data of a person, and its progress. After an erasure, announces it and
 * calls `onErased` with the certificate; it is read from the audit log if the answer of the server was lost.
 */
export function useErasure(onErased: (certificate: DisplayedCertificate) => void): ErasureProgress {
  const { say, announce } = useStudio();
  const [email, setEmail] = useState<string>();
  const [failed, setFailed] = useState<ErasureProgress['failed']>();
  const forget = useCallback(() => setFailed(undefined), []);

  /** Erases the data and updates the progress. Returns the failure, or undefined if the data was erased. */
  async function erase(person: PersonDataView): Promise<RequestFailure | undefined> {
    setEmail(person.email);
    setFailed(undefined);
    const done = await erasePersonData(person);
    setEmail(undefined);
    if ('error' in done) {
      setFailed({ email: person.email, trouble: done });
      return done;
    }
    announce(say('privacy.erased'));
    onErased(done);
    return undefined;
  }

  return { email, failed, erase, clearFailure: forget };
}

/**
 * Erases all data of a person and returns the certificate, or the failure; never throws. If the answer of the
 * server was lost, but the audit log shows that the data was erased, returns the certificate from there.
 */
async function erasePersonData(person: PersonDataView): Promise<DisplayedCertificate | RequestFailure> {
  const { email } = person;
  const body: EraseRequest = { email, confirm: email };
  const outcome = await tryRequest<PersonErasureCertificate>('privacy/person/erase', {
    method: 'POST',
    body,
  });
  if (outcome.isDone) return outcome.answer;
  const { trouble } = outcome;
  return (isPossiblyErased(trouble) && (await findNewErasure(person))) || trouble;
}

/**
 * Returns true if the data may have been erased although the request failed: the answer was lost, or nothing
 * is stored any more.
 */
function isPossiblyErased({ error }: RequestFailure): boolean {
  return error === 'unreachable' || error === 'nothing-stored';
}

/**
 * Looks the person up again, and returns the erasure that was recorded since `person` was loaded. Undefined
 * if there is none, if anything is still stored, or if the lookup fails.
 */
async function findNewErasure({
  email,
  erasures,
}: PersonDataView): Promise<DisplayedCertificate | undefined> {
  const outcome = await loadPersonData(email);
  if (!outcome.isDone || outcome.answer.isStored) return undefined;
  const [last] = outcome.answer.erasures;
  return last && last.at !== erasures[0]?.at ? { ...last, email } : undefined;
}

/**
 * Renders whose data is being erased and, if the last erasure failed, whose data and why. If the answer was
 * lost, it says that the result is unknown.
 */
export function ErasureNotice({
  erasing: { email, failed },
}: {
  readonly erasing: ErasureProgress;
}): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p className="st-quiet" role="status">
        {email !== undefined && say('privacy.erasing', { email })}
      </p>
      {failed && (
        <div className="st-notice st-notice--error" role="alert">
          {failed.trouble.error === 'unreachable' ? (
            <p>{say('privacy.erase-unknown', { email: failed.email })}</p>
          ) : (
            <>
              <p>{say('privacy.not-erased', { email: failed.email })}</p>
              <p>{formatRequestFailure(failed.trouble, say)}</p>
            </>
          )}
        </div>
      )}
    </>
  );
}
