import { type ReactNode, useSyncExternalStore } from 'react';
import { useStudio } from '../context.ts';
import type { Person } from '../protocol.ts';
import type { Say } from '../words.ts';
import { useOwnPresence } from './own-presence.ts';

/** The others who have the studio open. */
export function useOthers(): readonly Person[] {
  const { store } = useStudio();
  // Them alone: whoever is drawn beside each of hundreds of fields has nothing to do at a keystroke.
  const people = useSyncExternalStore(store.subscribe, () => store.getSnapshot().people);
  const { page } = useOwnPresence();
  return people.filter((person) => person.page !== page);
}

/** The others, and how many pages have the studio open that are not one's own. */
function useOtherPeople(present: number): {
  readonly people: readonly Person[];
  readonly count: number;
} {
  const { me } = useStudio();
  const others = useOthers();
  const own = others.filter(({ name }) => name === me.name).length;
  return { people: others, count: present - 1 - own };
}

/** Returns how somebody is called: a person's own other window is not somebody else. */
export function useLabelOf(): (
  person: Person,
  key: 'people.is-here' | 'people.here' | 'people.go',
) => string {
  const { say, me } = useStudio();
  return (person, key) =>
    person.name === me.name && me.name !== ''
      ? say(key === 'people.go' ? 'people.go-yourself' : 'people.yourself')
      : say(key, { name: personName(person, say) });
}

/** What somebody is called who may have given no name. */
export function personName({ name }: Pick<Person, 'name'>, say: Say): string {
  return name.trim() || say('people.somebody');
}

/** Whoever else is at a place: a colour and letters to look at, a name to be read. */
export function Here({ place }: { readonly place: string }): ReactNode {
  const others = useOthers();
  return <Badges people={others.filter((person) => person.place === place)} />;
}

/** More are not drawn where there is little room. */
const mostDrawn = 3;

/** Whoever else has the studio open, over what stands there: nothing moves as they come and go. */
export function OthersHere({ present }: { readonly present: number }): ReactNode {
  const { say } = useStudio();
  const { people, count } = useOtherPeople(present);
  const labelOf = useLabelOf();
  const others = people.slice(0, mostDrawn);
  return (
    <span className="st-others">
      {others.map((person) => (
        <Badge key={person.page} person={person} label={labelOf(person, 'people.is-here')} />
      ))}
      {count > 0 && <span className="st-visually-hidden">{say('present', { count })}</span>}
    </span>
  );
}

/** People, each by a colour and letters. */
export function Badges({ people }: { readonly people: readonly Person[] }): ReactNode {
  const labelOf = useLabelOf();
  if (people.length === 0) return null;
  return (
    <span className="st-badges">
      {people.map((person) => (
        <Badge key={person.page} person={person} label={labelOf(person, 'people.here')} />
      ))}
    </span>
  );
}

/** One person. */
export function Badge({ person, label }: { readonly person: Person; readonly label: string }): ReactNode {
  const { say } = useStudio();
  return (
    <span className={`st-badge st-badge--${colourOf(person.page)}`} title={label}>
      <span aria-hidden="true">{initials(personName(person, say))}</span>
      <span className="st-visually-hidden">{label}</span>
    </span>
  );
}

/** As many colours as can be told apart beside each other. */
const colours = 6;

function colourOf(page: string): number {
  return Number.parseInt(page.slice(0, 6), 16) % colours || 0;
}

function initials(name: string): string {
  const [first = '', last = ''] = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word][0] ?? '');
  return (first + last).toUpperCase();
}
