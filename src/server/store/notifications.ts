/**
 * A change in a database that several instances share, announced to each instance at once. Notifications may
 * be lost, so instances also poll.
 */
export type StoreNotification = (typeof storeNotifications)[number];

/**
 * All notifications: another version is live or scheduled; the draft changed; somebody entered or left the
 * studio, or moved in it; comments, links to previews or the request to publish changed.
 */
export const storeNotifications = ['versions', 'draft', 'presence', 'review'] as const;

/** Adds a listener. Returns a function that removes it. */
export type OnStoreNotification = (listener: (news: StoreNotification) => void) => () => void;
