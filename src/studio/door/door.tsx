import { type ReactNode, useState } from 'react';
import { replaceSearch } from '../address.ts';
import type { DoorView } from '../protocol-people.ts';
import type { Say } from '../words.ts';
import { Invitation } from './invitation.tsx';
import { Reset } from './reset.tsx';
import { SignIn } from './sign-in.tsx';
import { useDoor } from './use-door.ts';
import { Welcome } from './welcome.tsx';

/** The addresses in front of the door, which those come to who have been given a link. */
const linkPages = { welcome: Welcome, invitation: Invitation, reset: Reset } as const;

/** What a page of a link is drawn from. */
export interface LinkPageProps {
  readonly say: Say;
  readonly door: DoorView;
  /** What the link is known by: it stands behind the `#`, which no server and no log hears of. */
  readonly word: string;
  /** It is done, and somebody is signed in. */
  readonly onSignedIn: () => void;
  /** It is done, or past; who comes goes on to the sign-in. */
  readonly onSignIn: (notice?: string) => void;
}

/** Whether an address is that of a link, which whoever has it opens, signed in or not. */
export function isLinkAddress(path: string): boolean {
  return linkOf(path) !== undefined;
}

/** What stands in front of the studio: the sign-in, or the page of a link. */
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

/** Why whoever comes back from the provider is not let in: said once, and no part of the address that is kept. */
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
