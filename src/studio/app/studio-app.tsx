import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { SignedInPerson } from '../../api/people.ts';
import type { DraftView } from '../../api/studio.ts';
import { AuthPages, isAuthLinkPath } from '../auth/auth-pages.tsx';
import { loadAuthView, loadDraft } from '../draft/api.ts';
import { NoDraft, SignedOut } from '../ui/ask/request.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { BrokenDraft } from './broken-draft.tsx';
import { Workbench } from './workbench.tsx';

/** The state that decides which page is shown. */
type StudioStage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'no-draft'; readonly fault: NoDraft; readonly me: SignedInPerson }
  | {
      readonly kind: 'open';
      readonly view: DraftView;
      readonly me: SignedInPerson;
      /**
       * True if another page than the loading one was shown before, for example the sign-in. Then the heading
       * is focused.
       */
      readonly isUnderHands: boolean;
    };

/**
 * Checks the session, loads the draft, and renders the studio, the sign-in pages, the page for a broken
 * draft, or a message with a button to try again. On the pages of mailed links, it renders the sign-in pages
 * without any request. If opening fails again later, an open studio stays open, unless the session has ended.
 */
export function StudioApp({
  say,
  locale,
}: {
  readonly say: FormatMessage;
  readonly locale: string;
}): ReactNode {
  const [stage, setStage] = useState<StudioStage>(() => ({
    kind: isAuthLinkPath(location.pathname) ? 'signed-out' : 'loading',
  }));
  const openStudio = useCallback(async () => {
    let known: SignedInPerson | undefined;
    try {
      // The session is checked first. Without one, other requests would fail, also visibly in the console.
      const { me } = await loadAuthView();
      if (me === undefined) throw new SignedOut('Nobody is signed in');
      known = me;
      const view = await loadDraft();
      setStage(({ kind }) => ({ kind: 'open', view, me, isUnderHands: kind !== 'loading' }));
    } catch (error) {
      const isSignedOut = error instanceof SignedOut;
      const failed: StudioStage =
        error instanceof NoDraft && known !== undefined
          ? { kind: 'no-draft', fault: error, me: known }
          : { kind: 'failed' };
      // An open studio stays open. Unsent changes wait until the server answers again.
      setStage((stage) =>
        stage.kind === 'open' && !isSignedOut ? stage : isSignedOut ? { kind: 'signed-out' } : failed,
      );
    }
  }, []);
  useEffect(() => {
    if (!isAuthLinkPath(location.pathname)) void openStudio();
  }, [openStudio]);
  // Independent of the draft, so that "published" is announced while the next draft opens.
  const [announcement, announce] = useState('');
  const announcementRegion = (
    <p id="st-announcement" className="st-visually-hidden" role="status">
      {announcement}
    </p>
  );

  if (stage.kind === 'open')
    return (
      <>
        <Workbench
          view={stage.view}
          account={stage.me}
          say={say}
          locale={locale}
          announce={announce}
          focusesHeading={stage.isUnderHands}
          onReopen={openStudio}
        />
        {announcementRegion}
      </>
    );
  if (stage.kind === 'signed-out')
    return (
      <>
        <AuthPages say={say} onSignedIn={openStudio} />
        {announcementRegion}
      </>
    );
  if (stage.kind === 'no-draft')
    return <BrokenDraft fault={stage.fault} me={stage.me} say={say} onReopen={openStudio} />;
  return (
    <main className="st-auth" aria-busy={stage.kind === 'loading'}>
      {stage.kind === 'loading' ? (
        <p className="st-quiet">{say('loading')}</p>
      ) : (
        <div className="st-card">
          <h1>{say('unreachable.title')}</h1>
          <p>{say('unreachable.text')}</p>
          <button type="button" className="st-button st-button--primary" onClick={() => void openStudio()}>
            {say('try-again')}
          </button>
        </div>
      )}
    </main>
  );
}
