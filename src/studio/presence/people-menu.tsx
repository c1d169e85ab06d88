import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { Badge, personName, useLabelOf, useOthers } from './people.tsx';

/** A menu of the other people who have the studio open, with links to their pages. */
export function PeopleMenu(): ReactNode {
  const { say } = useStudio();
  const others = useOthers();
  const labelOf = useLabelOf();
  return (
    <section aria-label={say('present.title')}>
      <h2>{say('present.title')}</h2>
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
                  {labelOf(person, 'people.go')}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
