import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { RecoveryCodesAnswer, SecondFactorOffer } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { RequestForm } from '../../ui/ask/request-form.tsx';
import { ShownOnce } from '../../ui/ask/shown-once.tsx';
import { focusElement } from '../../ui/focus-element.ts';
import { MomentText } from '../../ui/moment.tsx';
import { getOwnPasswordField } from './profile.tsx';

/** The view that is shown: the state of the second factor, or a step of an action. */
type SecondFactorStep =
  | { readonly kind: 'idle' }
  /** The password is requested for this action. */
  | { readonly kind: SecondFactorAction }
  /** A new second factor is to be confirmed by its first code. */
  | { readonly kind: 'offered'; readonly offer: SecondFactorOffer }
  /** New recovery codes are shown, this once. */
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Renders the settings of the second factor: set up, renew recovery codes, remove. Codes are shown once. */
export function SecondFactor(): ReactNode {
  const { say, refreshMe, announce } = useStudio();
  const [step, setStep] = useState<SecondFactorStep>({ kind: 'idle' });
  /** Shows the state of the second factor again. */
  const returnToStatus = () => setStep({ kind: 'idle' });

  const actions = {
    begin: {
      path: 'me/second-factor/begin',
      then: (offer: unknown) => setStep({ kind: 'offered', offer: offer as SecondFactorOffer }),
    },
    renew: {
      path: 'me/second-factor/recovery-codes',
      then: (answer: unknown) => setStep({ kind: 'codes', codes: getRecoveryCodes(answer) }),
    },
    remove: {
      path: 'me/second-factor/remove',
      then: () => {
        returnToStatus();
        announce(say('factor.removed'));
      },
    },
  } as const;

  /**
   * Performs an action with the password, loads the person again and shows the next step. Returns the
   * failure; undefined if the action succeeded.
   */
  async function performWithPassword(
    kind: SecondFactorAction,
    password: string,
  ): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(actions[kind].path, { method: 'POST', body: { password } });
    if (!outcome.isDone) return outcome.trouble;
    await refreshMe();
    actions[kind].then(outcome.answer);
    return undefined;
  }
  /**
   * Sets up the second factor, loads the person again and shows the recovery codes. Returns the failure, such
   * as a wrong code.
   */
  async function confirmSetup(
    code: string,
    { offer }: SecondFactorOffer,
  ): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest('me/second-factor/confirm', { method: 'POST', body: { code, offer } });
    if (!outcome.isDone) return outcome.trouble;
    await refreshMe();
    setStep({ kind: 'codes', codes: getRecoveryCodes(outcome.answer) });
    return undefined;
  }

  const cancel = (
    <button type="button" className="st-button st-button--plain" onClick={returnToStatus}>
      {say('cancel')}
    </button>
  );
  switch (step.kind) {
    case 'idle':
      return <SecondFactorStatus onAsk={(kind) => setStep({ kind })} />;
    case 'codes':
      return (
        <ShownOnce
          title={say('factor.codes')}
          text={step.codes.join('\n')}
          file="slipway-recovery-codes.txt"
          onDone={returnToStatus}
        >
          {say('factor.codes.text')}
        </ShownOnce>
      );
    case 'offered':
      return (
        <>
          <SecondFactorSetup offer={step.offer} />
          <RequestForm
            say={say}
            fields={[
              {
                name: 'code',
                label: say('sign-in.code'),
                kind: 'code',
                autoComplete: 'one-time-code',
                hint: say('factor.code-hint'),
                missing: say('sign-in.code-missing'),
                troubles: ['wrong-code'],
              },
            ]}
            submit={say('factor.confirm')}
            onSubmit={({ code }) => confirmSetup(code.replaceAll(/\s/g, ''), step.offer)}
            beside={cancel}
          />
        </>
      );
    default:
      return (
        <RequestForm
          key={step.kind}
          say={say}
          fields={[
            { ...getOwnPasswordField('password', say('account.password.current'), say), isFirst: true },
          ]}
          submit={say(`factor.${step.kind}`)}
          onSubmit={({ password }) => performWithPassword(step.kind, password)}
          beside={cancel}
        >
          {step.kind === 'remove' && <p className="st-hint">{say('factor.remove-hint')}</p>}
          {step.kind === 'renew' && <p className="st-hint">{say('factor.renew-hint')}</p>}
        </RequestForm>
      );
  }
}

/** The actions that need the password. */
type SecondFactorAction = 'begin' | 'renew' | 'remove';

/**
 * Renders the state of the second factor, with buttons for the actions that are possible in it. `onAsk` is
 * called when a button is pressed. Renders a message if the person has neither a password nor a second
 * factor.
 */
function SecondFactorStatus({ onAsk }: { readonly onAsk: (kind: SecondFactorAction) => void }): ReactNode {
  const { say, me } = useStudio();
  /** Renders the button of an action. */
  const renderButton = (kind: SecondFactorAction, className = '') => (
    <button type="button" className={`st-button ${className}`} onClick={() => onAsk(kind)}>
      {say(`factor.${kind}`)}
    </button>
  );
  if (!me.hasPassword && !me.secondFactor) return <p>{say('account.no-password')}</p>;
  if (!me.secondFactor)
    return (
      <>
        <p>
          <span className="st-state">{say('factor.off')}</span>
        </p>
        <p>{renderButton('begin')}</p>
      </>
    );
  return (
    <>
      <p>
        <span className="st-state st-state--published">{say('factor.on')}</span>{' '}
        <span className="st-quiet">
          <MomentText at={me.secondFactor.since} />
        </span>
      </p>
      <p>{say('factor.left', { count: me.secondFactor.recoveryCodesLeft })}</p>
      <div className="st-ask-end">
        {renderButton('renew')}
        {renderButton('remove', 'st-button--danger')}
      </div>
    </>
  );
}

/** Renders a QR code. Renders nothing if its chunk cannot be loaded: the secret as text is enough. */
const QrCode = lazy<(props: { readonly text: string; readonly label: string }) => ReactNode>(() =>
  import('./qr-code.tsx').then(
    ({ QrCode: Picture }) => ({ default: Picture }),
    () => ({ default: () => null }),
  ),
);

/** Renders the secret of a new second factor as a QR code and as text, and focuses the text before it. */
function SecondFactorSetup({ offer }: { readonly offer: SecondFactorOffer }): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-offer st-wrap st-center">
      <Suspense fallback={<div className="st-qr" />}>
        <QrCode text={offer.uri} label={say('factor.picture')} />
      </Suspense>
      <div className="st-stack-2">
        <p tabIndex={-1} ref={focusElement}>
          {say('factor.offer')}
        </p>
        <p className="st-hint">{say('factor.secret')}</p>
        <p>
          <code className="st-secret" dir="ltr">
            {offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </p>
      </div>
    </div>
  );
}

/** Returns the recovery codes of an answer, which is not validated. */
function getRecoveryCodes(answer: unknown): readonly string[] {
  return (answer as RecoveryCodesAnswer).recoveryCodes;
}
