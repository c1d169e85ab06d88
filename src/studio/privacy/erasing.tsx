import { type ReactNode, useCallback, useState } from 'react';
import { formatRequestFailure } from '../ask/format-request-failure.ts';
import { useStudio } from '../context.ts';
import type { EraseRequest, PersonDataView, PersonErasureCertificate } from '../protocol-privacy.ts';
import { type RequestFailure, tryRequest } from '../request.ts';
import type { ShownCertificate } from './certificate.tsx';
import { lookUp } from './look-up.ts';

/** An erasure that runs, or that was refused, whatever became of the dialog that asked for it. */
export interface Erasing {
  /** Whose data is being erased; absent: nobody's. */
  readonly email: string | undefined;
  /** What came of the last one, where it is not done. */
  readonly failed: { readonly email: string; readonly trouble: RequestFailure } | undefined;
  /** Erases everything of somebody as they were looked up; gives why it is not done. */
  readonly erase: (person: PersonDataView) => Promise<RequestFailure | undefined>;
  /** Forgets what came of the last one. */
  readonly forget: () => void;
}

/** Erases everything of somebody; where the answer is lost, what the audit log has of it stands for it. */
export function useErasing(onErased: (certificate: ShownCertificate) => void): Erasing {
  const { say, announce } = useStudio();
  const [email, setEmail] = useState<string>();
  const [failed, setFailed] = useState<Erasing['failed']>();
  const forget = useCallback(() => setFailed(undefined), []);

  async function erase(person: PersonDataView): Promise<RequestFailure | undefined> {
    setEmail(person.email);
    setFailed(undefined);
    const done = await erased(person);
    setEmail(undefined);
    if ('error' in done) {
      setFailed({ email: person.email, trouble: done });
      return done;
    }
    announce(say('privacy.erased'));
    onErased(done);
    return undefined;
  }

  return { email, failed, erase, forget };
}

async function erased(person: PersonDataView): Promise<ShownCertificate | RequestFailure> {
  const { email } = person;
  const body: EraseRequest = { email, confirm: email };
  const outcome = await tryRequest<PersonErasureCertificate>('privacy/person/erase', {
    method: 'POST',
    body,
  });
  if (outcome.isDone) return outcome.answer;
  const { trouble } = outcome;
  return (isUnsure(trouble) && (await erasedSince(person))) || trouble;
}

/** Whether it may be done all the same: the answer is lost, or there is nothing left of what was seen. */
function isUnsure({ error }: RequestFailure): boolean {
  return error === 'unreachable' || error === 'nothing-stored';
}

/** What was erased since somebody was looked up, once nothing is left. */
async function erasedSince({ email, erasures }: PersonDataView): Promise<ShownCertificate | undefined> {
  const outcome = await lookUp(email);
  if (!outcome.isDone || outcome.answer.isStored) return undefined;
  const [last] = outcome.answer.erasures;
  return last && last.at !== erasures[0]?.at ? { ...last, email } : undefined;
}

/** That an erasure runs, or why it is not done. */
export function ErasingNotice({ erasing: { email, failed } }: { readonly erasing: Erasing }): ReactNode {
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
