import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadDoor } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import { SignIn } from '../door/sign-in.tsx';
import { useDoor } from '../door/use-door.ts';
import { handOver } from '../draft/keeping.ts';
import { mayAs } from '../people/roles.ts';
import type { Me } from '../protocol-people.ts';
import { takeFocus } from '../take-focus.ts';
import { titleText } from './change-title.ts';

/**
 * The sign-in dialog after a session ended during an edit. Nothing is lost if the same person signs in.
 * Another person sees whose page it is.
 */
export function SignInAgain(): ReactNode {
  const { store, me, refreshMe, say } = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const door = useDoor();
  const [other, setOther] = useState<Me>();
  // Closes the dialog while it is still in the document. Otherwise the browser does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const enter = useCallback(
    (now: Me) => {
      if (now.id === me.id) {
        void refreshMe();
        store.retry();
      } else setOther(now);
    },
    [me.id, refreshMe, store],
  );
  // The person may have signed in in another page of this browser.
  useEffect(() => {
    loadDoor().then(
      ({ me: now }) => now && enter(now),
      () => undefined,
    );
  }, [enter]);

  return (
    <dialog
      ref={dialog}
      className="st-dialog"
      aria-label={say('sign-in')}
      onCancel={(event) => other && event.preventDefault()}
    >
      <div className="st-card">
        {other ? (
          <Other other={other} />
        ) : (
          door && (
            <SignIn
              say={say}
              door={door}
              name={me.name}
              heading={
                <>
                  <h2>{say('sign-in')}</h2>
                  <p>{say('sign-in.again')}</p>
                </>
              }
              onSignedIn={enter}
            />
          )
        )}
      </div>
    </dialog>
  );
}

/**
 * Shown if another person signs in over somebody's page. The page reloads for the new person. Unsent changes
 * are passed on only after a confirmation.
 */
function Other({ other }: { readonly other: Me }): ReactNode {
  const { me, say } = useStudio();
  const { unsent } = useDraft();
  const names = { name: other.name, before: me.name };
  const goOn = () => location.reload();
  return (
    <>
      <h2 tabIndex={-1} ref={takeFocus}>
        {say('other.title', names)}
      </h2>
      {unsent.length === 0 ? (
        <p>{say('other.none', names)}</p>
      ) : (
        <>
          <p>{say('other.unsent', { ...names, count: unsent.length })}</p>
          <ul className="st-unsent">
            {unsent.map(({ id, title }) => (
              <li key={id}>{titleText(title, say)}</li>
            ))}
          </ul>
        </>
      )}
      {unsent.length > 0 && mayAs(other.role, 'editor') && (
        <button
          type="button"
          className="st-button"
          onClick={() => {
            handOver(me.id, other.id);
            goOn();
          }}
        >
          {say('other.take-on')}
        </button>
      )}
      <button type="button" className="st-button st-button--primary" onClick={goOn}>
        {unsent.length > 0 ? say('other.leave', names) : say('other.go-on')}
      </button>
    </>
  );
}
