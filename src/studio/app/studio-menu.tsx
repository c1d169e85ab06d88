import { type ReactNode, useId, useState } from 'react';
import { ScopeText } from '../admin/people/scope-text.tsx';
import { useStudio } from '../draft/context.ts';
import {
  formatPersonName,
  getInitials,
  PersonBadge,
  useOtherPages,
  usePersonLabel,
} from '../draft/presence/people.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { applyScheme, type ColorScheme, loadScheme, schemes } from './scheme.ts';

/**
 * Renders the button and the menu of the signed-in person: their role and scope, the other people, the colour
 * scheme, help, the shortcuts and signing out.
 */
export function StudioMenu({
  onHelp,
  onShortcuts,
  onSignOut,
}: {
  readonly onHelp: () => void;
  readonly onShortcuts: () => void;
  readonly onSignOut: () => void;
}): ReactNode {
  const { say, me } = useStudio();
  const [scheme, setScheme] = useState<ColorScheme>(loadScheme);
  const id = useId();
  /** Applies and stores the colour scheme; `system` for an unknown value. */
  const chooseScheme = (value: string) => {
    const chosen = schemes.find((one) => one === value) ?? 'system';
    applyScheme(chosen);
    setScheme(chosen);
  };
  return (
    <>
      <button type="button" className="st-button st-you st-row" popoverTarget={id}>
        <span className="st-you-initials" aria-hidden="true">
          {getInitials(me.name)}
        </span>
        <span className="st-you-name st-ellipsis">
          <span className="st-visually-hidden">{say('menu')}: </span>
          <bdi>{me.name}</bdi>
        </span>
      </button>
      <div id={id} popover="auto" className="st-menu">
        <section className="st-stack-2" aria-label={say('account')}>
          <h2>
            <bdi>{me.name}</bdi>
          </h2>
          <div className="st-quiet">
            <ScopeText reach={me} /> <p>{say(`role.${me.role}.may`)}</p>
          </div>
          <p>
            <a
              href="/studio/account"
              onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
            >
              {say('account')}
            </a>
          </p>
        </section>
        <PeopleMenu />
        <LabelledSelect
          label={say('scheme')}
          value={scheme}
          options={schemes.map((one) => [one, say(`scheme.${one}`)] as const)}
          onChange={chooseScheme}
        />
        <button
          type="button"
          className="st-button"
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={onHelp}
        >
          {say('help')}
        </button>
        <button
          type="button"
          className="st-button"
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={onShortcuts}
        >
          {say('shortcuts')} <kbd>?</kbd>
        </button>
        <button type="button" className="st-button" onClick={onSignOut}>
          {say('sign-out')}
        </button>
      </div>
    </>
  );
}

/**
 * Renders a list of the other open pages of the studio, as links to their addresses. A page without an
 * address is only a name. Without other pages, renders a sentence instead of the list.
 */
function PeopleMenu(): ReactNode {
  const { say } = useStudio();
  const others = useOtherPages();
  const labelOf = usePersonLabel();
  return (
    <section className="st-stack-2" aria-label={say('present.title')}>
      <h2>{say('present.title')}</h2>
      {others.length === 0 ? (
        <p className="st-quiet">{say('people.alone')}</p>
      ) : (
        <ul className="st-stack-1">
          {others.map((person) => (
            <li key={person.page} className="st-row">
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
