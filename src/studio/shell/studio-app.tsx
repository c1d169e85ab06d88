import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { loadDoor, loadDraft } from '../api.ts';
import { Door, isLinkAddress } from '../door/door.tsx';
import type { DraftView } from '../protocol.ts';
import type { Me } from '../protocol-people.ts';
import { NoDraft, SignedOut } from '../request.ts';
import type { Say } from '../words.ts';
import { BrokenDraft } from './broken-draft.tsx';
import { Workbench } from './workbench.tsx';

type Stage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'no-draft'; readonly fault: NoDraft; readonly me: Me }
  | { readonly kind: 'open'; readonly view: DraftView; readonly me: Me; readonly isUnderHands: boolean };

export function StudioApp({ say, locale }: { readonly say: Say; readonly locale: string }): ReactNode {
  const [stage, setStage] = useState<Stage>(() => ({
    kind: isLinkAddress(location.pathname) ? 'signed-out' : 'loading',
  }));
  const open = useCallback(async () => {
    let known: Me | undefined;
    try {
      // The session is checked first. Without one, other requests would fail, also visibly in the console.
      const { me } = await loadDoor();
      if (me === undefined) throw new SignedOut('Nobody is signed in');
      known = me;
      const view = await loadDraft();
      setStage(({ kind }) => ({ kind: 'open', view, me, isUnderHands: kind !== 'loading' }));
    } catch (error) {
      const isSignedOut = error instanceof SignedOut;
      const failed: Stage =
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
    if (!isLinkAddress(location.pathname)) void open();
  }, [open]);
  // Lives longer than the draft, so that "published" is announced while the next draft opens.
  const [announcement, announce] = useState('');
  const announced = (
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
          isUnderHands={stage.isUnderHands}
          onReopen={open}
        />
        {announced}
      </>
    );
  if (stage.kind === 'signed-out')
    return (
      <>
        <Door say={say} onSignedIn={open} />
        {announced}
      </>
    );
  if (stage.kind === 'no-draft')
    return <BrokenDraft fault={stage.fault} me={stage.me} say={say} onReopen={open} />;
  return (
    <main className="st-door" aria-busy={stage.kind === 'loading'}>
      {stage.kind === 'loading' ? (
        <p className="st-quiet">{say('loading')}</p>
      ) : (
        <div className="st-card">
          <h1>{say('unreachable.title')}</h1>
          <p>{say('unreachable.text')}</p>
          <button type="button" className="st-button st-button--primary" onClick={() => void open()}>
            {say('try-again')}
          </button>
        </div>
      )}
    </main>
  );
}
