import { type ReactNode, useId, useState } from 'react';
import type {
  RetentionDueView,
  RetentionPreview,
  RetentionRequest,
  RetentionRuleView,
  RetentionView,
} from '../../../api/privacy.ts';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { LoadingState } from '../../ui/ask/loading.tsx';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatMoment } from '../../ui/moment.tsx';
import {
  hasInvalidDays,
  isValidDays,
  listChangedKeys,
  mergeTypedDays,
  normalizeDays,
  type RetentionTypes,
  retentionColumns,
  type TypedDays,
  toDaysKey,
  toRetentionRules,
  toRulesKey,
  toTypedDays,
} from './typed-days.ts';

/** Loads the retention rules, and renders the form that changes them. */
export function RetentionSection(): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const view = useServerData<RetentionView>('privacy/retention');
  return (
    <section className="st-retention-part" aria-labelledby={id}>
      <h2 id={id}>{say('privacy.retention')}</h2>
      <p className="st-hint">{say('privacy.retention-hint')}</p>
      <LoadingState of={view}>{(loaded) => <RetentionForm loaded={loaded} />}</LoadingState>
    </section>
  );
}

/**
 * Renders the form of the retention rules, with a preview of the records that they erase. If somebody else
 * has saved other rules meanwhile, it shows both.
 */
function RetentionForm({ loaded }: { readonly loaded: RetentionView }): ReactNode {
  const { say, locale } = useStudio();
  const problemId = useId();
  const form = useRetentionForm(loaded);
  const { saved, typed, theirs, pendingSave, failure } = form;
  const { mostDays } = loaded;
  const rows = listTypeRows(saved, say);
  const rules = toRetentionRules(typed, rows);
  return (
    <form
      className="st-retention st-stack-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(typed, saved);
      }}
    >
      <DaysTable rows={rows} typed={typed} mostDays={mostDays} problemId={problemId} onType={form.type} />
      {hasInvalidDays(typed, mostDays) && (
        <p className="st-problem" id={problemId} role="alert">
          {say('privacy.days-wrong', { most: mostDays })}
        </p>
      )}
      {failure && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(failure, say)}
        </p>
      )}
      {theirs && (
        <ConflictNotice
          seen={toTypedDays(saved.rules)}
          wanted={typed}
          theirs={theirs}
          types={listTypeRows(theirs, say)}
          onAgain={(merged) => {
            form.reset(theirs, merged);
            void form.submit(merged, theirs);
          }}
          onLeave={() => form.discard(theirs)}
        />
      )}
      <div className="st-ask-end">
        <button type="submit" className="st-button st-button--primary">
          {say('privacy.save')}
        </button>
        <button
          type="button"
          className="st-button"
          onClick={() => {
            if (!hasInvalidDays(typed, mostDays)) void form.preview(rules);
          }}
        >
          {say('privacy.preview')}
        </button>
      </div>
      {form.previewed.of === toRulesKey(rules) ? (
        <DueRecords preview={form.previewed.preview} types={rows} />
      ) : (
        <p className="st-hint">{say('privacy.stale')}</p>
      )}
      {saved.set && (
        <p className="st-hint">
          {say('privacy.set-by', { name: saved.set.by, time: formatMoment(saved.set.at, locale) })}
        </p>
      )}
      {pendingSave && (
        <ErasureDialog
          due={pendingSave.goes.now}
          types={rows}
          onConfirm={() => void form.save(pendingSave.request)}
          onCancel={form.cancelSave}
        />
      )}
    </form>
  );
}

/** A preview, with the key of the rules that it is about (see `toRulesKey`). */
interface PreviewedRules {
  readonly of: string;
  readonly preview: RetentionPreview;
}

/** Rules that wait for confirmation, with the preview of what they erase. */
interface PendingSave {
  readonly request: RetentionRequest;
  readonly goes: RetentionPreview;
}

/** The state of the form, and what a person can do with it. */
interface RetentionFormState {
  /** The saved rules that the typed days are based on. */
  readonly saved: RetentionView;
  readonly typed: TypedDays;
  readonly previewed: PreviewedRules;
  /** The failure of the last request. Undefined if it succeeded. */
  readonly failure: RequestFailure | undefined;
  /** The rules that somebody else has saved meanwhile. */
  readonly theirs: RetentionView | undefined;
  readonly pendingSave: PendingSave | undefined;
  readonly type: (key: string, days: string) => void;
  /**
   * Loads, shows and announces the records that the rules would erase, and returns them. Undefined after a
   * failure, which is shown.
   */
  readonly preview: (rules: readonly RetentionRuleView[]) => Promise<RetentionPreview | undefined>;
  /**
   * Previews the wanted rules and saves them in place of the rules of `base`. If records would be erased at
   * once, opens a dialog in which the user confirms first. Does nothing if any typed days are invalid, and
   * saves nothing if the preview fails.
   */
  readonly submit: (wanted: TypedDays, base: RetentionView) => Promise<void>;
  /**
   * Saves the rules, and shows and announces them. A failure is shown. If the saved rules are no longer
   * `seen`, because somebody else has saved others, saves nothing and shows those in a conflict notice.
   */
  readonly save: (request: RetentionRequest) => Promise<void>;
  readonly cancelSave: () => void;
  /** Treats `saved` as the saved rules, puts `days` in the inputs, and removes the conflict notice. */
  readonly reset: (saved: RetentionView, days: TypedDays) => void;
  /** Discards the typed days in favour of the rules that somebody else has saved. */
  readonly discard: (saved: RetentionView) => void;
}

