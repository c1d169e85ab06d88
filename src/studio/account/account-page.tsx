import { type ReactNode, useId } from 'react';
import { useStudio } from '../context.ts';
import { Password, Profile } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

export function AccountPage(): ReactNode {
  const { say, me } = useStudio();
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('account')}</h1>
        <p className="st-quiet">
          {say(`role.${me.role}`)}: {say(`role.${me.role}.may`)}
        </p>
      </div>
      <Settings title={say('account.profile')} hint={say('account.profile.hint')}>
        <Profile />
      </Settings>
      <Settings title={say('account.password')} hint={say('account.password.hint')}>
        <Password />
      </Settings>
      <Settings title={say('factor')} hint={say('factor.hint')}>
        <SecondFactor />
      </Settings>
      <Settings title={say('sessions')} hint={say('sessions.hint')}>
        <Sessions path="me/sessions" />
      </Settings>
      <Settings title={say('tokens')} hint={say('tokens.hint')}>
        <Tokens />
      </Settings>
    </div>
  );
}

function Settings({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="st-settings" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="st-hint">{hint}</p>
      </div>
      <div className="st-settings-body">{children}</div>
    </section>
  );
}
