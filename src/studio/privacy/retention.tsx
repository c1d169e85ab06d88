import { type ReactNode, useId, useState } from 'react';
import { toPlainNumber } from '#engine/resolve/plain-number.ts';
import { formatRequestFailure } from '../ask/format-request-failure.ts';
import { LoadingState } from '../ask/loading.tsx';
import { useServerData } from '../ask/use-server-data.ts';
import { useStudio } from '../context.ts';
import { formatMoment } from '../moment.tsx';
import type {
  RetentionDueView,
  RetentionPreview,
  RetentionRequest,
  RetentionRuleView,
  RetentionView,
} from '../protocol-privacy.ts';
import { type RequestFailure, tryRequest } from '../request.ts';
import { Dialog } from '../shell/dialog.tsx';

const parts = ['enquiries', 'photos', 'mails'] as const;
type Part = (typeof parts)[number];

/** How long enquiries, photos and mails are kept, and what would go by it. */
export function Retention(): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const view = useServerData<RetentionView>('privacy/retention');
  return (
    <section className="st-retention-part" aria-labelledby={id}>
      <h2 id={id}>{say('privacy.retention')}</h2>
      <p className="st-hint">{say('privacy.retention-hint')}</p>
      <LoadingState of={view}>{(loaded) => <Rules loaded={loaded} />}</LoadingState>
    </section>
  );
}

/** What is typed, by `TYPE PART`; of all other types the type is empty. */
type Typed = ReadonlyMap<string, string>;

