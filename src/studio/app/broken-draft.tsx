import { type ReactNode, useState } from 'react';
import type { SignedInPerson } from '../../api/people.ts';
import { repairDraft } from '../draft/api.ts';
import type { NoDraft } from '../ui/ask/request.ts';
import type { FormatMessage } from '../ui/messages.ts';

/**
 * Renders the page for a draft that cannot be opened, with the reason and a button that calls `onReopen`. If
 * parts of it are readable (`isMendable`), an owner gets a second button that repairs it from them.
 */
export function BrokenDraft({
  fault,
  me,
  say,
  onReopen,
}: {
  readonly fault: NoDraft;
  readonly me: SignedInPerson;
  readonly say: FormatMessage;
  readonly onReopen: () => Promise<void>;
}): ReactNode {
  const [isMending, setIsMending] = useState(false);
  const { message, isMendable } = fault;
  const mayMend = isMendable && me.role === 'owner';

  /**
   * Repairs the draft on the server and calls `onReopen`, also if the repair fails. Does not reject because
   * of the repair.
   */
  async function continueWithReadablePart(): Promise<void> {
    setIsMending(true);
    // If the repair fails, the reason is shown when the studio opens the draft again.
    await repairDraft().catch(() => undefined);
    await onReopen();
    setIsMending(false);
  }

  return (
    <main className="st-auth">
      <div className="st-card">
        <h1>{say('no-draft.title')}</h1>
        <p role="alert" dir="auto">
          {message}
        </p>
        <p>{say('no-draft.text')}</p>
        {isMendable && <p>{say(mayMend ? 'no-draft.mend-hint' : 'no-draft.owner')}</p>}
        {mayMend && (
          <button
            type="button"
            className="st-button"
            aria-disabled={isMending}
            onClick={() => void (isMending || continueWithReadablePart())}
          >
            {say('no-draft.mend')}
          </button>
        )}
        <button type="button" className="st-button st-button--primary" onClick={() => void onReopen()}>
          {say('try-again')}
        </button>
      </div>
    </main>
  );
}
