import { type ReactNode, useState } from 'react';
import type { Finding } from '#engine/check/index.ts';
import type { ChangeTitle } from '#engine/editing/index.ts';
import { publish, signOut } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import type { Step } from '../draft/history.ts';
import type { Say, WordKey } from '../words.ts';
import { SignInAgain } from './sign-in-again.tsx';

const parts = ['forms', 'rules', 'texts', 'checks'] as const;

/** The bar above everything: where one is, whether all is saved, what can be taken back, and what makes it live. */
export function TopBar({
  path,
  onReopen,
}: {
  readonly path: string;
  readonly onReopen: () => void;
}): ReactNode {
  const { store, say, announce } = useStudio();
  const { history, present, saving, report, version } = useDraft();
  const part = path.split('/')[2] ?? 'forms';
  const errors = report?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  const [undo, redo] = [history.undo.at(-1), history.redo.at(-1)];
  const step = (take: typeof store.undo, key: 'undone' | 'redone') => () => {
    if (take()) announce(say(key));
  };
  return (
    <header className="st-bar">
      <a className="st-brand" href="/studio/forms">
        Slipway <span>{say('studio')}</span>
      </a>
      <nav aria-label={say('parts')}>
        <ul className="st-tabs">
          {parts.map((name) => (
            <li key={name}>
              <a href={`/studio/${name}`} aria-current={part === name ? 'page' : undefined}>
                {say(name)}
              </a>
              {name === 'checks' && errors > 0 && (
                <span className="st-count st-count--error">
                  {errors}
                  <span className="st-visually-hidden"> {say('checks.errors', { count: errors })}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className="st-bar-end">
        {present > 1 && <span className="st-present">{say('present', { count: present - 1 })}</span>}
        <span className={`st-saving st-saving--${saving}`} role="status">
          {say(`saving.${saving}`)}
        </span>
        <StepButton name="undo" step={undo} onPress={step(store.undo, 'undone')} />
        <StepButton name="redo" step={redo} onPress={step(store.redo, 'redone')} />
        <Publish key={version} onPublished={onReopen} />
        <button
          type="button"
          className="st-button st-button--plain"
          onClick={() => void signOut().then(onReopen)}
        >
          {say('sign-out')}
        </button>
      </div>
      {saving === 'signed-out' && <SignInAgain />}
    </header>
  );
}

/** Undo or Redo, with what it takes back or makes again. */
function StepButton({
  name,
  step,
  onPress,
}: {
  readonly name: 'undo' | 'redo';
  readonly step: Step | undefined;
  readonly onPress: () => void;
}): ReactNode {
  const { say } = useStudio();
  const title = step && say(`${name}.named`, { what: titleText(step.title, say) });
  return (
    <button type="button" className="st-button" disabled={!step} title={title} onClick={onPress}>
      {say(name)}
    </button>
  );
}

/** The name of a change in words: `titleText({key: 'label', values: {field: 'Phone'}}, say) // 'Label of Phone'`. */
export function titleText({ key, values }: ChangeTitle, say: Say): string {
  return say(`change.${key}` as WordKey, values);
}

type Publishing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'published' }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'failed' };

function Publish({ onPublished }: { readonly onPublished: () => void }): ReactNode {
  const { say, announce } = useStudio();
  const { version, saving, changes } = useDraft();
  const [state, setState] = useState<Publishing>({ kind: 'idle' });

  async function go(): Promise<void> {
    setState({ kind: 'busy' });
    try {
      const answer = await publish(version);
      setState(answer);
      announce(say(answer.kind === 'published' ? 'publish.done' : 'publish.refused'));
      if (answer.kind === 'published') onPublished();
    } catch {
      setState({ kind: 'failed' });
      announce(say('publish.failed'));
    }
  }

  return (
    <>
      <button
        type="button"
        className="st-button st-button--primary"
        disabled={changes.length === 0 || saving !== 'saved' || state.kind === 'busy'}
        onClick={() => void go()}
      >
        {say('publish')}
      </button>
      {(state.kind === 'refused' || state.kind === 'failed') && (
        <div className="st-notice st-notice--error" role="alert">
          <p>{say(state.kind === 'refused' ? 'publish.refused' : 'publish.failed')}</p>
          {state.kind === 'refused' && (
            <ul>
              {state.findings.slice(0, 5).map((finding) => (
                <li key={`${finding.file}${finding.pointer}${finding.code}`}>{finding.reason}</li>
              ))}
            </ul>
          )}
          <a href="/studio/checks">{say('checks')}</a>
        </div>
      )}
    </>
  );
}
