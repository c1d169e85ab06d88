import { type ReactNode, useEffect } from 'react';
import { focusElement } from '../ui/focus-element.ts';
import type { FormatMessage } from '../ui/messages.ts';

/**
 * Renders the frame of a page outside of the studio, such as an invitation. The title becomes a heading and
 * the title of the document. The heading gets the focus when it appears and when the title changes.
 */
export function AuthCard({
  say,
  title,
  children,
}: {
  readonly say: FormatMessage;
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
      <h1 key={title} tabIndex={-1} ref={focusElement}>
        {title}
      </h1>
      {children}
    </div>
  );
}

/**
 * Renders the page of a link that has expired or was used, revoked or replaced, with a button to sign in.
 * @param children The text that says what the person can do instead.
 */
export function EndedLink({
  say,
  children,
  onSignIn,
}: {
  readonly say: FormatMessage;
  readonly children: ReactNode;
  readonly onSignIn: () => void;
}): ReactNode {
  return (
    <AuthCard say={say} title={say('link-ended')}>
      <p>{say('link-ended.text')}</p>
      <p>{children}</p>
      <button type="button" className="st-button" onClick={onSignIn}>
        {say('link-ended.sign-in')}
      </button>
    </AuthCard>
  );
}
