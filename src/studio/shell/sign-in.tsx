import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { signIn } from '../api.ts';
import type { Say, WordKey } from '../words.ts';

/** Asks for the password: at the door, or again where a session has ended amid an edit. */
export function SignIn({
  say,
  onSignedIn,
}: {
  readonly say: Say;
  readonly onSignedIn: () => void;
}): ReactNode {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<WordKey>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const password = field.current?.value ?? '';
    setIsBusy(true);
    const refusal = await signIn(password).then(
      (isRight): WordKey | undefined => (isRight ? undefined : 'sign-in.wrong'),
      (): WordKey => 'sign-in.unreachable',
    );
    setIsBusy(false);
    setProblem(refusal);
    if (refusal === undefined) onSignedIn();
    else field.current?.focus();
  }

  return (
    <form className="st-card st-sign-in" onSubmit={(event) => void submit(event)} noValidate>
      <p className="st-brand">
        Slipway <span>{say('studio')}</span>
      </p>
      <label className="st-label" htmlFor={id}>
        {say('sign-in.password')}
      </label>
      <input
        ref={field}
        id={id}
        className="st-input"
        type="password"
        autoComplete="current-password"
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}-hint`}
      />
      <p
        id={`${id}-hint`}
        className={problem ? 'st-problem' : 'st-hint'}
        role={problem ? 'alert' : undefined}
      >
        {say(problem ?? 'sign-in.hint')}
      </p>
      <button type="submit" className="st-button st-button--primary" disabled={isBusy}>
        {say('sign-in')}
      </button>
    </form>
  );
}
