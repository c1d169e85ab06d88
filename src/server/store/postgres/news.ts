import { sql } from 'kysely';
import pg from 'pg';
import type { ServerSettings } from '../../config/settings.ts';
import { allNews, type News, type OnNews } from '../news.ts';
import type { Database } from './connect.ts';

const channel = 'slipway_news';

/**
 * Notifies every instance, including this one, once the transaction is committed. Only for rare changes:
 * transactions that notify commit one after another (PostgreSQL 15, "NOTIFY").
 */
export async function tellNews(transaction: Database, news: News): Promise<void> {
  await sql`SELECT pg_notify(${channel}, ${news})`.execute(transaction);
}

/** Receives the notifications of all instances on a separate connection. */
export interface NewsLine {
  readonly onNews: OnNews;
  readonly close: () => Promise<void>;
}

/**
 * Connects with the first listener, and again after each failure. After connecting, it sends every
 * notification to the listeners, since some may have been missed.
 */
export function createNewsLine({
  url,
  settings: { connectTimeoutMs, newsRetryMs },
}: {
  readonly url: string;
  readonly settings: Pick<ServerSettings['postgres'], 'connectTimeoutMs' | 'newsRetryMs'>;
}): NewsLine {
  const listeners = new Set<(news: News) => void>();
  let hangUp: (() => Promise<void>) | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function tell(news: News): void {
    for (const listener of listeners) listener(news);
  }

  function dial(): void {
    const client = new pg.Client({
      ...{ connectionString: url, application_name: 'slipway', keepAlive: true },
      connectionTimeoutMillis: connectTimeoutMs,
    });
    hangUp = () => client.end();
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      client.end().catch(() => undefined);
      if (!isClosed) retry = setTimeout(dial, newsRetryMs).unref();
    };
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload }) => {
      const news = allNews.find((one) => one === payload);
      if (news !== undefined) tell(news);
    });
    client
      .connect()
      .then(() => client.query(`LISTEN ${channel}`))
      .then(() => allNews.forEach(tell))
      .catch(end);
  }

  return {
    onNews(listener) {
      listeners.add(listener);
      if (hangUp === undefined) dial();
      return () => void listeners.delete(listener);
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await hangUp?.().catch(() => undefined);
    },
  };
}
