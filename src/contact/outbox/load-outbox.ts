import { useEffect, useState } from 'react';
import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { hasDatabase } from './lost-marker.ts';
import { hasWaiting, waitingKey } from './marker.ts';
import { maySendLater, sendsToServer } from './may-send-later.ts';
import type * as outboxModule from './outbox.ts';

const lazyOutbox = createLazy<typeof outboxModule>(() => import('./outbox.ts'));

/** Loads the module that sends enquiries later. A form loads it before it needs it: without a connection it cannot. */
export const { load: loadOutbox } = lazyOutbox;

/**
 * Returns the module that sends enquiries later; undefined until a send got no answer or enquiries wait, while it is
 * loaded, and in browsers that lack what it needs. What waits already is also sent if the owner has switched it off.
 */
export function useOutbox(
  props: ContactFormSectionProps,
  lifecycle: Lifecycle,
): typeof outboxModule | undefined {
  const [isWaiting, setIsWaiting] = useState(false);
  const isUnsent =
    lifecycle.state === 'stored' || (lifecycle.state === 'error' && lifecycle.failure.isUnreachable === true);
  // Once it is needed it stays: other enquiries may wait, too.
  const isOffered = isUnsent && maySendLater(props);
  const mayWait = sendsToServer(props);
  useEffect(() => {
    const check = () => setIsWaiting((before) => before || isOffered || hasWaiting());
    check();
    addEventListener(waitingKey, check);
    return () => removeEventListener(waitingKey, check);
  }, [isOffered]);
  useEffect(() => {
    if (mayWait) void hasDatabase().then((isFound) => isFound && setIsWaiting(true));
  }, [mayWait]);
  const isNeeded = (isWaiting && mayWait) || isOffered;
  const loaded = useLazyModule(lazyOutbox, isNeeded, 'enquiries that are sent later');
  return isNeeded && loaded?.isSupported() ? loaded : undefined;
}

/** Deletes a waiting enquiry. A failure is logged. */
export function discardWaiting(id: string): void {
  lazyOutbox
    .load()
    .then(({ discard }) => discard(id))
    .catch((error: unknown) => console.error('Cannot delete the stored enquiry:', error));
}
