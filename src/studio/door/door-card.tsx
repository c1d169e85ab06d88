import { type ReactNode, useEffect } from 'react';
import { takeFocus } from '../take-focus.ts';
import type { Say } from '../words.ts';

/**
 * A page outside of the studio, with its title in the heading, which gets the focus, and in the document's
 * title.
 */
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

/** The page of a link that has expired or was used. */
export function EndedLink({
  say,
  children,
  onSignIn,
}: {
  readonly say: Say;
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
