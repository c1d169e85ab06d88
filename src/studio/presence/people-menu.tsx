import { type ReactNode, useId } from 'react';
import { useStudio } from '../context.ts';
import { nameOneself, useOwnPresence } from './own-presence.ts';
import { Badge, personName, useOthers } from './people.tsx';

/** Whoever else has the studio open, with the way to where they are; and the name that one is shown by. */
export function PeopleMenu(): ReactNode {
  const { say } = useStudio();
  const others = useOthers();
  const { name } = useOwnPresence();
  const id = useId();
  return (
    <section aria-label={say('people')}>
      <h2>{say('people')}</h2>
      {others.length === 0 ? (
        <p className="st-quiet">{say('people.alone')}</p>
      ) : (
        <ul className="st-people">
          {others.map((person) => (
            <li key={person.page}>
              <Badge person={person} label="" />
              {person.place === '' ? (
                personName(person, say)
              ) : (
                <a
                  href={person.place}
                  onClick={({ currentTarget }) =>
                    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
                  }
                >
                  {say('people.go', { name: personName(person, say) })}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="st-choice">
        <label htmlFor={id}>{say('people.own-name')}</label>
        <input
          id={id}
          className="st-input"
          autoComplete="nickname"
          maxLength={60}
          value={name}
          onChange={(event) => nameOneself(event.target.value)}
        />
      </p>
    </section>
  );
}
