import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { renameScenario } from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { useTextNames } from '../draft/text-names.ts';
import { useNamedOutline } from '../draft/use-known-types.ts';
import { getExampleAddress } from '../preview/settings.ts';
import { findFindingExample } from './finding-target.ts';
import { formatUnmetScenario } from './format-unmet-expectation.ts';

/** The number of expectations that are shown at once. */
const maxShown = 3;

/**
 * Renders the expectations (scenarios) that a change makes fail, each as a sentence with the old and the new
 * result, and one button that makes the draft expect all new results. Afterwards offers to rename the
 * scenarios. Renders nothing if there are none.
 * @param findings Findings with a `renewal`.
 * @param onRenew Called after the draft was changed.
 */
export function ChangedExpectations({
  findings,
  onRenew,
}: {
  readonly findings: readonly FindingView[];
  readonly onRenew: () => void;
}): ReactNode {
  const { store, say, announce } = useStudio();
  const { canApplyPatches } = useEditableScope();
  const [renewedNames, setRenewedNames] = useState<readonly string[]>([]);
  const own = findings.filter(({ renewal }) => renewal !== undefined && canApplyPatches(renewal));

  /** Makes the draft expect the new results of all scenarios that the person may change, as one step. */
  function renewAll(): void {
    const names = own.flatMap(({ unmet }) => unmet?.name ?? []);
    const [first = ''] = names;
    store.perform({
      title:
        own.length === 1
          ? { key: 'scenario-renewed', values: { scenario: first } }
          : { key: 'scenarios-renewed', values: { count: String(own.length) } },
      patches: own.flatMap(({ renewal = [] }) => renewal),
    });
    setRenewedNames(names);
    announce(say('expectations.renewed', { count: own.length }));
    onRenew();
  }

  return (
    <>
      {findings.length > 0 && (
        <section
          className="st-notice st-notice--warning st-expectations st-stack-3"
          aria-labelledby="st-expectations"
        >
          <h2 id="st-expectations" tabIndex={-1}>
            {say('expectations.change', { count: findings.length })}
          </h2>
          <ExpectationList findings={findings.slice(0, maxShown)} />
          {findings.length > maxShown && (
            <details>
              <summary>{say('expectations.more', { count: findings.length - maxShown })}</summary>
              <ExpectationList findings={findings.slice(maxShown)} />
            </details>
          )}
          {own.length > 0 && (
            <>
              <button type="button" className="st-button st-button--primary" onClick={renewAll}>
                {say('expectations.meant')}
              </button>
              <p className="st-hint">{say('expectations.meant-hint')}</p>
            </>
          )}
          {own.length < findings.length && (
            <p className="st-hint">
              {say('expectations.not-yours', { count: findings.length - own.length })}
            </p>
          )}
        </section>
      )}
      {renewedNames.length > 0 && findings.length === 0 && (
        <RenamePanel names={renewedNames} onRename={onRenew} onClose={() => setRenewedNames([])} />
      )}
    </>
  );
}

/** Lists scenarios that are not met: what was expected, what is so now, and a link to the preview. */
function ExpectationList({ findings }: { readonly findings: readonly FindingView[] }): ReactNode {
  const { say, locale } = useStudio();
  const { documents } = useDraftState();
  const outline = useNamedOutline();
  const nameText = useTextNames();
  return (
    <ul className="st-stack-3">
      {findings.map((finding) => {
        const { unmet, file, pointer, reason } = finding;
        const sentences = unmet ? formatUnmetScenario(unmet, { say, locale, outline, nameText }) : [reason];
        const example = findFindingExample(documents, finding);
        const address = example && getExampleAddress(example, documents);
        return (
          <li key={`${file} ${pointer}`} className="st-stack-1 st-breaks">
            {sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p className="st-quiet st-small">
              <bdi>{unmet?.name}</bdi>
              {address && (
                <>
                  {' · '}
                  <a href={address}>
                    {say('checks.see')}
                    <span className="st-visually-hidden">: {unmet?.name}</span>
                  </a>
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** Renders a field with the name of each renewed scenario, with the focus on the heading. */
function RenamePanel({
  names,
  onRename,
  onClose,
}: {
  readonly names: readonly string[];
  /** Called after the draft was changed. */
  readonly onRename: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const { say } = useStudio();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="st-notice st-notice--good st-stack-3" aria-labelledby="st-renewed">
      <h2 id="st-renewed" ref={heading} tabIndex={-1}>
        {say('expectations.renewed', { count: names.length })}
      </h2>
      {names.map((name) => (
        <RenameForm key={name} name={name} onRename={onRename} />
      ))}
      <button type="button" className="st-button st-button--plain" onClick={onClose}>
        {say('close')}
      </button>
    </section>
  );
}

/** Renders the form that renames a scenario. It follows the scenario through further changes of its name. */
function RenameForm({ name, onRename }: { readonly name: string; readonly onRename: () => void }): ReactNode {
  const { store, say, announce } = useStudio();
  const { documents } = useDraftState();
  const id = useId();
  const [current, setCurrent] = useState(name);
  const [next, setNext] = useState(name);
  /** Renames the scenario as one change of the draft, and announces its new name. */
  function rename(event: FormEvent): void {
    event.preventDefault();
    const patches = renameScenario(documents, current, next);
    const after = patches[0]?.after;
    if (typeof after !== 'string') return;
    store.perform({ title: { key: 'scenario-renewed', values: { scenario: current } }, patches });
    setCurrent(after);
    setNext(after);
    announce(say('expectations.named', { name: after }));
    onRename();
  }
  return (
    <form className="st-renewal st-stack-1" onSubmit={rename}>
      <label htmlFor={id} className="st-visually-hidden">
        {say('expectations.name')}
      </label>
      <input
        id={id}
        className="st-input"
        dir="auto"
        value={next}
        onChange={({ target }) => setNext(target.value)}
      />
      {next.trim() !== '' && next.trim() !== current && (
        <button type="submit" className="st-button">
          {say('expectations.rename')}
        </button>
      )}
    </form>
  );
}
