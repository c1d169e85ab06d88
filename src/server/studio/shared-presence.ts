import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { OpenPage } from '../store/presence-calls.ts';
import type { Store } from '../store/store.ts';
import { createNews, named, type Presence, type PresenceOptions } from './presence.ts';

export interface SharedPresenceOptions extends PresenceOptions {
  readonly store: Pick<Store, 'notePresent' | 'placePresent' | 'renamePresent' | 'forgetPresent' | 'onNews'>;
  readonly log: Log;
}

/**
 * Interval at which a server reports its open pages, and time after the last report until they count as
 * closed.
 */
const renewMs = 5_000;
const aliveMs = 15_000;

/**
 * Tracks open pages for servers that share a database. A page is open on one server and may report its
 * position through any. What the database misses is sent with the next refresh.
 */
export function createSharedPresence({ store, tell, everyMs, log }: SharedPresenceOptions): Presence {
  /** The open pages of this server, one entry per stream: a page may have several streams for a moment. */
  const own = new Map<symbol, OpenPage>();
  let present: readonly OpenPage[] = [];
  const news = createNews(tell);
  let timer: ReturnType<typeof setInterval> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs tasks one after the other, so that nobody receives an outdated state. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const next = last.then(work).catch((error: unknown) => log.error('presence-not-known', error));
    last = next;
    return next;
  }

  async function look(): Promise<void> {
    if (own.size === 0) return;
    const known = new Map(present.map((page) => [page.id, page]));
    const pages = new Map([...own.values()].map((page) => [page.id, known.get(page.id) ?? page]));
    present = await store.notePresent({ pages: [...pages.values()], aliveMs });
    news.tell(presentNow());
  }

  function presentNow() {
    return { count: present.length, people: named(present.map(({ id: _id, ...person }) => person)) };
  }

  const lookSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      void inTurn(look);
    }, everyMs).unref();
  };
  const endNews = store.onNews((what) => {
    if (what === 'presence') lookSoon();
  });

  return {
    open(page) {
      const key = Symbol(page);
      own.set(key, { id: page || randomUUID(), page, name: '', place: '' });
      lookSoon();
      timer ??= setInterval(lookSoon, renewMs).unref();
      return () => {
        const gone = own.get(key)?.id;
        own.delete(key);
        if (own.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        if (gone === undefined || [...own.values()].some(({ id }) => id === gone)) return;
        void inTurn(() => store.forgetPresent([gone])).then(lookSoon);
      };
    },
    place: (person) => {
      if (person.page !== '') void inTurn(() => store.placePresent(person));
    },
    rename: (renamed) => void inTurn(() => store.renamePresent(renamed)),
    present: presentNow,
    async close() {
      endNews();
      clearInterval(timer);
      clearTimeout(soon);
      await last;
    },
  };
}
