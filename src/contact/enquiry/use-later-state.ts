import { useMemo, useRef } from 'react';
import { discardWaiting } from '../outbox/load-outbox.ts';
import type { LaterState, SendAttemptDetails } from './enquiry.ts';

/** Returns the state of sending later; the same object in every render. */
export function useLaterState(): LaterState {
  const attempt = useRef<SendAttemptDetails>(undefined);
  const editedId = useRef<string>(undefined);
  return useMemo(
    () => ({
      attempt,
      editedId,
      forgetEdited() {
        if (editedId.current !== undefined) discardWaiting(editedId.current);
        editedId.current = undefined;
      },
    }),
    [],
  );
}
