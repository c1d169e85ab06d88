import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useStudio } from '../context.ts';
import { SignIn } from './sign-in.tsx';

/** A session that ended amid an edit: whoever signs in again has lost nothing. */
export function SignInAgain(): ReactNode {
  const { store, say } = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the document: only then has whoever was at work the focus where they were.
  useLayoutEffect(() => {
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
