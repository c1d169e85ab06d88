import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { InboxView, InboxViews } from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import type { RequestFailure } from '../../ui/ask/request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormatMessage } from '../../ui/messages.ts';

interface DialogProps<Saved> {
  /** Saves what was entered. Returns the failure; undefined after a success. */
  readonly onSave: (saved: Saved) => Promise<RequestFailure | undefined>;
  readonly onClose: () => void;
}

/** Renders a dialog that saves the current filter as a view with a name. */
export function SaveViewDialog({
  query,
  onSave,
  onClose,
}: DialogProps<InboxView> & { readonly query: string }): ReactNode {
  const { say, announce } = useStudio();
  const id = useId();
  const [name, setName] = useState('');
  const [isCounted, setIsCounted] = useState(false);
  const { trouble, submit } = useSaving(onSave, () => {
    announce(say('desk.view.saved', { name }));
    onClose();
  });
  return (
    <Dialog label={say('desk.view.save')} onClose={onClose}>
      <form
        className="st-stack-3"
        onSubmit={(event) => submit(event, { id: crypto.randomUUID(), name, query, isCounted })}
      >
        <h2>{say('desk.view.save')}</h2>
        <p>{say('desk.view.save-text')}</p>
        <label className="st-label" htmlFor={id}>
          {say('desk.view.name')}
        </label>
        <input
          id={id}
          className="st-input"
          dir="auto"
          autoComplete="off"
          value={name}
          aria-invalid={trouble ? true : undefined}
          aria-describedby={trouble ? `${id}-problem` : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <label className="st-tick">
          <input
            type="checkbox"
            checked={isCounted}
            onChange={({ target }) => setIsCounted(target.checked)}
          />
          {say('desk.view.count')}
        </label>
        {trouble && (
          <p id={`${id}-problem`} className="st-problem" role="alert">
            {formatViewFailure(trouble, say)}
          </p>
        )}
        <DialogEnd onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Renders a dialog that renames, orders and removes the saved views, and sets which of them are counted. */
export function EditViewsDialog({
  views,
  onSave,
  onClose,
}: DialogProps<readonly InboxView[]> & { readonly views: InboxViews }): ReactNode {
  const { say, announce } = useStudio();
  const [edited, setEdited] = useState<readonly InboxView[]>(views.views);
  const { trouble, submit } = useSaving(onSave, () => {
    announce(say('desk.view.changed'));
    onClose();
  });
  /** Changes one view. */
  const change = (id: string, part: Partial<InboxView>) =>
    setEdited(edited.map((view) => (view.id === id ? { ...view, ...part } : view)));
  /** Moves a view by one place, and announces its new place. */
  const move = (at: number, by: 1 | -1) => {
    const next = [...edited];
    const [moved] = next.splice(at, 1);
    if (!moved) return;
    next.splice(at + by, 0, moved);
    setEdited(next);
    announce(say('desk.view.moved', { name: moved.name, place: at + by + 1, count: next.length }));
  };
  return (
    <Dialog label={say('desk.view.edit')} className="st-dialog--wide" onClose={onClose}>
      <form className="st-stack-3" onSubmit={(event) => submit(event, edited)}>
        <h2>{say('desk.view.edit')}</h2>
        {edited.length === 0 && <p className="st-quiet">{say('desk.view.none')}</p>}
        <ol className="st-views-list st-stack-2">
          {edited.map((view, at) => (
            <li key={view.id} className="st-wrap st-center">
              <input
                className="st-input"
                dir="auto"
                autoComplete="off"
                aria-label={say('desk.view.name-of', { name: view.name })}
                value={view.name}
                onChange={({ target }) => change(view.id, { name: target.value })}
              />
              <label className="st-tick">
                <input
                  type="checkbox"
                  checked={view.isCounted}
                  aria-label={say('desk.view.count-of', { name: view.name })}
                  onChange={({ target }) => change(view.id, { isCounted: target.checked })}
                />
                {say('desk.view.number')}
              </label>
              <button
                type="button"
                className="st-button"
                aria-disabled={at === 0 || undefined}
                aria-label={say('desk.view.earlier', { name: view.name })}
                onClick={() => {
                  if (at > 0) move(at, -1);
                }}
              >
                ↑
              </button>
              <button
                type="button"
                className="st-button"
                aria-disabled={at === edited.length - 1 || undefined}
                aria-label={say('desk.view.later', { name: view.name })}
                onClick={() => {
                  if (at < edited.length - 1) move(at, 1);
                }}
              >
                ↓
              </button>
              <button
                type="button"
                className="st-button st-button--plain"
                aria-label={say('desk.view.remove-of', { name: view.name })}
                onClick={(event) => {
                  event.currentTarget
                    .closest('dialog')
                    ?.querySelector<HTMLElement>('[type="submit"]')
                    ?.focus();
                  setEdited(edited.filter(({ id }) => id !== view.id));
                  announce(say('desk.view.removed', { name: view.name }));
                }}
              >
                {say('desk.view.remove')}
              </button>
            </li>
          ))}
        </ol>
        {trouble && (
          <p className="st-problem" role="alert">
            {formatViewFailure(trouble, say)}
          </p>
        )}
        <DialogEnd onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Returns the failure of the last save, and a handler that saves once at a time. */
function useSaving<Saved>(onSave: DialogProps<Saved>['onSave'], onDone: () => void) {
  const [trouble, setTrouble] = useState<RequestFailure>();
  const [isBusy, setIsBusy] = useState(false);
  /** Saves, and calls `onDone` or shows the failure. */
  async function save(saved: Saved): Promise<void> {
    setIsBusy(true);
    const failure = await onSave(saved);
    setIsBusy(false);
    setTrouble(failure);
    if (!failure) onDone();
  }
  return {
    trouble,
    submit(event: FormEvent, saved: Saved) {
      event.preventDefault();
      if (!isBusy) void save(saved);
    },
  };
}

/** Renders the button that saves, and the one that cancels. */
function DialogEnd({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-ask-end">
      <button type="submit" className="st-button st-button--primary">
        {say('desk.view.do-save')}
      </button>
      <button type="button" className="st-button st-button--plain" onClick={onClose}>
        {say('cancel')}
      </button>
    </div>
  );
}

/** Returns the sentence for views that were not saved. */
export function formatViewFailure(trouble: RequestFailure, say: FormatMessage): string {
  if (trouble.error === 'bad-view')
    return say(`desk.view.bad.${trouble.reason}`, { name: trouble.name, most: trouble.most ?? 0 });
  if (trouble.error === 'views-changed') return say('desk.view.bad.changed');
  return formatRequestFailure(trouble, say);
}
