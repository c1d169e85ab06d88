import { type ReactNode, useEffect, useState } from 'react';
import type {
  AuthView,
  ResetLinkRequest,
  SignedInAnswer,
  SignedInPerson,
  SignInRequest,
} from '../../api/people.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { type RequestField, RequestForm } from '../ui/ask/request-form.tsx';
import { focusElement } from '../ui/focus-element.ts';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';

export interface SignInProps {
  readonly say: FormatMessage;
  /** The settings of the sign-in pages. */
  readonly authView: AuthView;
  /** A message about a completed action, such as a password reset. */
  readonly notice?: string | undefined;
  /** The reason for which a sign-in by the provider was refused. */
  readonly refused?: string | undefined;
  /** The initial user name. If it is given, the password gets the focus. */
  readonly name?: string;
  /** Replaces the title of the first step. If it is given, the title of the document stays. */
  readonly heading?: ReactNode;
  /** Called once the person is signed in. */
  readonly onSignedIn: (me: SignedInPerson) => void;
}

type SignInStep =
  | { readonly kind: 'password' }
  /** The password was correct, and the account needs the code of its second factor. */
  | { readonly kind: 'code'; readonly name: string; readonly password: string }
  /** The form that requests a link for a new password. */
  | { readonly kind: 'forgot' }
  /** The link was requested. */
  | { readonly kind: 'sent'; readonly name: string };

/**
 * Renders the steps of signing in: password, second factor, forgotten password. Sets the title of the
 * document unless `heading` is given. Also shown over the studio if the session has ended during an edit.
 */
export function SignIn(props: SignInProps): ReactNode {
  const { say, heading, onSignedIn } = props;
  const [step, setStep] = useState<SignInStep>({ kind: 'password' });
  const title = say(stepTitles[step.kind]);
  useEffect(() => {
    if (!heading) document.title = `${title} | Slipway ${say('studio')}`;
  }, [heading, title, say]);

  /**
   * Signs in and calls `onSignedIn`, or shows the next step if a second factor is needed; in both cases
   * returns undefined. Returns any other failure.
   */
  async function signIn(request: SignInRequest): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest<SignedInAnswer>('sign-in', { method: 'POST', body: request });
    if (outcome.isDone) onSignedIn(outcome.answer.me);
    else if (outcome.trouble.error === 'code-needed' && request.code === undefined)
      setStep({ kind: 'code', ...request });
    else return outcome.trouble;
    return undefined;
  }

  const back = (
    <button
      type="button"
      className="st-button st-button--plain"
      onClick={() => setStep({ kind: 'password' })}
    >
      {say('sign-in.back')}
    </button>
  );
  if (step.kind === 'password')
    return (
      <>
        {heading ?? <h1>{title}</h1>}
        <PasswordStep {...props} onSubmit={signIn} onForgot={() => setStep({ kind: 'forgot' })} />
      </>
    );
  return (
    <>
      <h1 key={step.kind} tabIndex={-1} ref={focusElement}>
        {title}
      </h1>
      {step.kind === 'code' && (
        <RequestForm
          say={say}
          fields={[
            {
              name: 'code',
              label: say('sign-in.code'),
              kind: 'code',
              autoComplete: 'one-time-code',
              hint: say('sign-in.code-text'),
              missing: say('sign-in.code-missing'),
              troubles: ['wrong-code', 'code-needed'],
              isFirst: true,
            },
          ]}
          submit={say('sign-in')}
          onSubmit={({ code }) => signIn({ name: step.name, password: step.password, code: code.trim() })}
          beside={back}
        />
      )}
      {step.kind === 'forgot' && (
        <ForgotPasswordStep {...props} back={back} onSent={(name) => setStep({ kind: 'sent', name })} />
      )}
      {step.kind === 'sent' && (
        <>
          <p>{say('forgot.sent', { name: step.name })}</p>
          {back}
        </>
      )}
    </>
  );
}

/** The message key of each step's title. */
const stepTitles = {
  password: 'sign-in',
  code: 'sign-in.code-title',
  forgot: 'forgot',
  sent: 'forgot.sent-title',
} as const satisfies Readonly<Record<SignInStep['kind'], StudioMessageKey>>;

/**
 * Renders the messages, the form for name and password, the link to the sign-in provider if there is one, and
 * the button for a forgotten password. If nobody has an account yet, says so.
 */
function PasswordStep({
  say,
  authView,
  notice,
  refused,
  name = '',
  onSubmit,
  onForgot,
}: SignInProps & {
  readonly onSubmit: (request: SignInRequest) => Promise<RequestFailure | undefined>;
  readonly onForgot: () => void;
}): ReactNode {
  return (
    <>
      {notice && (
        <p className="st-notice" role="status">
          {notice}
        </p>
      )}
      {refused && (
        <p className="st-notice st-notice--warning" role="alert">
          {refused}
        </p>
      )}
      {authView.isFirst && <p className="st-notice">{say('door.first')}</p>}
      <RequestForm
        say={say}
        fields={[
          { ...getNameField(say), value: name },
          {
            name: 'password',
            label: say('sign-in.password'),
            kind: 'password',
            autoComplete: 'current-password',
            missing: say('sign-in.password-missing'),
            troubles: ['wrong-password'],
            isFirst: name !== '',
          },
        ]}
        submit={say('sign-in')}
        onSubmit={(values) => onSubmit({ name: values.name.trim(), password: values.password })}
      />
      {authView.provider !== undefined && (
        <a
          className="st-button st-provider"
          href={`/studio/oidc/start?to=${encodeURIComponent(getReturnPath())}`}
        >
          {say('sign-in.provider', { provider: authView.provider })}
        </a>
      )}
      <button type="button" className="st-link" onClick={onForgot}>
        {say('forgot')}
      </button>
    </>
  );
}

/**
 * Renders a form that requests a link to choose a new password. If the server sends no mails, explains that
 * an owner can create one.
 */
function ForgotPasswordStep({
  say,
  authView,
  back,
  onSent,
}: SignInProps & { readonly back: ReactNode; readonly onSent: (name: string) => void }): ReactNode {
  /** Requests the link and calls `onSent`. Returns the failure if the request failed. */
  async function requestResetLink(body: ResetLinkRequest): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest('reset-request', { method: 'POST', body });
    if (!outcome.isDone) return outcome.trouble;
    onSent(body.name);
    return undefined;
  }
  if (!authView.isMailing)
    return (
      <>
        <p>{say('forgot.no-mail')}</p>
        {back}
      </>
    );
  return (
    <>
      <p>{say('forgot.text')}</p>
      <RequestForm
        say={say}
        fields={[getNameField(say)]}
        submit={say('forgot.send')}
        onSubmit={({ name }) => requestResetLink({ name: name.trim() })}
        beside={back}
      />
    </>
  );
}

/** Returns the required field for the user name, initially empty. */
function getNameField(say: FormatMessage): RequestField<'name'> {
  return {
    name: 'name',
    label: say('sign-in.name'),
    autoComplete: 'username',
    hint: say('sign-in.name-hint'),
    missing: say('sign-in.name-missing'),
  };
}

/**
 * Returns the path and search parameters of this page, to which the sign-in provider sends the person back.
 * The fragment, which may contain a secret, is omitted.
 */
function getReturnPath(): string {
  return location.pathname + location.search;
}
