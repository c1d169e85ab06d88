import { type ReactNode, useEffect, useRef } from 'react';
import { useStudio } from '../context.ts';
import { SignIn } from './sign-in.tsx';

/** A session that ended amid an edit: whoever signs in again has lost nothing. */
export function SignInAgain(): ReactNode {
  const { store, say } = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className="st-dialog" aria-label={say('sign-in')}>
      <p>{say('sign-in.again')}</p>
      <SignIn say={say} onSignedIn={store.retry} />
    </dialog>
  );
}
