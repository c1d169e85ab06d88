import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import type { ContentSource, SourceTrial } from '../../../api/content-sources.ts';
import type { ContentFolderView } from '../../../api/studio.ts';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { TextField } from '../../ui/ask/text-field.tsx';
import type { DraftContent } from '../content-lists.ts';
import { type ContentPart, contentLists } from '../content-lists.ts';
import { useContentPlan } from '../use-content.ts';
import {
  type AddressDraft,
  createAddressDraft,
  fillInGuess,
  listTargets,
  suggestMappings,
  toContentSource,
} from './address-draft.ts';
import { FaultText } from './fault-notice.tsx';
import { MappingTable } from './mapping-table.tsx';
import { findSource, getListName } from './source-edits.ts';
import { TrialResult } from './trial-result.tsx';

/**
 * Renders the address of a list and how its items become entries, as a form. A source can be used once it was
 * tried out: the answer fills in what can be guessed, and shows the entries that it makes.
 */
export function AddressForm({
  part,
  folder,
  content,
  onUse,
}: {
  readonly part: ContentPart;
  readonly folder: ContentFolderView;
  readonly content: DraftContent;
  readonly onUse: (source: ContentSource) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const list = contentLists[part];
  const id = useId();
  const [draft, setDraft] = useState(() => createAddressDraft(findSource(content, list)));
  const [trial, setTrial] = useState<{ readonly of: string; readonly result: SourceTrial }>();
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const plan = useContentPlan(folder.form, { content, list, entry: {}, answers: {}, isReadOnly: true });
  const targets = useMemo(() => listTargets(list, plan.fields), [list, plan.fields]);
  const source = toContentSource(draft, targets);
  const isTried = trial?.of === JSON.stringify(source);
  const { origins } = folder.sources;

  function change(next: Partial<AddressDraft>): void {
    setDraft((before) => ({ ...before, ...next }));
  }

  /** Requests the address. What the answer lets guess is filled in and tried at once. */
  async function tryOut(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setTrouble(undefined);
    let next = draft;
    for (let tries = 0; tries < 3; tries += 1) {
      const tried = toContentSource(next, targets);
      const outcome = await tryRequest<SourceTrial>(`content/sources/${getListName(list)}/try`, {
        method: 'POST',
        body: { source: tried },
      });
      if (!outcome.isDone) {
        setTrouble(outcome.trouble);
        announce(formatRequestFailure(outcome.trouble, say));
        break;
      }
      const { answer } = outcome;
      setTrial({ of: JSON.stringify(tried), result: answer });
      const guessed = guess(next, answer, targets);
      if (guessed === undefined) {
        announce(
          answer.fault === undefined
            ? say('content.trial-good', { count: answer.count })
            : say(`content.fault.${answer.fault.code}`, answer.fault.values),
        );
        break;
      }
      next = fillInGuess(next, guessed);
      setDraft((before) => fillInGuess(before, guessed));
    }
    setIsBusy(false);
  }

  return (
    <form className="st-pane st-content-address" onSubmit={(event) => void tryOut(event)} noValidate>
      {origins.length === 0 && <p className="st-notice st-notice--warning">{say('content.no-origins')}</p>}
      <TextField
        say={say}
        label={say('content.address')}
        autoComplete="off"
        hint={
          origins.length === 0
            ? undefined
            : say('content.address-hint', { origins: origins.map(({ origin }) => origin).join(' · ') })
        }
        value={draft.url}
        onChange={(url) => change({ url })}
      />
      <div className="st-content-address-row">
        <TextField
          say={say}
          label={say('content.every')}
          autoComplete="off"
          value={draft.everyMinutes}
          onChange={(everyMinutes) => change({ everyMinutes })}
        />
        <TextField
          say={say}
          label={say('content.list-path')}
          autoComplete="off"
          isRequired={false}
          hint={say('content.list-path-hint')}
          value={draft.list}
          onChange={(path) => change({ list: path })}
        />
      </div>
      <details open={draft.header !== '' || undefined}>
        <summary>{say('content.header')}</summary>
        <p className="st-hint">{say('content.header-hint')}</p>
        <div className="st-content-address-row">
          <TextField
            say={say}
            label={say('content.header-name')}
            autoComplete="off"
            isRequired={false}
            value={draft.header}
            onChange={(header) => change({ header })}
          />
          <TextField
            say={say}
            label={say('content.header-prefix')}
            autoComplete="off"
            isRequired={false}
            value={draft.prefix}
            onChange={(prefix) => change({ prefix })}
          />
        </div>
      </details>
      <MappingTable
        targets={targets}
        mappings={draft.mappings}
        paths={trial?.result.paths ?? []}
        onChange={(mappings) => change({ mappings })}
      />
      <div className="st-actions">
        <button
          type="submit"
          className={`st-button ${isTried ? '' : 'st-button--primary'}`}
          aria-disabled={isBusy || undefined}
        >
          {say('content.try')}
        </button>
      </div>
      {trouble && <p className="st-problem">{formatRequestFailure(trouble, say)}</p>}
      {trial && (
        <section className="st-content-trial" aria-labelledby={`${id}-trial`}>
          <h2 id={`${id}-trial`}>{say('content.trial')}</h2>
          {!isTried && <p className="st-hint">{say('content.trial-old')}</p>}
          {trial.result.fault ? (
            <div className="st-notice st-notice--error">
              <FaultText fault={trial.result.fault} targets={targets} />
            </div>
          ) : (
            <TrialResult trial={trial.result} targets={targets} />
          )}
          {isTried && trial.result.fault === undefined && (
            <>
              <p className="st-hint">{say('content.source-draft')}</p>
              <button type="button" className="st-button st-button--primary" onClick={() => onUse(source)}>
                {say('content.use-source')}
              </button>
            </>
          )}
        </section>
      )}
    </form>
  );
}

/** Returns the path of the only list, or the paths that have the names of properties; undefined if nothing is new. */
function guess(
  draft: AddressDraft,
  { fault, lists, paths }: SourceTrial,
  targets: ReturnType<typeof listTargets>,
): Partial<Pick<AddressDraft, 'list' | 'mappings'>> | undefined {
  const [only, ...others] = lists;
  if (fault?.code === 'no-list' && draft.list === '' && only && only.path !== '' && others.length === 0)
    return { list: only.path };
  if (fault?.code !== 'invalid' || Object.keys(draft.mappings).length > 0) return undefined;
  const mappings = suggestMappings(targets, paths);
  return Object.keys(mappings).length === 0 ? undefined : { mappings };
}