function useRetentionForm(loaded: RetentionView): RetentionFormState {
  const { say, announce } = useStudio();
  const [saved, setSaved] = useState(loaded);
  const [typed, setTyped] = useState<TypedDays>(() => toTypedDays(loaded.rules));
  const [previewed, setPreviewed] = useState<PreviewedRules>(() => ({
    of: toRulesKey(loaded.rules),
    preview: loaded,
  }));
  const [failure, setFailure] = useState<RequestFailure>();
  const [theirs, setTheirs] = useState<RetentionView>();
  const [pendingSave, setPendingSave] = useState<PendingSave>();

  async function preview(rules: readonly RetentionRuleView[]): Promise<RetentionPreview | undefined> {
    const outcome = await tryRequest<RetentionPreview>('privacy/retention/preview', {
      method: 'POST',
      body: { rules },
    });
    setFailure(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return undefined;
    setPreviewed({ of: toRulesKey(rules), preview: outcome.answer });
    announce(say('privacy.previewed'));
    return outcome.answer;
  }

  async function save({ rules, seen }: RetentionRequest): Promise<void> {
    setPendingSave(undefined);
    const outcome = await tryRequest<RetentionView>('privacy/retention', {
      method: 'POST',
      body: { rules, seen } satisfies RetentionRequest,
    });
    if (!outcome.isDone && outcome.trouble.error === 'rules-changed') {
      setFailure(undefined);
      setTheirs(outcome.trouble.retention);
      return;
    }
    setFailure(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    setTheirs(undefined);
    setSaved(outcome.answer);
    setPreviewed({ of: toRulesKey(rules), preview: outcome.answer });
    announce(say('privacy.kept'));
  }

  async function submit(wanted: TypedDays, base: RetentionView): Promise<void> {
    if (hasInvalidDays(wanted, loaded.mostDays)) return;
    const request = { rules: toRetentionRules(wanted, listTypeRows(base, say)), seen: base.rules };
    const goes = await preview(request.rules);
    if (goes === undefined) return;
    if (goes.now.length > 0) setPendingSave({ request, goes });
    else await save(request);
  }

  function reset(saved: RetentionView, days: TypedDays): void {
    setTheirs(undefined);
    setSaved(saved);
    setTyped(days);
  }

  return {
    saved,
    typed,
    previewed,
    failure,
    theirs,
    pendingSave,
    type: (key, days) => setTyped(new Map(typed).set(key, days)),
    preview,
    submit,
    save,
    cancelSave: () => setPendingSave(undefined),
    reset,
    discard(saved) {
      reset(saved, toTypedDays(saved.rules));
      setPreviewed({ of: toRulesKey(saved.rules), preview: saved });
    },
  };
}

type Say = ReturnType<typeof useStudio>['say'];

/** Returns the enquiry types, and a row with an empty id for all other types. */
function listTypeRows({ types }: RetentionView, say: Say): RetentionTypes {
  return [...types, { id: '', name: say('privacy.others') }];
}

/** Renders an input of days for each type and part. */
function DaysTable({
  rows,
  typed,
  mostDays,
  problemId,
  onType,
}: {
  readonly rows: RetentionTypes;
  readonly typed: TypedDays;
  readonly mostDays: number;
  /** The id of the message that describes invalid inputs. */
  readonly problemId: string;
  readonly onType: RetentionFormState['type'];
}): ReactNode {
  const { say } = useStudio();
  return (
    <table className="st-table st-stacking">
      <thead>
        <tr>
          <th scope="col">{say('forms.type')}</th>
          {retentionColumns.map((part) => (
            <th key={part} scope="col">
              {say(`privacy.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            {retentionColumns.map((part) => {
              const key = toDaysKey(row.id, part);
              const text = typed.get(key) ?? '';
              return (
                <td key={part} data-label={say(`privacy.${part}`)}>
                  <input
                    className="st-input st-days"
                    inputMode="numeric"
                    aria-label={say('privacy.days-of', { type: row.name, what: say(`privacy.${part}`) })}
                    aria-invalid={!isValidDays(text, mostDays) || undefined}
                    aria-describedby={isValidDays(text, mostDays) ? undefined : problemId}
                    value={text}
                    onChange={({ target }) => onType(key, target.value)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the dialog that asks before records are erased at once. */
function ErasureDialog({
  due,
  types,
  onConfirm,
  onCancel,
}: {
  readonly due: readonly RetentionDueView[];
  readonly types: RetentionTypes;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <Dialog label={say('privacy.goes-what')} onClose={onCancel}>
      <h2>{say('privacy.goes-what')}</h2>
      <p>{say('privacy.goes-text')}</p>
      <ul>
        {due.map((one) => (
          <li key={one.type}>
            {say('labelled', {
              label: findTypeName(one.type, types),
              value: formatDueCounts(one, say),
            })}
          </li>
        ))}
      </ul>
      <div className="st-ask-end">
        <button type="button" className="st-button st-button--danger" onClick={onConfirm}>
          {say('privacy.save')}
        </button>
        <button type="button" className="st-button st-button--plain" onClick={onCancel}>
          {say('cancel')}
        </button>
      </div>
    </Dialog>
  );
}

/**
 * Renders the rules that somebody else has saved. The user applies their own changes to those, or drops them.
 */
function ConflictNotice({
  seen,
  wanted,
  theirs,
  types,
  onAgain,
  onLeave,
}: {
  /** The rules that the user’s changes are based on. */
  readonly seen: TypedDays;
  /** The rules with the user’s changes. */
  readonly wanted: TypedDays;
  readonly theirs: RetentionView;
  readonly types: RetentionTypes;
  /** Called with the user's changes applied to the saved rules. */
  readonly onAgain: (merged: TypedDays) => void;
  /** Called if the user drops their changes. */
  readonly onLeave: () => void;
}): ReactNode {
  const { say } = useStudio();
  const now = toTypedDays(theirs.rules);
  const mine = listChangedKeys(wanted, seen);
  /**
   * Returns a text with the days of the inputs with these keys: `Charter · Photos: 30 days; …`. Keys of
   * unknown types are left out.
   */
  const formatChanges = (keys: readonly string[], typed: TypedDays) =>
    types
      .flatMap(({ id, name }) => retentionColumns.map((part) => ({ key: toDaysKey(id, part), name, part })))
      .filter(({ key }) => keys.includes(key))
      .map(({ key, name, part }) => {
        const days = normalizeDays(typed.get(key) ?? '');
        const duration = days === '' ? say('privacy.for-good') : say('privacy.days', { count: Number(days) });
        return `${name} · ${say('labelled', { label: say(`privacy.${part}`), value: duration })}`;
      })
      .join('; ');
  return (
    <div className="st-notice st-notice--warning" role="alert">
      <p>
        <strong>{say('desk.changed', { name: theirs.set?.by ?? say('people.somebody') })}</strong>
      </p>
      <p>{say('desk.changed-now', { now: formatChanges(listChangedKeys(now, seen), now) })}</p>
      {mine.length > 0 && <p>{say('desk.changed-wish', { wish: formatChanges(mine, wanted) })}</p>}
      <div className="st-actions">
        <button
          type="button"
          className="st-button"
          onClick={() => onAgain(mergeTypedDays({ seen, wanted, theirs: now }))}
        >
          {say('desk.changed-again')}
        </button>
        <button type="button" className="st-button" onClick={onLeave}>
          {say('desk.changed-leave')}
        </button>
      </div>
    </div>
  );
}

/**
 * Renders the records that the rules erase now and within the next 30 days, by type; for a period without
 * records, a sentence that nothing is erased.
 */
function DueRecords({
  preview,
  types,
}: {
  readonly preview: RetentionPreview;
  readonly types: RetentionTypes;
}): ReactNode {
  const { say } = useStudio();
  return (
    <dl className="st-goes">
      {(['now', 'soon'] as const).map((when) => (
        <div key={when}>
          <dt>{say(`privacy.${when}`)}</dt>
          {preview[when].length === 0 && <dd className="st-quiet">{say('privacy.goes-nothing')}</dd>}
          {preview[when].map((due) => (
            <dd key={due.type}>
              {say('labelled', {
                label: findTypeName(due.type, types),
                value: formatDueCounts(due, say),
              })}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Returns the counts as a text: `3 enquiries, 1 photo`. Kinds without records are omitted. */
function formatDueCounts(due: RetentionDueView, say: Say): string {
  return retentionColumns
    .filter((part) => due[part] > 0)
    .map((part) => say(`privacy.count.${part}`, { count: due[part] }))
    .join(', ');
}

/** Returns the name of the type with this id, or the id if the type is unknown. */
function findTypeName(type: string, types: RetentionTypes): string {
  return types.find(({ id }) => id === type)?.name ?? type;
}
