import { useEffect, useState } from 'react';
import type { DoorView } from '../protocol-people.ts';
import { attempt } from '../request.ts';

/**
 * Loads what the sign-in pages need to know. Falls back to the usual values if the server does not answer.
 */
export function useDoor(): DoorView | undefined {
  const [door, setDoor] = useState<DoorView>();
  useEffect(() => {
    void attempt<DoorView>('door', { method: 'GET' }).then((outcome) =>
      setDoor(outcome.isDone ? outcome.answer : { isFirst: false, isMailing: false, shortestPassword: 8 }),
    );
  }, []);
  return door;
}
