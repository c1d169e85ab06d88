import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { loadDraft } from '../api.ts';
import type { DraftView } from '../protocol.ts';
import { SignedOut } from '../request.ts';
import type { Say } from '../words.ts';
import { SignIn } from './sign-in.tsx';
import { Workbench } from './workbench.tsx';

type Stage =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly view: DraftView; readonly isUnderHands: boolean };

/** The studio: the sign-in, or the workbench with the draft that there is. */
export function StudioApp({ say, locale }: { readonly say: Say; readonly locale: string }): ReactNode {
  const [stage, setStage] = useState<Stage>({ kind: 'loading' });
  const open = useCallback(async () => {
    try {
      const view = await loadDraft();
      setStage(({ kind }) => ({ kind: 'open', view, isUnderHands: kind !== 'loading' }));
    } catch (error) {
      const isSignedOut = error instanceof SignedOut;
      // Whoever is at work goes on: what is not sent waits until the server is there again.
      setStage((stage) =>
        stage.kind === 'open' && !isSignedOut ? stage : { kind: isSignedOut ? 'signed-out' : 'failed' },
      );
    }
  }, []);
  useEffect(() => void open(), [open]);
  // Outlives the draft: that it was published is said while the next one opens.
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
      <main className="st-door">
        <SignIn say={say} onSignedIn={open} />
      </main>
    );
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
