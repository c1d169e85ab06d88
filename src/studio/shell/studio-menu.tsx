import { type ReactNode, useId, useState } from 'react';
import { useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import { useOwnPresence } from '../presence/own-presence.ts';
import { Badge, personName, useOthers } from '../presence/people.tsx';
import { PeopleMenu } from '../presence/people-menu.tsx';
import { type Scheme, schemeKept, schemes, showScheme } from './scheme.ts';

/** Who is here, how light it is, what keys there are, and the way out. */
export function StudioMenu({
  onShortcuts,
  onSignOut,
}: {
  readonly onShortcuts: () => void;
  readonly onSignOut: () => void;
}): ReactNode {
  const { say } = useStudio();
  const [scheme, setScheme] = useState<Scheme>(schemeKept);
  const others = useOthers();
  const own = useOwnPresence();
  const id = useId();
  const choose = (value: string) => {
    const chosen = schemes.find((one) => one === value) ?? 'system';
    showScheme(chosen);
    setScheme(chosen);
  };
  return (
    <>
      <button type="button" className="st-button st-you" popoverTarget={id}>
        {others.slice(0, 4).map((person) => (
          <Badge
            key={person.page}
            person={person}
            label={say('people.is-here', { name: personName(person, say) })}
          />
        ))}
        <span>{own.name.trim() || say('menu')}</span>
      </button>
      <div id={id} popover="auto" className="st-menu">
        <PeopleMenu />
        <LabelledSelect
          label={say('scheme')}
          value={scheme}
          options={schemes.map((one) => [one, say(`scheme.${one}`)] as const)}
          onChange={choose}
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
