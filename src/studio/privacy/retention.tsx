import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Loading } from '../ask/loading.tsx';
import { troubleText } from '../ask/trouble-text.ts';
import { useLoaded } from '../ask/use-loaded.ts';
import { useStudio } from '../context.ts';
import type { RetentionDue, RetentionPreview, RetentionRule, RetentionView } from '../protocol-privacy.ts';
import { attempt, type Trouble } from '../request.ts';
import { Dialog } from '../shell/dialog.tsx';

const parts = ['enquiries', 'photos', 'mails'] as const;
type Part = (typeof parts)[number];
const mostDays = 36_500;

/** How long enquiries, photos and mails are kept, and what would go by it. */
export function Retention(): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const view = useLoaded<RetentionView>('privacy/retention');
  return (
    <section className="st-retention-part" aria-labelledby={id}>
      <h2 id={id}>{say('privacy.retention')}</h2>
      <p className="st-hint">{say('privacy.retention-hint')}</p>
      <Loading of={view}>{(loaded) => <Rules view={loaded} onSaved={view.reload} />}</Loading>
    </section>
  );
}

/** What is typed, by `TYPE PART`; of all other types the type is empty. */
type Typed = ReadonlyMap<string, string>;

function Rules({
  view,
  onSaved,
}: {
  readonly view: RetentionView;
  readonly onSaved: () => Promise<void>;
}): ReactNode {
  const { say, announce } = useStudio();
  const id = useId();
  const [typed, setTyped] = useState<Typed>(() => typedOf(view.rules));
  const [preview, setPreview] = useState<RetentionPreview>(view);
  const [trouble, setTrouble] = useState<Trouble>();
  const [isAsking, setIsAsking] = useState(false);
  const rows = [...view.types, { id: '', name: say('privacy.others') }];
  const isWrong = [...typed.values()].some((text) => !isDays(text));

  async function look(): Promise<RetentionPreview | undefined> {
    if (isWrong) return undefined;
    const body = { rules: rulesOf(typed, rows) };
    const outcome = await attempt<RetentionPreview>('privacy/retention/preview', { method: 'POST', body });
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return undefined;
    setPreview(outcome.answer);
    announce(say('privacy.previewed'));
    return outcome.answer;
  }

  async function save(): Promise<void> {
    setIsAsking(false);
    const body = { rules: rulesOf(typed, rows) };
    const outcome = await attempt<RetentionView>('privacy/retention', { method: 'POST', body });
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return;
    setPreview(outcome.answer);
    announce(say('privacy.kept'));
    await onSaved();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const goes = await look();
    if (goes === undefined) return;
    if (goes.now.length > 0) setIsAsking(true);
    else await save();
  }

  return (
    <form className="st-retention" onSubmit={(event) => void submit(event)} noValidate>
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
                      aria-invalid={!isDays(text) || undefined}
                      aria-describedby={isDays(text) ? undefined : id}
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
          {say('privacy.days-wrong')}
        </p>
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {troubleText(trouble, say)}
        </p>
      )}
      <div className="st-ask-end">
        <button type="submit" className="st-button st-button--primary">
          {say('privacy.save')}
        </button>
        <button type="button" className="st-button" onClick={() => void look()}>
          {say('privacy.preview')}
        </button>
      </div>
      <Goes preview={preview} types={rows} />
      {isAsking && (
        <Dialog label={say('privacy.goes-what')} onClose={() => setIsAsking(false)}>
          <h2>{say('privacy.goes-what')}</h2>
          <p>{say('privacy.goes-text')}</p>
          <ul>
            {preview.now.map((due) => (
              <li key={due.type}>
                {nameOf(due.type, rows)}: {said(due, say)}
              </li>
            ))}
          </ul>
          <div className="st-ask-end">
            <button type="button" className="st-button st-button--danger" onClick={() => void save()}>
              {say('privacy.save')}
            </button>
            <button type="button" className="st-button st-button--plain" onClick={() => setIsAsking(false)}>
              {say('cancel')}
            </button>
          </div>
        </Dialog>
      )}
    </form>
  );
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

function said(due: RetentionDue, say: ReturnType<typeof useStudio>['say']): string {
  return parts
    .filter((part) => due[part] > 0)
    .map((part) => say(`privacy.count.${part}`, { count: due[part] }))
    .join(', ');
}

function nameOf(type: string, types: Types): string {
  return types.find(({ id }) => id === type)?.name ?? type;
}

function isDays(text: string): boolean {
  const days = text.trim();
  return days === '' || (/^\d{1,5}$/.test(days) && Number(days) >= 1 && Number(days) <= mostDays);
}

function typedOf(rules: readonly RetentionRule[]): Typed {
  return new Map(
    rules.flatMap((rule) =>
      parts.flatMap((part): readonly (readonly [string, string])[] =>
        rule[part] === undefined ? [] : [[`${rule.type ?? ''} ${part}`, String(rule[part])]],
      ),
    ),
  );
}

/** A type of which nothing is said goes by what is said of all others. */
function rulesOf(typed: Typed, types: Types): readonly RetentionRule[] {
  return types.flatMap(({ id }) => {
    const days = parts.flatMap((part): readonly (readonly [Part, number])[] => {
      const text = typed.get(`${id} ${part}`)?.trim() ?? '';
      return text === '' ? [] : [[part, Number(text)]];
    });
    return days.length === 0 ? [] : [{ ...(id !== '' && { type: id }), ...Object.fromEntries(days) }];
  });
}