/** The rules, as they were loaded or as they are since; where somebody else was faster, both are told. */
function Rules({ loaded }: { readonly loaded: RetentionView }): ReactNode {
  const { say, announce, locale } = useStudio();
  const id = useId();
  const [view, setView] = useState(loaded);
  const [typed, setTyped] = useState<Typed>(() => typedOf(view.rules));
  const [previewed, setPreviewed] = useState<Previewed>(() => ({
    of: keyOf(view.rules),
    preview: view,
  }));
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [theirs, setTheirs] = useState<RetentionView>();
  const [asking, setAsking] = useState<Asking>();
  const rows = rowsOf(view);
  const { mostDays } = loaded;
  const isWrong = isAnyWrong(typed, mostDays);

  function rowsOf({ types }: RetentionView): Types {
    return [...types, { id: '', name: say('privacy.others') }];
  }

  async function look(rules: readonly RetentionRuleView[]): Promise<RetentionPreview | undefined> {
    const outcome = await tryRequest<RetentionPreview>('privacy/retention/preview', {
      method: 'POST',
      body: { rules },
    });
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return undefined;
    setPreviewed({ of: keyOf(rules), preview: outcome.answer });
    announce(say('privacy.previewed'));
    return outcome.answer;
  }

  async function save({ rules, seen }: RetentionRequest): Promise<void> {
    setAsking(undefined);
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
    setPreviewed({ of: keyOf(rules), preview: outcome.answer });
    announce(say('privacy.kept'));
  }

  /** Saves what is typed, over what was seen, once whoever types it has seen what then goes. */
  async function submit(wanted: Typed, over: RetentionView): Promise<void> {
    if (isAnyWrong(wanted, mostDays)) return;
    const request = { rules: rulesOf(wanted, rowsOf(over)), seen: over.rules };
    const goes = await look(request.rules);
    if (goes === undefined) return;
    if (goes.now.length > 0) setAsking({ request, goes });
    else await save(request);
  }

  function takeTheirs(now: RetentionView, wanted: Typed): void {
    setTheirs(undefined);
    setView(now);
    setTyped(wanted);
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
            {parts.map((part) => (
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
              {parts.map((part) => {
                const key = `${row.id} ${part}`;
                const text = typed.get(key) ?? '';
                return (
                  <td key={part} data-label={say(`privacy.${part}`)}>
                    <input
                      className="st-input st-days"
                      inputMode="numeric"
                      aria-label={say('privacy.days-of', { type: row.name, what: say(`privacy.${part}`) })}
                      aria-invalid={!isDays(text, mostDays) || undefined}
                      aria-describedby={isDays(text, mostDays) ? undefined : id}
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
        <Changed
          seen={typedOf(view.rules)}
          wanted={typed}
          theirs={theirs}
          types={rowsOf(theirs)}
          onAgain={(merged) => {
            takeTheirs(theirs, merged);
            void submit(merged, theirs);
          }}
          onLeave={() => {
            takeTheirs(theirs, typedOf(theirs.rules));
            setPreviewed({ of: keyOf(theirs.rules), preview: theirs });
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
            if (!isWrong) void look(rulesOf(typed, rows));
          }}
        >
          {say('privacy.preview')}
        </button>
      </div>
      {previewed.of === keyOf(rulesOf(typed, rows)) ? (
        <Goes preview={previewed.preview} types={rows} />
      ) : (
        <p className="st-hint">{say('privacy.stale')}</p>
      )}
      {view.set && (
        <p className="st-hint">
          {say('privacy.set-by', { name: view.set.by, time: formatMoment(view.set.at, locale) })}
        </p>
      )}
      {asking && (
        <Dialog label={say('privacy.goes-what')} onClose={() => setAsking(undefined)}>
          <h2>{say('privacy.goes-what')}</h2>
          <p>{say('privacy.goes-text')}</p>
          <ul>
            {asking.goes.now.map((due) => (
              <li key={due.type}>
                {nameOf(due.type, rows)}: {said(due, say)}
              </li>
            ))}
          </ul>
          <div className="st-ask-end">
            <button
              type="button"
              className="st-button st-button--danger"
              onClick={() => void save(asking.request)}
            >
              {say('privacy.save')}
            </button>
            <button type="button" className="st-button st-button--plain" onClick={() => setAsking(undefined)}>
              {say('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </form>
  );
}

/** What goes by rules, and by which. */
interface Previewed {
  readonly of: string;
  readonly preview: RetentionPreview;
}

/** What is to be saved, and what then goes at once. */
interface Asking {
  readonly request: RetentionRequest;
  readonly goes: RetentionPreview;
}

/** Somebody was faster: what they set, and what one wanted. */
function Changed({
  seen,
  wanted,
  theirs,
  types,
  onAgain,
  onLeave,
}: {
  readonly seen: Typed;
  readonly wanted: Typed;
  readonly theirs: RetentionView;
  readonly types: Types;
  /** What one wanted, and what they set of everything else. */
  readonly onAgain: (merged: Typed) => void;
  readonly onLeave: () => void;
}): ReactNode {
  const { say } = useStudio();
  const now = typedOf(theirs.rules);
  const mine = changedIn(wanted, seen);
  const told = (keys: readonly string[], typed: Typed) =>
    types
      .flatMap(({ id, name }) => parts.map((part) => ({ key: `${id} ${part}`, name, part })))
      .filter(({ key }) => keys.includes(key))
      .map(({ key, name, part }) => {
        const days = daysOf(typed.get(key) ?? '');
        const kept = days === '' ? say('privacy.for-good') : say('privacy.days', { count: Number(days) });
        return `${name} · ${say(`privacy.${part}`)}: ${kept}`;
      })
      .join('; ');
  return (
    <div className="st-notice st-notice--warning" role="alert">
      <p>
        <strong>{say('desk.changed', { name: theirs.set?.by ?? say('people.somebody') })}</strong>
      </p>
      <p>{say('desk.changed-now', { now: told(changedIn(now, seen), now) })}</p>
      {mine.length > 0 && <p>{say('desk.changed-wish', { wish: told(mine, wanted) })}</p>}
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

/** What is other than it was. */
function changedIn(typed: Typed, before: Typed): readonly string[] {
  const text = (of: Typed, key: string) => daysOf(of.get(key) ?? '');
  return [...new Set([...typed.keys(), ...before.keys()])].filter(
    (key) => text(typed, key) !== text(before, key),
  );
}

/** The same for rules that say the same, in whatever order. */
function keyOf(rules: readonly RetentionRuleView[]): string {
  const each = rules.map((rule) =>
    JSON.stringify([rule.type ?? '', ...parts.map((part) => rule[part] ?? '')]),
  );
  return each.sort().join();
}

function isAnyWrong(typed: Typed, mostDays: number): boolean {
  return [...typed.values()].some((text) => !isDays(text, mostDays));
}

type Types = readonly { readonly id: string; readonly name: string }[];

function Goes({ preview, types }: { readonly preview: RetentionPreview; readonly types: Types }): ReactNode {
  const { say } = useStudio();
  return (
    <dl className="st-goes">
      {(['now', 'soon'] as const).map((when) => (
        <div key={when}>
          <dt>{say(`privacy.${when}`)}</dt>
          {preview[when].length === 0 && <dd className="st-quiet">{say('privacy.goes-nothing')}</dd>}
          {preview[when].map((due) => (
            <dd key={due.type}>
              {nameOf(due.type, types)}: {said(due, say)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function said(due: RetentionDueView, say: ReturnType<typeof useStudio>['say']): string {
  return parts
    .filter((part) => due[part] > 0)
    .map((part) => say(`privacy.count.${part}`, { count: due[part] }))
    .join(', ');
}

function nameOf(type: string, types: Types): string {
  return types.find(({ id }) => id === type)?.name ?? type;
}

/** Days as they are typed, in the digits of any script. */
function daysOf(text: string): string {
  return toPlainNumber(text).trim();
}

function isDays(text: string, mostDays: number): boolean {
  const days = daysOf(text);
  return days === '' || (/^\d{1,15}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays);
}

function typedOf(rules: readonly RetentionRuleView[]): Typed {
  return new Map(
    rules.flatMap((rule) =>
      parts.flatMap((part): readonly (readonly [string, string])[] =>
        rule[part] === undefined ? [] : [[`${rule.type ?? ''} ${part}`, String(rule[part])]],
      ),
    ),
  );
}

/** A type of which nothing is said goes by what is said of all others. */
function rulesOf(typed: Typed, types: Types): readonly RetentionRuleView[] {
  return types.flatMap(({ id }) => {
    const days = parts.flatMap((part): readonly (readonly [Part, number])[] => {
      const text = daysOf(typed.get(`${id} ${part}`) ?? '');
      return text === '' ? [] : [[part, Number(text)]];
    });
    return days.length === 0 ? [] : [{ ...(id !== '' && { type: id }), ...Object.fromEntries(days) }];
  });
}
