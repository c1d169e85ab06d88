import { type ReactNode, useRef, useState } from 'react';
import type { EnquiryRight, NewTokenAnswer, Role, TokenRequest, TokenView } from '../../../api/people.ts';
import { getEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { includesRole, roles } from '../../auth/permissions/roles.ts';
import { useStudio } from '../../draft/context.ts';
import { ConfirmButton } from '../../ui/ask/confirm-button.tsx';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { ShownOnce } from '../../ui/ask/shown-once.tsx';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { FormOpener } from '../../ui/form-opener.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { Lingering } from '../../ui/lingering.tsx';
import { formatMoment, MomentText } from '../../ui/moment.tsx';
import { RightSelect } from '../people/scope-fields.tsx';

/** The offered lifetimes of a token, in days. */
const tokenLifetimes = [30, 90, 365] as const;
const dayMs = 86_400_000;

/** Renders the person's own access tokens, and a form for a new one. Its secret is shown once. */
export function AccessTokens(): ReactNode {
  const { say, announce } = useStudio();
  const tokens = useServerData<readonly TokenView[]>('tokens');
  const [made, setMade] = useState<NewTokenAnswer>();
  const [isMaking, setIsMaking] = useState(false);
  const newButton = useRef<HTMLButtonElement>(null);
  const { locale } = useStudio();

  /** Removes the form or the secret, after the focus has returned to the button. */
  function leave(remove: () => void): void {
    newButton.current?.focus();
    remove();
  }

  /** Opens or closes the form. A secret stays until the person has stored it. */
  function toggleForm(): void {
    if (made === undefined) setIsMaking(!isMaking);
  }

  return (
    <>
      <LoadingState of={tokens}>
        {(all) => <TokenList tokens={all.filter(({ isOwn }) => isOwn)} onEnded={tokens.reload} />}
      </LoadingState>
      {made && (
        <ShownOnce
          title={say('tokens.made')}
          text={made.token}
          onDone={() => leave(() => setMade(undefined))}
        >
          {say('tokens.made.text', { time: formatMoment(made.view.expiresAt, locale) })}
        </ShownOnce>
      )}
      <Lingering isOpen={isMaking}>
        <NewTokenForm
          onCancel={() => leave(() => setIsMaking(false))}
          onMade={(answer) => {
            leave(() => setIsMaking(false));
            setMade(answer);
            announce(say('tokens.made'));
            void tokens.reload();
          }}
        />
      </Lingering>
      <div className={isMaking || made ? 'st-visually-hidden' : undefined}>
        <FormOpener ref={newButton} isOpen={isMaking || made !== undefined} onToggle={toggleForm}>
          {say('tokens.new')}
        </FormOpener>
      </div>
    </>
  );
}

/**
 * Renders a list of tokens, each with a button that ends it after a confirmation; a message if there are
 * none. `onEnded` is awaited after each end.
 */
export function TokenList({
  tokens,
  onEnded,
  isNamed = false,
}: {
  readonly tokens: readonly TokenView[];
  readonly onEnded: () => Promise<void>;
  /** True if each token is shown with its owner. */
  readonly isNamed?: boolean;
}): ReactNode {
  const { say, announce } = useStudio();
  /**
   * Ends a token and announces this. Returns the failure. A token that has ended already is not a failure.
   */
  async function endToken(id: string): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(`tokens/${encodeURIComponent(id)}`, { method: 'DELETE' });
    if (!outcome.isDone && outcome.trouble.error !== 'not-found') return outcome.trouble;
    await onEnded();
    announce(say('tokens.ended'));
    return undefined;
  }
  if (tokens.length === 0) return <p className="st-quiet">{say('tokens.none')}</p>;
  return (
    <ul className="st-rows">
      {tokens.map((token) => (
        <li key={token.id}>
          <div>
            <strong>
              <bdi>{token.isDamaged ? say('damaged') : token.purpose}</bdi>
            </strong>{' '}
            <span className="st-state">{say(`role.${token.role}`)}</span>
            {token.enquiries && (
              <span className="st-quiet st-block">
                {say('reach.enquiries.text', { what: say(`reach.enquiries.${token.enquiries}`) })}
              </span>
            )}
            <span className="st-quiet st-block">
              {isNamed && (
                <>
                  <bdi>{token.person.name}</bdi> ·{' '}
                </>
              )}
              <code dir="ltr">{token.start}…</code> · {say('tokens.until')}{' '}
              <MomentText at={token.expiresAt} />
            </span>
            <span className="st-quiet st-block">
              {token.usedAt === undefined ? (
                say('tokens.unused')
              ) : (
                <>
                  {say('tokens.used')} <MomentText at={token.usedAt} />
                </>
              )}
            </span>
          </div>
          <ConfirmButton
            label={say('tokens.end')}
            name={say('tokens.end-of', { purpose: token.purpose })}
            question={say('tokens.end-what', { purpose: token.purpose })}
            onConfirm={() => endToken(token.id)}
          >
            <p>{say('tokens.end-text')}</p>
          </ConfirmButton>
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders the form for a new token, whose role and rights are at most those of the person. `onMade` gets the
 * answer with the secret.
 */
function NewTokenForm({
  onMade,
  onCancel,
}: {
  readonly onMade: (answer: NewTokenAnswer) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { say, me } = useStudio();
  const [role, setRole] = useState<Role>(me.role === 'viewer' ? 'viewer' : 'editor');
  const [right, setRight] = useState<EnquiryRight>();
  const own = getEnquiryRight(me);
  const [days, setDays] = useState<number>(tokenLifetimes[1]);
  /** Creates the token and calls `onMade`. Returns the failure. */
  async function createToken(purpose: string): Promise<RequestFailure | undefined> {
    const until = { expiresAt: Date.now() + days * dayMs };
    const body: TokenRequest = { purpose, role, ...(right && { enquiries: right }), ...until };
    const outcome = await tryRequest<NewTokenAnswer>('tokens', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    onMade(outcome.answer);
    return undefined;
  }
  return (
    <RequestForm
      say={say}
      fields={[
        {
          name: 'purpose',
          label: say('tokens.purpose'),
          autoComplete: 'off',
          maxLength: 100,
          hint: say('tokens.purpose-hint'),
          missing: say('tokens.purpose-missing'),
          isFirst: true,
        },
      ]}
      submit={say('tokens.make')}
      onSubmit={({ purpose }) => createToken(purpose.trim())}
      beside={
        <button type="button" className="st-button st-button--plain" onClick={onCancel}>
          {say('cancel')}
        </button>
      }
    >
      <div className="st-filters">
        <LabelledSelect
          label={say('role')}
          value={role}
          options={roles
            .filter((one) => includesRole(me.role, one))
            .map((one) => [one, say(`role.${one}`)] as const)}
          onChange={(value) => setRole(roles.find((one) => one === value) ?? 'viewer')}
        />
        {own && <RightSelect right={right} most={own} onChange={setRight} />}
        <LabelledSelect
          label={say('tokens.lifetime')}
          value={String(days)}
          options={tokenLifetimes.map((count) => [String(count), say('time.days', { count })] as const)}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
      {own && <p className="st-hint">{say(`reach.enquiries.${right ?? 'none'}.may`)}</p>}
    </RequestForm>
  );
}
