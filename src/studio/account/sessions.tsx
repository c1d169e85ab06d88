import { type ReactNode, useState } from 'react';
import { Loading } from '../ask/loading.tsx';
import { troubleText } from '../ask/trouble-text.ts';
import { useLoaded } from '../ask/use-loaded.ts';
import { useStudio } from '../context.ts';
import { Moment } from '../moment.tsx';
import type { SessionView } from '../protocol-people.ts';
import { attempt, type Trouble } from '../request.ts';

/** The sessions of a person, at `me/sessions` or `people/ID/sessions`, with buttons to end them. */
export function Sessions({ path }: { readonly path: string }): ReactNode {
  const { say, announce } = useStudio();
  const sessions = useLoaded<readonly SessionView[]>(path);
  const [trouble, setTrouble] = useState<Trouble>();
  async function end(address: string): Promise<void> {
    const outcome = await attempt(address, { method: 'DELETE' });
    await sessions.reload();
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (outcome.isDone) announce(say('sessions.ended'));
  }
  return (
    <Loading of={sessions}>
      {(all) => {
        const others = all.filter(({ isThis }) => !isThis);
        return (
          <>
            {all.length === 0 && <p className="st-quiet">{say('sessions.none')}</p>}
            <ul className="st-rows">
              {all.map((session) => (
                <li key={session.id}>
                  <div>
                    <strong>
                      <bdi>{session.browser || say('sessions.unknown')}</bdi>
                    </strong>{' '}
                    {session.isThis && (
                      <span className="st-state st-state--published">{say('sessions.this')}</span>
                    )}
                    <span className="st-quiet st-block">
                      <bdi>{session.address}</bdi> · {say('sessions.seen')} <Moment at={session.seenAt} />
                    </span>
                    <span className="st-quiet st-block">
                      {say('sessions.since')} <Moment at={session.createdAt} />
                    </span>
                  </div>
                  {!session.isThis && (
                    <button
                      type="button"
                      className="st-button"
                      aria-label={say('sessions.end-of', {
                        browser: session.browser || say('sessions.unknown'),
                      })}
                      onClick={() => void end(`${path}/${encodeURIComponent(session.id)}`)}
                    >
                      {say('sessions.end')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {others.length > 1 && (
              <p>
                <button type="button" className="st-button" onClick={() => void end(path)}>
                  {say(others.length < all.length ? 'sessions.end-others' : 'sessions.end-all')}
                </button>
              </p>
            )}
            {trouble && (
              <p className="st-problem" role="alert">
                {troubleText(trouble, say)}
              </p>
            )}
          </>
        );
      }}
    </Loading>
  );
}
