import { type ReactNode, useId, useState } from 'react';
import { ScopeText } from '../admin/people/scope-text.tsx';
import { useStudio } from '../draft/context.ts';
import { PeopleMenu } from '../draft/presence/people-menu.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { applyScheme, type ColorScheme, loadScheme, schemes } from './scheme.ts';

/**
 * Renders the button and the menu of the signed-in person: their role and scope, the other people, the colour
 * scheme, the shortcuts and signing out.
 */
export function StudioMenu({
  onShortcuts,
  onSignOut,
}: {
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
      <button type="button" className="st-button st-you" popoverTarget={id}>
        <span className="st-you-name">
          <span className="st-visually-hidden">{say('menu')}: </span>
          <bdi>{me.name}</bdi>
        </span>
      </button>
      <div id={id} popover="auto" className="st-menu">
        <section aria-label={say('account')}>
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
