import { type ReactNode, useEffect } from 'react';
import { ReadOnlyNotice } from '../../auth/permissions/read-only-notice.tsx';
import { useOutline, useStudio } from '../../draft/context.ts';
import { useKnownTypes } from '../../draft/use-known-types.ts';
import type { VisibleType } from '../../draft/visitors-order.ts';
import { useHash } from '../../ui/address.ts';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { TypeMoves } from '../type-moves.tsx';
import { TypeNames } from '../type-names.tsx';
import { useMayChangeTypes } from '../use-may-change-types.ts';
import { AvailabilitySettings } from './availability-settings.tsx';
import { SendLaterOfAllForms } from './send-later-settings.tsx';
import { settingsGroups } from './settings-groups.ts';
import { ThanksSettings } from './thanks-settings.tsx';
import { TypeMail } from './type-mail.tsx';
import { TypeRetention } from './type-retention.tsx';

/**
 * Renders the settings of an enquiry type: where and when it is offered and to how many, its mail, thanks,
 * retention, names and position. For an unknown type, renders a message and a link to the list of forms.
 */
export function TypeSettingsPage({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const type = useOutline().find(({ key }) => key === typeKey);
  const all = useKnownTypes();
  const hash = useHash();
  const isKnown = type !== undefined;
  useEffect(() => {
    if (isKnown && hash !== '') document.getElementById(hash)?.focus();
  }, [hash, isKnown]);
  const known = all.find((one) => one.type.key === typeKey);
  useTitleOfThing(known && say('type-settings.of', { type: known.name }));
  if (type === undefined || known === undefined)
    return (
      <div className="st-page">
        <h1>{say('forms.gone')}</h1>
        <a href="/studio/forms">{say('forms')}</a>
      </div>
    );
  const { name } = known;
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('type-settings.of', { type: name })}</h1>
        <a href={`/studio/forms/${encodeURIComponent(typeKey)}`}>{say('type-settings.fields')}</a>
      </div>
      <SettingsLinks />
      <ReadOnlyNotice type={typeKey} />
      <AvailabilitySettings type={type} name={name} />
      <TypeMail type={type} name={name} />
      <ThanksSettings type={type} name={name} />
      <TypeRetention type={type} name={name} />
      <SendLaterOfAllForms />
      <NameSettings known={known} />
    </div>
  );
}

/** Renders a list of links that focus the settings: from the top to the last one, a person would press Tab for long. */
function SettingsLinks(): ReactNode {
  const { say } = useStudio();
  return (
    <nav className="st-section-links" aria-label={say('on-this-page')}>
      <ul className="st-wrap">
        {settingsGroups.map(({ id, label }) => (
          <li key={id}>
            {/* The address does not change if the same link is used again. */}
            <a href={`#${id}`} onClick={() => document.getElementById(id)?.focus()}>
              {say(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Edits the names of a type and its position among the types. Locked for persons with limits. */
function NameSettings({ known }: { readonly known: VisibleType }): ReactNode {
  const { say, mayChange } = useStudio();
  const { type, isFixed } = known;
  const isMine = useMayChangeTypes();
  return (
    <section className="st-stack-3">
      <h2 id="setting-names" tabIndex={-1}>
        {say('type-settings.names')}
      </h2>
      {!isMine && mayChange(type.key) && <p className="st-look-only">{say('type-settings.names-locked')}</p>}
      <fieldset className="st-fieldset" disabled={!isMine}>
        <legend className="st-visually-hidden">{say('forms.names')}</legend>
        <TypeNames type={type} />
      </fieldset>
      {isMine && !isFixed && !type.isRetired && (
        <div className="st-actions">
          <span>{say('type-settings.position')}</span>
          <TypeMoves known={known} />
        </div>
      )}
      {isFixed && <p className="st-hint">{say('type-settings.order-listed')}</p>}
    </section>
  );
}
