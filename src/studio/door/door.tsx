import { type ReactNode, useState } from 'react';
import { replaceSearch } from '../address.ts';
import type { DoorView } from '../protocol-people.ts';
import type { Say } from '../words.ts';
import { Invitation } from './invitation.tsx';
import { Reset } from './reset.tsx';
import { SignIn } from './sign-in.tsx';
import { useDoor } from './use-door.ts';
import { Welcome } from './welcome.tsx';

/** The pages that are opened by mailed or printed links. */
const linkPages = { welcome: Welcome, invitation: Invitation, reset: Reset } as const;

export interface LinkPageProps {
  readonly say: Say;
  readonly door: DoorView;
  /**
   * The single-use token of the link. It is in the fragment of the address, which is never sent to a server
   * or written to a log.
   */
  readonly word: string;
  readonly onSignedIn: () => void;
  /** Called if the person should go on to the sign-in. */
  readonly onSignIn: (notice?: string) => void;
}

/** True if the address belongs to a link. Such a page opens for signed-in people as well. */
export function isLinkAddress(path: string): boolean {
  return linkOf(path) !== undefined;
}

/** The pages for people who are not signed in: the sign-in, or the page of a link. */
export function Door({ say, onSignedIn }: { readonly say: Say; readonly onSignedIn: () => void }): ReactNode {
  const door = useDoor();
  const [link, setLink] = useState(() => linkOf(location.pathname));
  const [notice, setNotice] = useState<string>();
  const [refused] = useState(takeRefusal);
  const enter = () => {
    if (link) history.replaceState(null, '', '/studio');
    onSignedIn();
  };
  const onSignIn = (said?: string) => {
    history.replaceState(null, '', '/studio');
    setNotice(said);
    setLink(undefined);
  };
  const Page = link && linkPages[link];
  return (
    <main className="st-door">
      {door && Page ? (
        <Page say={say} door={door} word={location.hash.slice(1)} onSignedIn={enter} onSignIn={onSignIn} />
      ) : (
        door && (
          <div className="st-card">
            <p className="st-brand">
              Slipway <span>{say('studio')}</span>
            </p>
            <SignIn
              say={say}
              door={door}
              notice={notice}
              refused={refused && say(`provider.${refused}`)}
              onSignedIn={enter}
            />
          </div>
        )
      )}
    </main>
  );
}

/**
 * Returns the reason why a person who comes back from the provider is refused. Removes it from the address,
 * so that it is shown only once.
 */
function takeRefusal(): 'not-invited' | 'provider-failed' | undefined {
  const search = new URLSearchParams(location.search);
  const refused = search.get('refused');
  if (refused === null) return undefined;
  search.delete('refused');
  replaceSearch(search);
  return refused === 'not-invited' ? refused : 'provider-failed';
}

function linkOf(path: string): keyof typeof linkPages | undefined {
  const [, , part = '', more] = path.split('/');
  return more === undefined && part in linkPages ? (part as keyof typeof linkPages) : undefined;
}
