import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import { formatPersonName, PersonBadge, useOtherPages, usePersonLabel } from './people.tsx';

/**
 * Renders a list of the other open pages of the studio, as links to their addresses. A page without an
 * address is only a name. Without other pages, renders a sentence instead of the list.
 */
export function PeopleMenu(): ReactNode {
  const { say } = useStudio();
  const others = useOtherPages();
  const labelOf = usePersonLabel();
  return (
    <section aria-label={say('present.title')}>
      <h2>{say('present.title')}</h2>
      {others.length === 0 ? (
        <p className="st-quiet">{say('people.alone')}</p>
      ) : (
        <ul className="st-people">
          {others.map((person) => (
            <li key={person.page}>
              <PersonBadge person={person} label="" />
              {person.place === '' ? (
                formatPersonName(person, say)
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
