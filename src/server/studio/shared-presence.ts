import { randomUUID } from 'node:crypto';
import type { Log } from '../platform/log/log.ts';
import type { OpenPage } from '../store/calls/presence-calls.ts';
import type { SharedCalls, Store } from '../store/store.ts';
import { createChangeReporter, type Presence, type PresenceOptions, uniqueByPage } from './presence.ts';

export interface SharedPresenceOptions extends PresenceOptions {
  readonly store: Pick<
    SharedCalls,
    'reportPresence' | 'updatePresence' | 'renamePresence' | 'removePresence'
  >;
  readonly onNotification: Store['onNotification'];
  readonly log: Log;
}

/** The interval at which a server reports its open pages. */
const renewMs = 5_000;
/** The time after its last report at which a page counts as closed. */
const aliveMs = 15_000;

/**
 * Tracks open pages for servers that share a database. A page is open on one server and may report its
 * position through any. The present pages are those of the last refresh. Errors of the store are logged.
 * Pages that could not be reported are reported with the next refresh; a position or a name that could not be
 * written is lost.
 */
export function createSharedPresence({
  store,
  onNotification,
  onChange,
  everyMs,
  log,
}: SharedPresenceOptions): Presence {
  /** The open pages of this server, one entry per stream: a page may have several streams for a moment. */
  const ownPages = new Map<symbol, OpenPage>();
  let present: readonly OpenPage[] = [];
  const reporter = createChangeReporter(onChange);
  let timer: ReturnType<typeof setInterval> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Runs tasks one after the other, so that nobody receives an outdated state. Errors are logged; the promise
   * never rejects.
   */
  function enqueue(work: () => Promise<void>): Promise<void> {
    const next = last.then(work).catch((error: unknown) => log.error('presence-not-known', error));
    last = next;
    return next;
  }

  /**
   * Writes the open pages of this server, reads those of all servers, and reports what has changed. Does
   * nothing if this server has no open pages.
   */
  async function refreshPages(): Promise<void> {
    if (ownPages.size === 0) return;
    const known = new Map(present.map((page) => [page.id, page]));
    const pages = new Map([...ownPages.values()].map((page) => [page.id, known.get(page.id) ?? page]));
    present = await store.reportPresence({ pages: [...pages.values()], aliveMs });
    reporter.tell(getPresence());
  }

  /** Returns the pages of all servers as of the last refresh. */
  function getPresence() {
    return { count: present.length, people: uniqueByPage(present.map(({ id: _id, ...person }) => person)) };
  }

  /** Runs `refreshPages` after `everyMs`, unless that is scheduled already. */
  const scheduleRefresh = () => {
    refreshTimer ??= setTimeout(() => {
      refreshTimer = undefined;
      void enqueue(refreshPages);
    }, everyMs).unref();
  };
  const endNotifications = onNotification((what) => {
    if (what === 'presence') scheduleRefresh();
  });

  return {
    open(page) {
      const key = Symbol(page);
      ownPages.set(key, { id: page || randomUUID(), page, name: '', place: '' });
      scheduleRefresh();
      timer ??= setInterval(scheduleRefresh, renewMs).unref();
      return () => {
        const gone = ownPages.get(key)?.id;
        ownPages.delete(key);
        if (ownPages.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        if (gone === undefined || [...ownPages.values()].some(({ id }) => id === gone)) return;
        void enqueue(() => store.removePresence([gone])).then(scheduleRefresh);
      };
    },
    setPosition: (person) => {
      if (person.page !== '') void enqueue(() => store.updatePresence(person));
    },
    renamePerson: (renamed) => void enqueue(() => store.renamePresence(renamed)),
    getPresent: getPresence,
    /** Stops reporting and waits for the running task. The pages count as closed after `aliveMs`. */
    async close() {
      endNotifications();
      clearInterval(timer);
      clearTimeout(refreshTimer);
      await last;
    },
  };
}
