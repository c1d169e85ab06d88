import { type ReactNode, useId, useRef, useState } from 'react';
import type {
  AccessScope,
  InvitationRequest,
  LinkAnswer,
  PeopleView,
  PersonView,
  TokenView,
} from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { FormOpener } from '../../ui/form-opener.tsx';
import { Lingering } from '../../ui/lingering.tsx';
import { MomentText } from '../../ui/moment.tsx';
import { TokenList } from '../account/tokens.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { LinkToPassOn } from './link-to-pass-on.tsx';
import { PersonEditor } from './person-editor.tsx';
import { hasEmptyLimit, ScopeFields } from './scope-fields.tsx';
import { ScopeText } from './scope-text.tsx';

/**
 * Renders the page for owners: all people and pending invitations in a table, a form to invite somebody, and
 * all access tokens. Loads them from the server.
 */
export function PeoplePage(): ReactNode {
  const { say } = useStudio();
  const people = useServerData<PeopleView>('people');
  const tokens = useServerData<readonly TokenView[]>('tokens');
  const [isInviting, setIsInviting] = useState(false);
  const inviteButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('people')}</h1>
        <FormOpener
          ref={inviteButton}
          isOpen={isInviting}
          className="st-button st-button--primary"
          onToggle={() => setIsInviting(!isInviting)}
        >
          {say('people.invite')}
        </FormOpener>
      </div>
      <Lingering isOpen={isInviting}>
        <InviteForm
          onInvited={people.reload}
          onClose={() => {
            inviteButton.current?.focus();
            setIsInviting(false);
          }}
        />
      </Lingering>
      <LoadingState of={people}>
        {(view) => (
          <table className="st-table st-stacking st-people-table">
            <thead>
              <tr>
                <th scope="col">{say('sign-in.name')}</th>
                <th scope="col">{say('role')}</th>
                <th scope="col">{say('people.seen')}</th>
                <th scope="col">{say('forms.state')}</th>
                <th scope="col">
                  <span className="st-visually-hidden">{say('people.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {view.people.map((person) => (
                <PersonRow key={person.id} person={person} onChanged={people.reload} />
              ))}
              {view.invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} onChanged={people.reload} />
              ))}
            </tbody>
          </table>
        )}
      </LoadingState>
      <section aria-labelledby="st-all-tokens">
        <h2 id="st-all-tokens">{say('tokens')}</h2>
        <p className="st-hint">{say('people.tokens-hint')}</p>
        <LoadingState of={tokens}>
          {(all) => <TokenList tokens={all} onEnded={tokens.reload} isNamed />}
        </LoadingState>
      </section>
    </div>
  );
}

/** Renders the table row of a person, with a button that opens and closes an editor below it. */
function PersonRow({
  person,
  onChanged,
}: {
  readonly person: PersonView;
  readonly onChanged: () => Promise<void>;
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <tr>
        <th scope="row">
          <bdi>{person.name}</bdi>
          {person.isMe && <span className="st-quiet"> · {say('people.you')}</span>}
          {person.email !== undefined && (
            <span className="st-quiet st-block">
              <bdi dir="ltr">{person.email}</bdi>
            </span>
          )}
        </th>
        <td data-label={say('role')}>
          <ScopeText reach={person} />
        </td>
        <td data-label={say('people.seen')}>
          {person.seenAt === undefined ? (
            <span className="st-quiet">{say('people.never')}</span>
          ) : (
            <MomentText at={person.seenAt} />
          )}
        </td>
        <td data-label={say('forms.state')}>
          {person.isDamaged ? (
            <span className="st-state">{say('damaged')}</span>
          ) : (
            <>
              <span className="st-state st-state--published">{say('people.active')}</span>
              <span className="st-quiet st-block">
                {say(person.hasSecondFactor ? 'people.factor' : 'people.no-factor')}
              </span>
            </>
          )}
        </td>
        <td>
          <button
            type="button"
            className="st-button"
            aria-expanded={isOpen}
            aria-label={say('people.change-of', { name: person.name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {say('people.change')}
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <PersonEditor person={person} onChanged={onChanged} onClose={() => setIsOpen(false)} />
          </td>
        </tr>
      )}
    </>
  );
}

/**
 * Renders a form that invites a person by mail, with a role and limits. If the server could not mail the
 * invitation, the link is shown instead.
 */
function InviteForm({
  onInvited,
  onClose,
}: {
  readonly onInvited: () => Promise<void>;
  readonly onClose: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const id = useId();
  const [reach, setReach] = useState<AccessScope>({ role: 'editor' });
  const [answer, setAnswer] = useState<LinkAnswer>();
  /**
   * Creates the invitation and reports it. Then announces it and closes the form, or shows the link if it was
   * not mailed. Returns the failure to show; undefined if it succeeded.
   */
  async function invitePerson(email: string): Promise<RequestFailure | undefined> {
    if (hasEmptyLimit(reach)) return { error: 'nothing-ticked' };
    const body: InvitationRequest = { ...reach, email };
    const outcome = await tryRequest<LinkAnswer>('invitations', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    await onInvited();
    if (outcome.answer.link === undefined) {
      announce(say('people.invited', { email }));
      onClose();
    } else setAnswer(outcome.answer);
    return undefined;
  }
  if (answer) return <LinkToPassOn answer={answer} title={say('people.link')} onDone={onClose} />;
  return (
    <section
      className="st-form-card"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h2 id={id}>{say('people.invite')}</h2>
      <RequestForm
        say={say}
        fields={[
          {
            name: 'email',
            label: say('email'),
            kind: 'email',
            autoComplete: 'off',
            missing: say('people.email-missing'),
            troubles: ['mail-taken'],
            isFirst: true,
          },
        ]}
        submit={say('people.invite-now')}
        onSubmit={({ email }) => invitePerson(email.trim())}
        beside={
          <button type="button" className="st-button st-button--plain" onClick={onClose}>
            {say('cancel')}
          </button>
        }
      >
        <ScopeFields reach={reach} onChange={setReach} />
      </RequestForm>
    </section>
  );
}
