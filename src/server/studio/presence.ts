import type { Person } from '../../studio/protocol.ts';

/** The open pages of the studio. */
export interface Present {
  readonly count: number;
  /** The people with a name, once per page. */
  readonly people: readonly Person[];
}

export interface PresenceNews {
  readonly count: number;
  /** People who came or moved. */
  readonly here: readonly Person[];
  readonly gone: readonly string[];
}

/** Tracks who has the studio open, and where they are. */
export interface Presence {
  /** Records an open page and reports it soon. Returns the function that records its closing. */
  readonly open: (page: string) => () => void;
  /** Records the position of a person. Ignored if the page belongs to another person. */
  readonly place: (person: Person) => void;
  readonly rename: (renamed: RenamedPerson) => void;
  readonly present: () => Present;
  readonly close: () => Promise<void>;
}

export interface RenamedPerson {
  readonly from: string;
  readonly to: string;
}

export interface PresenceOptions {
  readonly tell: (news: PresenceNews) => void;
  /** Changes within this time, in milliseconds, are reported together. */
  readonly everyMs: number;
}

/** Creates the presence of one server. Servers that share a data folder each have their own. */
export function createPresence({ tell, everyMs }: PresenceOptions): Presence {
  const pages = new Map<symbol, Person>();
  const news = createNews(tell);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function present(): Present {
    return { count: pages.size, people: named([...pages.values()]) };
  }

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      news.tell(present());
    }, everyMs).unref();
  }

  function change(isMeant: (known: Person) => boolean, changed: Partial<Person>): void {
    const known = [...pages].filter(([, one]) => isMeant(one));
    for (const [id, one] of known) pages.set(id, { ...one, ...changed });
    if (known.length > 0) tellSoon();
  }

  return {
    open(page) {
      const id = Symbol(page);
      // A second stream of a page inherits its name: anybody who knows the page's id may have opened it.
      const known = page === '' ? undefined : [...pages.values()].find((one) => one.page === page);
      pages.set(id, known ?? { page, name: '', place: '' });
      tellSoon();
      return () => {
        pages.delete(id);
        tellSoon();
      };
    },
    place: (person) => change((known) => known.page === person.page && mayPlace(person, known), person),
    rename: ({ from, to }) => change(({ name }) => name === from, { name: to }),
    present,
    close: async () => clearTimeout(timer),
  };
}

/**
 * Returns true if the person may move the page. All page ids are public, so a page belongs to the first
 * person who reports it.
 */
function mayPlace({ name }: Person, known: Person): boolean {
  return known.name === '' || known.name === name;
}

/** Returns the people whose page has an id, once per page: a page may have two streams for a moment. */
export function named(people: readonly Person[]): readonly Person[] {
  const byPage = new Map<string, Person>();
  for (const person of people) if (person.page !== '') byPage.set(person.page, person);
  return [...byPage.values()];
}

/** Creates a function that reports the differences to its last report, if there are any. */
export function createNews(tell: PresenceOptions['tell']): { readonly tell: (present: Present) => void } {
  let told: ReadonlyMap<string, Person> = new Map();
  let toldCount = 0;
  return {
    tell({ count, people }) {
      const now = new Map(people.map((person) => [person.page, person]));
      const here = people.filter((person) => !isSame(told.get(person.page), person));
      const gone = [...told.keys()].filter((page) => !now.has(page));
      const isNews = here.length + gone.length > 0 || count !== toldCount;
      told = now;
      toldCount = count;
      if (isNews) tell({ count, here, gone });
    },
  };
}

function isSame(one: Person | undefined, other: Person): boolean {
  return one !== undefined && one.name === other.name && one.place === other.place;
}
