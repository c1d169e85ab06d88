import { type ReactNode, useState } from 'react';
import type { Finding } from '#engine/check/index.ts';
import { publish } from '../api.ts';
import { useDraft, useStudio } from '../context.ts';
import type { Step } from '../draft/history.ts';
import { FindingText } from '../findings/finding-text.tsx';
import { useOwnPresence } from '../presence/own-presence.ts';
import { titleText } from './change-title.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { StudioMenu } from './studio-menu.tsx';
import type { Actions } from './use-actions.ts';
import { focusHeading } from './use-arrival.ts';

const parts = ['forms', 'rules', 'texts', 'checks', 'json'] as const;

/** The bar above everything: where one is, whether all is saved, what can be taken back, and what makes it live. */
export function TopBar({
  path,
  actions,
  onReopen,
  onSignOut,
}: {
  readonly path: string;
  readonly actions: Actions;
  readonly onReopen: () => void;
  readonly onSignOut: () => void;
}): ReactNode {
  const { say } = useStudio();
  const { history, present, saving, report } = useDraft();
  const part = path.split('/')[2] ?? 'forms';
  const errors = report?.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  const [undo, redo] = [history.undo.at(-1), history.redo.at(-1)];
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
        <button
          type="button"
          className="st-button st-find"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={actions.palette}
        >
          {say('palette')}{' '}
          <span className="st-key" aria-hidden="true">
            Ctrl K
          </span>
        </button>
        <StepButton name="undo" step={undo} onPress={actions.undo} />
        <StepButton name="redo" step={redo} onPress={actions.redo} />
        <button type="button" className="st-button" onClick={actions.changes}>
          {say('changes')}
        </button>
        <Publish onPublished={onReopen} />
        <StudioMenu onShortcuts={actions.overview} onSignOut={onSignOut} />
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

type Publishing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'published' | 'other-draft' }
  | { readonly kind: 'refused'; readonly findings: readonly Finding[] }
  | { readonly kind: 'failed' };

function Publish({ onPublished }: { readonly onPublished: () => void }): ReactNode {
  const { say, announce } = useStudio();
  const { draft, version, saving, changes, history } = useDraft();
  const { page } = useOwnPresence();
  const [state, setState] = useState<Publishing>({ kind: 'idle' });
  // What was refused is said until something is done about it.
  const done = `${history.undo.length} ${history.redo.length}`;
  const [doneBefore, setDoneBefore] = useState(done);
  if (done !== doneBefore) {
    setDoneBefore(done);
    if (state.kind !== 'busy') setState({ kind: 'idle' });
  }

  async function go(): Promise<void> {
    setState({ kind: 'busy' });
    try {
      const answer = await publish({ draft, version, page });
      setState(answer);
      // Who else did is told by that.
      if (answer.kind !== 'other-draft')
        announce(say(answer.kind === 'published' ? 'publish.done' : 'publish.refused'));
      if (answer.kind === 'refused') return;
      onPublished();
      focusHeading();
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
              {firstOfEach(state.findings).map((finding) => (
                <li key={finding.code}>
                  <FindingText finding={finding} />
                </li>
              ))}
            </ul>
          )}
          <a href="/studio/checks">{say('checks')}</a>
        </div>
      )}
    </>
  );
}

/** Of what is wrong in many places one: the checks have all of them. */
function firstOfEach(findings: readonly Finding[]): readonly Finding[] {
  const codes = [...new Set(findings.map(({ code }) => code))].slice(0, mostShown);
  return codes.flatMap((code) => findings.find((finding) => finding.code === code) ?? []);
}

/** More kinds of slips than these are read in the checks. */
const mostShown = 5;
