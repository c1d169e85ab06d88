import { type ReactNode, useEffect } from 'react';
import { takeFocus } from '../take-focus.ts';
import type { Say } from '../words.ts';

/** A page in front of the door: what it is about, said to whoever comes to it, and what is to be done. */
export function DoorCard({
  say,
  title,
  children,
}: {
  readonly say: Say;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} | Slipway ${say('studio')}`;
  }, [title, say]);
  return (
    <div className="st-card">
      <p className="st-brand">
        Slipway <span>{say('studio')}</span>
      </p>
      <h1 key={title} tabIndex={-1} ref={takeFocus}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/** A link that nothing can be done with any more. */
export function EndedLink({
  say,
  children,
  onSignIn,
}: {
  readonly say: Say;
  /** What to do now. */
  readonly children: ReactNode;
  readonly onSignIn: () => void;
}): ReactNode {
  return (
    <DoorCard say={say} title={say('link-ended')}>
      <p>{say('link-ended.text')}</p>
      <p>{children}</p>
      <button type="button" className="st-button" onClick={onSignIn}>
        {say('link-ended.sign-in')}
      </button>
    </DoorCard>
  );
}
