import { type ReactNode, useSyncExternalStore } from 'react';
import type { PresentPerson } from '../../../api/studio.ts';
import type { FormatMessage } from '../../ui/messages.ts';
import { useStudio } from '../context.ts';
import { useOwnPresence } from './own-presence.ts';

/** Returns the other open pages of the studio with their people, who may be this person in another window. */
export function useOtherPages(): readonly PresentPerson[] {
  const { store } = useStudio();
  // Subscribes to the people only. Otherwise each keystroke would redraw the badges of hundreds of fields.
  const people = useSyncExternalStore(store.subscribe, () => store.getSnapshot().people);
  const { page } = useOwnPresence();
  return people.filter((person) => person.page !== page);
}

/**
 * Returns the other open pages with their people, and the number of pages that belong to other people. A page
 * with the name of this person counts as their own.
 * @param present The number of all open pages.
 */
function useOtherPeople(present: number): {
  readonly people: readonly PresentPerson[];
  readonly count: number;
} {
  const { me } = useStudio();
  const others = useOtherPages();
  const own = others.filter(({ name }) => name === me.name).length;
  return { people: others, count: present - 1 - own };
}

/**
 * Returns a function that formats a label for a person with the message `key`: the person is in the studio
 * (`people.is-here`), is at this address (`people.here`), or can be followed (`people.go`). Another window of
 * the same person is labelled "you".
 */
export function usePersonLabel(): (
  person: PresentPerson,
  key: 'people.is-here' | 'people.here' | 'people.go',
) => string {
  const { say, me } = useStudio();
  return (person, key) =>
    person.name === me.name && me.name !== ''
      ? say(key === 'people.go' ? 'people.go-yourself' : 'people.yourself')
      : say(key, { name: formatPersonName(person, say) });
}

/** Returns the display name of a person: "somebody" in the studio's language if they have given none. */
export function formatPersonName({ name }: Pick<PresentPerson, 'name'>, say: FormatMessage): string {
  return name.trim() || say('people.somebody');
}

/**
 * Renders the badges of the other pages that are at an address of the studio. Renders nothing if there are
 * none.
 */
export function PeopleAt({ place }: { readonly place: string }): ReactNode {
  const others = useOtherPages();
  return <PersonBadges people={others.filter((person) => person.place === place)} />;
}

/** The maximum number of badges in the header. */
const maxBadges = 3;

/**
 * Renders the badges of at most three other pages, as an overlay, so that nothing moves when people come and
 * go; for screen readers, also the number of pages of other people. `present` is the number of all open
 * pages.
 */
export function OtherPeople({ present }: { readonly present: number }): ReactNode {
  const { say } = useStudio();
  const { people, count } = useOtherPeople(present);
  const labelOf = usePersonLabel();
  const others = people.slice(0, maxBadges);
  return (
    <span className="st-others">
      {others.map((person) => (
        <PersonBadge key={person.page} person={person} label={labelOf(person, 'people.is-here')} />
      ))}
      {count > 0 && <span className="st-visually-hidden">{say('present', { count })}</span>}
    </span>
  );
}

/** Renders the badges of people, in their order. Renders nothing without people. */
export function PersonBadges({ people }: { readonly people: readonly PresentPerson[] }): ReactNode {
  const labelOf = usePersonLabel();
  if (people.length === 0) return null;
  return (
    <span className="st-badges">
      {people.map((person) => (
        <PersonBadge key={person.page} person={person} label={labelOf(person, 'people.here')} />
      ))}
    </span>
  );
}

/**
 * Renders the initials of a person in the colour of their page, with a label for screen readers and as a
 * tooltip.
 */
export function PersonBadge({
  person,
  label,
}: {
  readonly person: PresentPerson;
  readonly label: string;
}): ReactNode {
  const { say } = useStudio();
  return (
    <span className={`st-badge st-badge--${getColourNumber(person.page)}`} title={label}>
      <span aria-hidden="true">{getInitials(formatPersonName(person, say))}</span>
      <span className="st-visually-hidden">{label}</span>
    </span>
  );
}

/** The number of colours that can be distinguished side by side. */
const colourCount = 6;

/** Returns the number of the badge colour of a page, from 0 to 5. */
function getColourNumber(page: string): number {
  return Number.parseInt(page.slice(0, 6), 16) % colourCount || 0;
}

/** Returns the first letters of the first two words of a name, in upper case. Empty for a blank name. */
export function getInitials(name: string): string {
  const [first = '', last = ''] = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word][0] ?? '');
  return (first + last).toUpperCase();
}
