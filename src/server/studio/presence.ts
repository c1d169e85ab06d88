import type { Person } from '../../studio/protocol.ts';

/** Who has the studio open. */
export interface Present {
  /** How many pages. */
  readonly count: number;
  /** Those that say what they are called by. */
  readonly people: readonly Person[];
}

/** Knows who has the studio open, and where they are. */
export interface Presence {
  /** Takes note of a page that was opened; gives what takes note that it was closed. Everybody is told at once, or soon. */
  readonly open: (page: string) => () => void;
  /** Takes note where somebody is. */
  readonly place: (person: Person) => void;
  readonly close: () => Promise<void>;
}

/** Of a server by itself: one that shares its data folder has people of its own. */
export function createPresence(tell: (present: Present) => void): Presence {
  const pages = new Map<symbol, Person>();
  const tellAll = () => {
    const people = [...pages.values()].filter(({ page }) => page !== '');
    tell({ count: pages.size, people });
  };

  return {
    open(page) {
      const id = Symbol(page);
      pages.set(id, { page, name: '', place: '' });
      tellAll();
      return () => {
        pages.delete(id);
        tellAll();
      };
    },
    place(person) {
      const known = [...pages].filter(([, { page }]) => page === person.page);
      for (const [id] of known) pages.set(id, person);
      if (known.length > 0) tellAll();
    },
    close: async () => undefined,
  };
}
