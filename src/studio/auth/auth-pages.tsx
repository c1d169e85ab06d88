import { type ReactNode, useState } from 'react';
import { replaceSearch } from '../ui/address.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { InvitationPage } from './invitation.tsx';
import { ResetPage } from './reset.tsx';
import { SignIn } from './sign-in.tsx';
import { useAuthView } from './use-auth-view.ts';
import { WelcomePage } from './welcome.tsx';

/** The page of each mailed or printed link, by the second segment of its path: `/studio/welcome`. */
const linkPages = { welcome: WelcomePage, invitation: InvitationPage, reset: ResetPage } as const;

/**
 * Returns true for the path of a mailed or printed link: `/studio/welcome`, `/studio/invitation` or
 * `/studio/reset`. Its page opens for signed-in people as well.
 */
export function isAuthLinkPath(path: string): boolean {
  return findLinkPage(path) !== undefined;
}

/**
 * Renders the page of the link in the address, or else the sign-in form. Renders an empty page while the
 * settings of the sign-in pages are loading.
 */
export function AuthPages({
  say,
  onSignedIn,
}: {
  readonly say: FormatMessage;
  readonly onSignedIn: () => void;
}): ReactNode {
  const authView = useAuthView();
  const [link, setLink] = useState(() => findLinkPage(location.pathname));
  const [notice, setNotice] = useState<string>();
  const [refused] = useState(consumeRefusal);
  /** Removes the path of a link from the address and reports the sign-in. */
  const enterStudio = () => {
    if (link) history.replaceState(null, '', '/studio');
    onSignedIn();
  };
  /** Replaces the address by `/studio` and shows the sign-in form, with a message if one is given. */
  const showSignIn = (message?: string) => {
    history.replaceState(null, '', '/studio');
    setNotice(message);
    setLink(undefined);
  };
  const Page = link && linkPages[link];
  return (
    <main className="st-auth">
      {authView && Page ? (
        <Page
          say={say}
          authView={authView}
          token={location.hash.slice(1)}
          onSignedIn={enterStudio}
          onSignIn={showSignIn}
        />
      ) : (
        authView && (
          <div className="st-card">
            <p className="st-brand">
              Slipway <span>{say('studio')}</span>
            </p>
            <SignIn
              say={say}
              authView={authView}
              notice={notice}
              refused={refused && say(`provider.${refused}`)}
              onSignedIn={enterStudio}
            />
          </div>
        )
      )}
    </main>
  );
}

/**
 * Returns the reason for which a sign-in by the provider was refused, and removes it from the address, so
 * that it is shown only once. Any reason but `not-invited` is `provider-failed`. Undefined if none was
 * refused.
 */
function consumeRefusal(): 'not-invited' | 'provider-failed' | undefined {
  const search = new URLSearchParams(location.search);
  const refused = search.get('refused');
  if (refused === null) return undefined;
  search.delete('refused');
  replaceSearch(search);
  return refused === 'not-invited' ? refused : 'provider-failed';
}

/** Returns the key of the link page with this path. Undefined for other paths. */
function findLinkPage(path: string): keyof typeof linkPages | undefined {
  const [, , part = '', more] = path.split('/');
  return more === undefined && Object.hasOwn(linkPages, part) ? (part as keyof typeof linkPages) : undefined;
}
