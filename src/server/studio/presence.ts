import type { PresentPerson } from '../../api/studio.ts';

export interface PresentPages {
  /** The number of open pages, also of those without an id. */
  readonly count: number;
  /** The pages with an id, each once, with the name of its person if that is known. */
  readonly people: readonly PresentPerson[];
}

export interface PresenceChange {
  /** The number of open pages, also of those without an id. */
  readonly count: number;
  /** The pages that were opened, or whose name or position has changed. */
  readonly here: readonly PresentPerson[];
  /** The ids of closed pages. */
  readonly gone: readonly string[];
}

/** Tracks who has the studio open, and where they are. */
export interface Presence {
  /**
   * Records an open page and reports it soon. Returns the function that records its closing.
   * @param page The id of the page; empty if it has none.
   */
  readonly open: (page: string) => () => void;
  /** Records the position of a person. Ignored if the page is not open or belongs to another person. */
  readonly setPosition: (person: PresentPerson) => void;
  /** Renames a person on all their pages. */
  readonly renamePerson: (renamed: RenamedPerson) => void;
  readonly getPresent: () => PresentPages;
  /** Stops reporting. A report that was scheduled is dropped. */
  readonly close: () => Promise<void>;
}

/** The former and the new name of a person. */
export interface RenamedPerson {
  readonly from: string;
  readonly to: string;
}

export interface PresenceOptions {
  /** Called with the changes since its last call. */
  readonly onChange: (news: PresenceChange) => void;
  /** Changes within this time, in milliseconds, are reported together. */
  readonly everyMs: number;
}

/**
 * Creates the presence of one server, in memory: it changes every few seconds and ends with the server, so a
 * database that is written for each change would gain nothing. Servers that share a data folder each have
 * their own; those that share a PostgreSQL database have one (`createSharedPresence`).
 */
export function createPresence({ onChange, everyMs }: PresenceOptions): Presence {
  const pages = new Map<symbol, PresentPerson>();
  const reporter = createChangeReporter(onChange);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function getPresent(): PresentPages {
    return { count: pages.size, people: uniqueByPage([...pages.values()]) };
  }

  /** Reports the changes after `everyMs`, unless a report is scheduled already. */
  function scheduleReport(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      reporter.tell(getPresent());
    }, everyMs).unref();
  }

  /** Sets the members `changed` of the pages that match, and schedules a report if there are any. */
  function updatePages(isMatch: (known: PresentPerson) => boolean, changed: Partial<PresentPerson>): void {
    const known = [...pages].filter(([, one]) => isMatch(one));
    for (const [id, one] of known) pages.set(id, { ...one, ...changed });
    if (known.length > 0) scheduleReport();
  }

  return {
    open(page) {
      const id = Symbol(page);
      // A second stream of a page inherits its name: anybody who knows the page's id may have opened it.
      const known = page === '' ? undefined : [...pages.values()].find((one) => one.page === page);
      pages.set(id, known ?? { page, name: '', place: '' });
      scheduleReport();
      return () => {
        pages.delete(id);
        scheduleReport();
      };
    },
    setPosition: (person) =>
      updatePages((known) => known.page === person.page && mayReportPosition(person, known), person),
    renamePerson: ({ from, to }) => updatePages(({ name }) => name === from, { name: to }),
    getPresent,
    close: async () => clearTimeout(timer),
  };
}

/**
 * Returns true if the person may report a position for the page. All page ids are public, so a page belongs
 * to the first person who reports one.
 */
function mayReportPosition({ name }: PresentPerson, known: PresentPerson): boolean {
  return known.name === '' || known.name === name;
}

/**
 * Returns the people whose page has an id, once per page, as the last one of the page is: a page may have two
 * event streams for a moment.
 */
export function uniqueByPage(people: readonly PresentPerson[]): readonly PresentPerson[] {
  const byPage = new Map<string, PresentPerson>();
  for (const person of people) if (person.page !== '') byPage.set(person.page, person);
  return [...byPage.values()];
}

/**
 * Creates a reporter. `tell` compares the present pages with those of its last call, and calls `onChange`
 * with the difference if they differ. The first call compares with no pages.
 */
export function createChangeReporter(onChange: PresenceOptions['onChange']): {
  readonly tell: (present: PresentPages) => void;
} {
  let lastPeople: ReadonlyMap<string, PresentPerson> = new Map();
  let lastCount = 0;
  return {
    tell({ count, people }) {
      const now = new Map(people.map((person) => [person.page, person]));
      const here = people.filter((person) => !isSamePosition(lastPeople.get(person.page), person));
      const gone = [...lastPeople.keys()].filter((page) => !now.has(page));
      const isChanged = here.length + gone.length > 0 || count !== lastCount;
      lastPeople = now;
      lastCount = count;
      if (isChanged) onChange({ count, here, gone });
    },
  };
}

/** Returns true if the person was known before with the same name and position. */
function isSamePosition(one: PresentPerson | undefined, other: PresentPerson): boolean {
  return one !== undefined && one.name === other.name && one.place === other.place;
}
