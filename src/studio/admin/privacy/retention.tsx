import { type ReactNode, useId, useState } from 'react';
import { toPlainNumber } from '#engine/model/plain-number.ts';
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

const retentionParts = ['enquiries', 'photos', 'mails'] as const;
type RetentionPart = (typeof retentionParts)[number];

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

/** The typed numbers of days by `TYPE PART`: `3 photos`. The type is empty for the row of all other types. */
type TypedDays = ReadonlyMap<string, string>;

/**
 * Renders the form of the retention rules, with a preview of the records that they erase. If somebody else
 * has saved other rules meanwhile, it shows both.
 */
function RetentionForm({ loaded }: { readonly loaded: RetentionView }): ReactNode {
  const { say, announce, locale } = useStudio();
  const id = useId();
  const [view, setView] = useState(loaded);
  const [typed, setTyped] = useState<TypedDays>(() => toTypedDays(view.rules));
  const [previewed, setPreviewed] = useState<PreviewedRules>(() => ({
    of: toRulesKey(view.rules),
    preview: view,
  }));
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [theirs, setTheirs] = useState<RetentionView>();
  const [pendingSave, setPendingSave] = useState<PendingSave>();
  const rows = listTypeRows(view);
  const { mostDays } = loaded;
  const isWrong = hasInvalidDays(typed, mostDays);

  /** Returns the enquiry types, and a row with an empty id for all other types. */
  function listTypeRows({ types }: RetentionView): RetentionTypes {
    return [...types, { id: '', name: say('privacy.others') }];
  }

  /**
   * Loads, shows and announces the records that the rules would erase, and returns them. Undefined after a
   * failure, which is shown.
   */
  async function previewRules(rules: readonly RetentionRuleView[]): Promise<RetentionPreview | undefined> {
    const outcome = await tryRequest<RetentionPreview>('privacy/retention/preview', {
      method: 'POST',
      body: { rules },
    });
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return undefined;
    setPreviewed({ of: toRulesKey(rules), preview: outcome.answer });
    announce(say('privacy.previewed'));
    return outcome.answer;
  }

  /**
   * Saves the rules, and shows and announces them. A failure is shown. If the saved rules are no longer
   * `seen`, because somebody else has saved others, saves nothing and shows those in a conflict notice.
   */
  async function saveRules({ rules, seen }: RetentionRequest): Promise<void> {
    setPendingSave(undefined);
    const outcome = await tryRequest<RetentionView>('privacy/retention', {
      method: 'POST',
      body: { rules, seen } satisfies RetentionRequest,
    });
    if (!outcome.isDone && outcome.trouble.error === 'rules-changed') {
      setTrouble(undefined);
      setTheirs(outcome.trouble.retention);
      return;
    }
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    setTheirs(undefined);
    setView(outcome.answer);
    setPreviewed({ of: toRulesKey(rules), preview: outcome.answer });
    announce(say('privacy.kept'));
  }

  /**
   * Previews the wanted rules and saves them in place of the rules of `base`. If records would be erased at
   * once, opens a dialog in which the user confirms first. Does nothing if any typed days are invalid, and
   * saves nothing if the preview fails.
   */
  async function submit(wanted: TypedDays, base: RetentionView): Promise<void> {
    if (hasInvalidDays(wanted, mostDays)) return;
    const request = { rules: toRetentionRules(wanted, listTypeRows(base)), seen: base.rules };
    const goes = await previewRules(request.rules);
    if (goes === undefined) return;
    if (goes.now.length > 0) setPendingSave({ request, goes });
    else await saveRules(request);
  }

  /** Treats `saved` as the saved rules, puts `days` in the inputs, and removes the conflict notice. */
  function resetForm(saved: RetentionView, days: TypedDays): void {
    setTheirs(undefined);
    setView(saved);
    setTyped(days);
  }

  return (
    <form
      className="st-retention"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(typed, view);
      }}
    >
      <table className="st-table st-stacking">
        <thead>
          <tr>
            <th scope="col">{say('forms.type')}</th>
            {retentionParts.map((part) => (
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
              {retentionParts.map((part) => {
                const key = `${row.id} ${part}`;
                const text = typed.get(key) ?? '';
                return (
                  <td key={part} data-label={say(`privacy.${part}`)}>
                    <input
                      className="st-input st-days"
                      inputMode="numeric"
                      aria-label={say('privacy.days-of', { type: row.name, what: say(`privacy.${part}`) })}
                      aria-invalid={!isValidDays(text, mostDays) || undefined}
                      aria-describedby={isValidDays(text, mostDays) ? undefined : id}
                      value={text}
                      onChange={({ target }) => setTyped(new Map(typed).set(key, target.value))}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {isWrong && (
        <p className="st-problem" id={id} role="alert">
          {say('privacy.days-wrong', { most: mostDays })}
        </p>
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
      {theirs && (
        <ConflictNotice
          seen={toTypedDays(view.rules)}
          wanted={typed}
          theirs={theirs}
          types={listTypeRows(theirs)}
          onAgain={(merged) => {
            resetForm(theirs, merged);
            void submit(merged, theirs);
          }}
          onLeave={() => {
            resetForm(theirs, toTypedDays(theirs.rules));
            setPreviewed({ of: toRulesKey(theirs.rules), preview: theirs });
          }}
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
            if (!isWrong) void previewRules(toRetentionRules(typed, rows));
          }}
        >
          {say('privacy.preview')}
        </button>
      </div>
      {previewed.of === toRulesKey(toRetentionRules(typed, rows)) ? (
        <DueRecords preview={previewed.preview} types={rows} />
      ) : (
        <p className="st-hint">{say('privacy.stale')}</p>
      )}
      {view.set && (
        <p className="st-hint">
          {say('privacy.set-by', { name: view.set.by, time: formatMoment(view.set.at, locale) })}
        </p>
      )}
      {pendingSave && (
        <Dialog label={say('privacy.goes-what')} onClose={() => setPendingSave(undefined)}>
          <h2>{say('privacy.goes-what')}</h2>
          <p>{say('privacy.goes-text')}</p>
          <ul>
            {pendingSave.goes.now.map((due) => (
              <li key={due.type}>
                {findTypeName(due.type, rows)}: {formatDueCounts(due, say)}
              </li>
            ))}
          </ul>
          <div className="st-ask-end">
            <button
              type="button"
              className="st-button st-button--danger"
              onClick={() => void saveRules(pendingSave.request)}
            >
              {say('privacy.save')}
            </button>
            <button
              type="button"
              className="st-button st-button--plain"
              onClick={() => setPendingSave(undefined)}
            >
              {say('cancel')}
            </button>
          </div>
        </Dialog>
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
      .flatMap(({ id, name }) => retentionParts.map((part) => ({ key: `${id} ${part}`, name, part })))
      .filter(({ key }) => keys.includes(key))
      .map(({ key, name, part }) => {
        const days = normalizeDays(typed.get(key) ?? '');
        const duration = days === '' ? say('privacy.for-good') : say('privacy.days', { count: Number(days) });
        return `${name} · ${say(`privacy.${part}`)}: ${duration}`;
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
          onClick={() =>
            onAgain(new Map([...now, ...mine.map((key) => [key, wanted.get(key) ?? ''] as const)]))
          }
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
 * Returns the keys of the inputs whose days differ. A missing key counts as an empty text; digits of other
 * scripts and spaces around them make no difference.
 */
function listChangedKeys(typed: TypedDays, before: TypedDays): readonly string[] {
  /** Returns the normalized days of a key, or an empty text. */
  const getDays = (of: TypedDays, key: string) => normalizeDays(of.get(key) ?? '');
  return [...new Set([...typed.keys(), ...before.keys()])].filter(
    (key) => getDays(typed, key) !== getDays(before, key),
  );
}

/** Returns a text that is equal for equal rules, whatever their order is. */
function toRulesKey(rules: readonly RetentionRuleView[]): string {
  const each = rules.map((rule) =>
    JSON.stringify([rule.type ?? '', ...retentionParts.map((part) => rule[part] ?? '')]),
  );
  return each.sort().join();
}

/** Returns true if any of the typed texts is neither empty nor a number of days from 1 to `mostDays`. */
function hasInvalidDays(typed: TypedDays, mostDays: number): boolean {
  return [...typed.values()].some((text) => !isValidDays(text, mostDays));
}

type RetentionTypes = readonly { readonly id: string; readonly name: string }[];

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
              {findTypeName(due.type, types)}: {formatDueCounts(due, say)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Returns the counts as a text: `3 enquiries, 1 photo`. Kinds without records are omitted. */
function formatDueCounts(due: RetentionDueView, say: ReturnType<typeof useStudio>['say']): string {
  return retentionParts
    .filter((part) => due[part] > 0)
    .map((part) => say(`privacy.count.${part}`, { count: due[part] }))
    .join(', ');
}

/** Returns the name of the type with this id, or the id if the type is unknown. */
function findTypeName(type: string, types: RetentionTypes): string {
  return types.find(({ id }) => id === type)?.name ?? type;
}

/**
 * Returns typed days in ASCII digits, without spaces around them. They may be typed in the digits of any
 * script.
 */
function normalizeDays(text: string): string {
  return toPlainNumber(text).trim();
}

/** Returns true for an empty text and for a number of days from 1 to `mostDays`. */
function isValidDays(text: string, mostDays: number): boolean {
  const days = normalizeDays(text);
  return days === '' || (/^\d{1,15}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays);
}

/** Returns the days of the rules as the texts of the inputs. Limits that a rule does not set have no key. */
function toTypedDays(rules: readonly RetentionRuleView[]): TypedDays {
  return new Map(
    rules.flatMap((rule) =>
      retentionParts.flatMap((part): readonly (readonly [string, string])[] =>
        rule[part] === undefined ? [] : [[`${rule.type ?? ''} ${part}`, String(rule[part])]],
      ),
    ),
  );
}

/**
 * Returns the typed rules of these types, in the order of the types; the days must be valid. A type without
 * typed days has no rule, so that the rule for all other types applies to it.
 */
function toRetentionRules(typed: TypedDays, types: RetentionTypes): readonly RetentionRuleView[] {
  return types.flatMap(({ id }) => {
    const days = retentionParts.flatMap((part): readonly (readonly [RetentionPart, number])[] => {
      const text = normalizeDays(typed.get(`${id} ${part}`) ?? '');
      return text === '' ? [] : [[part, Number(text)]];
    });
    return days.length === 0 ? [] : [{ ...(id !== '' && { type: id }), ...Object.fromEntries(days) }];
  });
}
