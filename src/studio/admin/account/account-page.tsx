import { type ReactNode, useEffect, useId, useRef } from 'react';
import { hasEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';
import { useHash } from '../../ui/address.ts';
import { NotificationSection } from './notifications.tsx';
import { PasswordSettings, ProfileSettings } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './sessions.tsx';
import { AccessTokens } from './tokens.tsx';

/**
 * Renders the signed-in person's role and the settings of their account: profile, mails about enquiries,
 * password, second factor, sessions and access tokens.
 */
export function AccountPage(): ReactNode {
  const { say, me } = useStudio();
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('account')}</h1>
        <p className="st-quiet">
          {say('labelled', { label: say(`role.${me.role}`), value: say(`role.${me.role}.may`) })}
        </p>
      </div>
      <SettingsSection title={say('account.profile')} hint={say('account.profile.hint')}>
        <ProfileSettings />
      </SettingsSection>
      {hasEnquiryRight(me, 'read') && (
        <SettingsSection title={say('notify')} hint={say('notify.hint')}>
          {/* A new address is shown as soon as it is saved. */}
          <NotificationSection key={me.email} />
        </SettingsSection>
      )}
      <SettingsSection title={say('account.password')} hint={say('account.password.hint')}>
        <PasswordSettings />
      </SettingsSection>
      <SettingsSection title={say('factor')} hint={say('factor.hint')}>
        <SecondFactor />
      </SettingsSection>
      <SettingsSection name="tokens" title={say('tokens')} hint={say('tokens.hint')}>
        <AccessTokens />
      </SettingsSection>
      <SettingsSection title={say('sessions')} hint={say('sessions.hint')}>
        <SessionList path="me/sessions" />
      </SettingsSection>
    </div>
  );
}

/**
 * Renders a group of settings with its title and a hint.
 * @param name The fragment of the address that scrolls to this group and focuses its title. Absent: none does.
 */
function SettingsSection({
  name,
  title,
  hint,
  children,
}: {
  readonly name?: string;
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useHash() === name;
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.scrollIntoView();
    heading.current?.focus();
  }, [isWanted]);
  return (
    <section className="st-settings" aria-labelledby={id}>
      <div className="st-stack-2">
        <h2 id={id} ref={heading} tabIndex={-1} className="st-scroll-target">
          {title}
        </h2>
        <p className="st-hint">{hint}</p>
      </div>
      <div className="st-settings-body st-stack-4">{children}</div>
    </section>
  );
}
