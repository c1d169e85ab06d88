import type { Person } from '../../studio/protocol.ts';

/** Who has the studio open. */
export interface Present {
  /** How many pages. */
  readonly count: number;
  /** Those that say what they are called by, each page once. */
  readonly people: readonly Person[];
}

/** The differences of presence since it was told last. */
export interface PresenceNews {
  readonly count: number;
  /** Those who came, or are elsewhere. */
  readonly here: readonly Person[];
  /** The pages of those who left. */
  readonly gone: readonly string[];
}

/** Knows who has the studio open, and where they are. */
export interface Presence {
  /** Takes note of a page that was opened; gives what takes note that it was closed. Everybody is told soon. */
  readonly open: (page: string) => () => void;
  /** Takes note where somebody is; on a page that is somebody else's nobody is. */
  readonly place: (person: Person) => void;
  /** Takes note that somebody is called otherwise by now. */
  readonly rename: (renamed: RenamedPerson) => void;
  /** The people who were here when presence was told last, and those who are here by now. */
  readonly present: () => Present;
  readonly close: () => Promise<void>;
}

/** Somebody whose account was renamed while they had the studio open. */
export interface RenamedPerson {
  readonly from: string;
  readonly to: string;
}

/** The inputs of presence. */
export interface PresenceOptions {
  readonly tell: (news: PresenceNews) => void;
  /** Changes within this time, in milliseconds, are told together. */
  readonly everyMs: number;
}

/** Of a server by itself: one that shares its data folder has people of its own. */
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
      // A second stream of a page says nothing of its own: whoever has the page's word may have opened it.
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

/** Every page is told to everybody, and is whose it was told to be first. */
function mayPlace({ name }: Person, known: Person): boolean {
  return known.name === '' || known.name === name;
}

/** Those who have a page that says which it is, each once: a page may have two streams for a moment. */
export function named(people: readonly Person[]): readonly Person[] {
  const byPage = new Map<string, Person>();
  for (const person of people) if (person.page !== '') byPage.set(person.page, person);
  return [...byPage.values()];
}

/** Tells what is other than it has told last, where something is. */
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
