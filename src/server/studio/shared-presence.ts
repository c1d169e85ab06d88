import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { OpenPage } from '../store/presence-calls.ts';
import type { Store } from '../store/store.ts';
import type { Presence, Present } from './presence.ts';

/** What it is made of. */
export interface SharedPresenceOptions {
  readonly store: Pick<Store, 'notePresent' | 'placePresent' | 'forgetPresent' | 'onNews'>;
  readonly tell: (present: Present) => void;
  readonly log: Log;
}

/** How often a server says which pages it has, and how long after its last word they are taken for closed. */
const everyMs = 5_000;
const aliveMs = 15_000;

/**
 * Of servers that share a database: a page is heard of through one of them, and tells where it is through any. What the database cannot be
 * told is told with the next look.
 */
export function createSharedPresence({ store, tell, log }: SharedPresenceOptions): Presence {
  /** The pages that this server has, each by its id: one may have several streams for a moment. */
  const own = new Map<symbol, OpenPage>();
  let present: readonly OpenPage[] = [];
  let told = '';
  let timer: ReturnType<typeof setInterval> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, so that nobody is told of what was before. */
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
    const people = present.filter(({ page }) => page !== '').map(({ id: _id, ...person }) => person);
    const news = JSON.stringify(people) + present.length;
    if (news === told) return;
    told = news;
    tell({ count: present.length, people });
  }

  const lookSoon = () => void inTurn(look);
  const endNews = store.onNews((news) => {
    if (news === 'presence') lookSoon();
  });

  return {
    open(page) {
      const key = Symbol(page);
      own.set(key, { id: page || randomUUID(), page, name: '', place: '' });
      // It is to be told, even of what all others know.
      told = '';
      lookSoon();
      timer ??= setInterval(lookSoon, everyMs).unref();
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
    async close() {
      endNews();
      clearInterval(timer);
      await last;
    },
  };
}
