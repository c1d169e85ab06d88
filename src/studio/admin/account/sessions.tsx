import { type ReactNode, useState } from 'react';
import type { SessionView } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { MomentText } from '../../ui/moment.tsx';

/**
 * Lists the sessions of a person, with buttons to end each one but this, and all others at once.
 * @param props `path` is `me/sessions` or `people/ID/sessions`.
 */
export function SessionList({ path }: { readonly path: string }): ReactNode {
  const { say, announce } = useStudio();
  const sessions = useServerData<readonly SessionView[]>(path);
  const [trouble, setTrouble] = useState<RequestFailure>();
  /**
   * Ends the session or sessions at an address below `/studio/api`, and loads the list again. Then announces
   * that they ended, or shows the failure.
   */
  async function endSessions(address: string): Promise<void> {
    const outcome = await tryRequest(address, { method: 'DELETE' });
    await sessions.reload();
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (outcome.isDone) announce(say('sessions.ended'));
  }
  return (
    <LoadingState of={sessions}>
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
                      <bdi>{session.address}</bdi> · {say('sessions.seen')} <MomentText at={session.seenAt} />
                    </span>
                    <span className="st-quiet st-block">
                      {say('sessions.since')} <MomentText at={session.createdAt} />
                    </span>
                  </div>
                  {!session.isThis && (
                    <button
                      type="button"
                      className="st-button"
                      aria-label={say('sessions.end-of', {
                        browser: session.browser || say('sessions.unknown'),
                      })}
                      onClick={() => void endSessions(`${path}/${encodeURIComponent(session.id)}`)}
                    >
                      {say('sessions.end')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {others.length > 1 && (
              <p>
                <button type="button" className="st-button" onClick={() => void endSessions(path)}>
                  {say(others.length < all.length ? 'sessions.end-others' : 'sessions.end-all')}
                </button>
              </p>
            )}
            {trouble && (
              <p className="st-problem" role="alert">
                {formatRequestFailure(trouble, say)}
              </p>
            )}
          </>
        );
      }}
    </LoadingState>
  );
}
