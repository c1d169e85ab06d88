import pg from 'pg';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { type OnStoreNotification, type StoreNotification, storeNotifications } from '../notifications.ts';
import { notificationChannel } from '../repositories/coordination.ts';

/** Receives the notifications of all instances on a separate connection. */
export interface NotificationListener {
  /** Adds a listener, and returns a function that removes it. */
  readonly onNotification: OnStoreNotification;
  /** Disconnects for good. Never rejects. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a listener that connects when its first function is added, and again `newsRetryMs` after each
 * failure. After connecting, it passes every kind of notification to the functions, since some may have been
 * missed.
 */
export function createNotificationListener({
  url,
  settings: { connectTimeoutMs, newsRetryMs },
}: {
  readonly url: string;
  readonly settings: Pick<ServerSettings['postgres'], 'connectTimeoutMs' | 'newsRetryMs'>;
}): NotificationListener {
  const listeners = new Set<(news: StoreNotification) => void>();
  let disconnect: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Calls each added function. */
  function notifyListeners(news: StoreNotification): void {
    for (const listener of listeners) listener(news);
  }

  /** Connects and listens; returns at once. Calls itself again after a failure, until `close`. */
  function startListening(): void {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'slipway',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    });
    disconnect = () => client.end();
    let isOver = false;
    /** Ends this connection and schedules the next one, once for each connection; none after `close`. */
    const retryLater = () => {
      if (isOver) return;
      isOver = true;
      client.end().catch(() => undefined);
      if (!isClosed) retry = setTimeout(startListening, newsRetryMs).unref();
    };
    client.on('error', retryLater);
    client.on('end', retryLater);
    client.on('notification', ({ payload }) => {
      const news = storeNotifications.find((one) => one === payload);
      if (news !== undefined) notifyListeners(news);
    });
    client
      .connect()
      .then(() => client.query(`LISTEN ${notificationChannel}`))
      .then(() => storeNotifications.forEach(notifyListeners))
      .catch(retryLater);
  }

  return {
    onNotification(listener) {
      listeners.add(listener);
      if (disconnect === undefined) startListening();
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await disconnect?.().catch(() => undefined);
    },
  };
}
