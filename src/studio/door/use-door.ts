import { useEffect, useState } from 'react';
import type { DoorView } from '../protocol-people.ts';
import { attempt } from '../request.ts';

/** What the door is like; as most are where the server does not say. */
export function useDoor(): DoorView | undefined {
  const [door, setDoor] = useState<DoorView>();
  useEffect(() => {
    void attempt<DoorView>('door', { method: 'GET' }).then((outcome) =>
      setDoor(outcome.isDone ? outcome.answer : { isFirst: false, isMailing: false, shortestPassword: 8 }),
    );
  }, []);
  return door;
}
