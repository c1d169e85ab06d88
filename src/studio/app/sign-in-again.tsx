import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SignedInPerson } from '../../api/people.ts';
import { includesRole } from '../auth/permissions/roles.ts';
import { SignIn } from '../auth/sign-in.tsx';
import { useAuthView } from '../auth/use-auth-view.ts';
import { loadAuthView } from '../draft/api.ts';
import { useChangeTitles } from '../draft/change-title.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { transferUnsentChanges } from '../draft/unsent-changes.ts';
import { focusElement } from '../ui/focus-element.ts';

/**
 * Renders the sign-in dialog for a session that has ended while the studio is open. If the same person is
 * signed in again, also in another page of this browser, the unsent changes are sent. For anybody else, shows
 * `OtherPersonNotice`.
 */
export function SignInAgain(): ReactNode {
  const { store, me, refreshMe, say } = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const authView = useAuthView();
  const [other, setOther] = useState<SignedInPerson>();
  // Closes the dialog while it is still in the document. Otherwise the browser does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const acceptPerson = useCallback(
    (now: SignedInPerson) => {
      if (now.id === me.id) {
        void refreshMe();
        store.retry();
      } else setOther(now);
    },
    [me.id, refreshMe, store],
  );
  // The person may have signed in in another page of this browser.
  useEffect(() => {
    loadAuthView().then(
      ({ me: now }) => now && acceptPerson(now),
      () => undefined,
    );
  }, [acceptPerson]);

  return (
    <dialog
      ref={dialog}
      className="st-dialog"
      aria-label={say('sign-in')}
      onCancel={(event) => other && event.preventDefault()}
    >
      <div className="st-card">
        {other ? (
          <OtherPersonNotice other={other} />
        ) : (
          authView && (
            <SignIn
              say={say}
              authView={authView}
              name={me.name}
              heading={
                <>
                  <h2>{say('sign-in')}</h2>
                  <p>{say('sign-in.again')}</p>
                </>
              }
              onSignedIn={acceptPerson}
            />
          )
        )}
      </div>
    </dialog>
  );
}

/**
 * Renders a notice that another person has signed in on this page, with the unsent changes of the previous
 * person. A button reloads the page and leaves these changes stored for the previous person. If `other` may
 * edit, a second one transfers them to `other` and reloads the page.
 */
function OtherPersonNotice({ other }: { readonly other: SignedInPerson }): ReactNode {
  const { me, say } = useStudio();
  const formatTitle = useChangeTitles();
  const { unsent } = useDraftState();
  const names = { name: other.name, before: me.name };
  const reloadPage = () => location.reload();
  return (
    <>
      <h2 tabIndex={-1} ref={focusElement}>
        {say('other.title', names)}
      </h2>
      {unsent.length === 0 ? (
        <p>{say('other.none', names)}</p>
      ) : (
        <>
          <p>{say('other.unsent', { ...names, count: unsent.length })}</p>
          <ul className="st-unsent">
            {unsent.map(({ id, title }) => (
              <li key={id}>{formatTitle(title)}</li>
            ))}
          </ul>
        </>
      )}
      {unsent.length > 0 && includesRole(other.role, 'editor') && (
        <button
          type="button"
          className="st-button"
          onClick={() => {
            transferUnsentChanges(me.id, other.id);
            reloadPage();
          }}
        >
          {say('other.take-on')}
        </button>
      )}
      <button type="button" className="st-button st-button--primary" onClick={reloadPage}>
        {unsent.length > 0 ? say('other.leave', names) : say('other.go-on')}
      </button>
    </>
  );
}
