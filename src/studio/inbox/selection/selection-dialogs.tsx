import { type ReactNode, useEffect, useState } from 'react';
import type { InboxChoices, InboxRowView, PersonName, SelectionHoldersRequest } from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import {
  formatForwardedCount,
  forwardTargetLabel,
  listForwardTargets,
  toForwardTarget,
} from '../../preset/inbox.ts';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LabelledSelect, SearchedSelect } from '../../ui/labelled-select.tsx';
import { assignTo, releaseAll, type SelectionAction, toIds } from './selection-requests.ts';

interface SelectionDialogProps {
  readonly rows: readonly InboxRowView[];
  /** Called with the chosen action; closes the dialog. */
  readonly onAct: (action: SelectionAction) => void;
  readonly onClose: () => void;
}

/** Renders a dialog with the people who may handle all selected enquiries. */
export function AssignDialog({ rows, onAct, onClose }: SelectionDialogProps): ReactNode {
  const { say } = useStudio();
  const { people, trouble } = useHolders(rows);
  const [chosen, setChosen] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog label={say('desk.sel.assign')} onClose={onClose}>
      <form
        className="st-stack-3 st-start"
        onSubmit={(event) => {
          event.preventDefault();
          const person = people?.find(({ id }) => id === chosen);
          if (person || chosen === nobody) onAct(assignTo(rows, person));
          else setIsMissing(true);
        }}
      >
        <h2>{say('desk.sel.assign-what', { count: rows.length })}</h2>
        <LabelledSelect
          label={say('desk.holder')}
          value={chosen}
          options={[
            ['', say('desk.choose')],
            ...(people ?? []).map(({ id, name }) => [id, name] as const),
            [nobody, say('desk.nobody-has')],
          ]}
          onChange={(value) => {
            setChosen(value);
            setIsMissing(false);
          }}
        />
        <p className="st-hint">{say('desk.sel.assign-hint')}</p>
        {isMissing && (
          <p className="st-problem" role="alert">
            {say('desk.sel.assign-missing')}
          </p>
        )}
        {trouble && (
          <p className="st-problem" role="alert">
            {formatRequestFailure(trouble, say)}
          </p>
        )}
        <DialogEnd label={say('desk.sel.assign-do')} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** The value of the choice "Nobody". Ids of people are never empty or this. */
const nobody = '-';

/** Loads the people who may handle all of these enquiries. */
function useHolders(rows: readonly InboxRowView[]) {
  const [state, setHolders] = useState<{
    readonly people?: readonly PersonName[];
    readonly trouble?: RequestFailure;
  }>({});
  useEffect(() => {
    const controller = new AbortController();
    const body: SelectionHoldersRequest = { enquiries: toIds(rows) };
    void tryRequest<readonly PersonName[]>('enquiries/selected/holders', {
      method: 'POST',
      body,
      signal: controller.signal,
    }).then((outcome) => {
      if (controller.signal.aborted) return;
      setHolders(outcome.isDone ? { people: outcome.answer } : { trouble: outcome.trouble });
    });
    return () => controller.abort();
  }, [rows]);
  return state;
}

/** Renders a dialog with the targets to which all selected enquiries can be forwarded. */
export function ForwardDialog({
  rows,
  choices,
  onAct,
  onClose,
}: SelectionDialogProps & { readonly choices: InboxChoices }): ReactNode {
  const { say } = useStudio();
  const [chosen, setChosen] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const targets = listForwardTargets(choices, {});
  return (
    <Dialog label={say('desk.forward')} onClose={onClose}>
      <form
        className="st-stack-3 st-start"
        onSubmit={(event) => {
          event.preventDefault();
          const target = targets.find(({ id }) => String(id) === chosen);
          setIsMissing(!target);
          if (!target) return;
          onAct({
            request: { action: 'forward', ...toForwardTarget(target), enquiries: toIds(rows) },
            formatDone: (count, tell) => formatForwardedCount(target, count, tell),
          });
        }}
      >
        <h2>{say('desk.sel.forward-what', { count: rows.length })}</h2>
        <p>{say('desk.sel.forward-text')}</p>
        <SearchedSelect
          label={say(forwardTargetLabel)}
          value={chosen}
          options={[['', say('desk.choose')], ...targets.map(({ id, name }) => [String(id), name] as const)]}
          onChange={(value) => {
            setChosen(value);
            setIsMissing(false);
          }}
        />
        {targets.length === 0 && <p className="st-hint">{say('desk.forward-nobody')}</p>}
        {isMissing && (
          <p className="st-problem" role="alert">
            {say('desk.forward-missing')}
          </p>
        )}
        <DialogEnd label={say('desk.forward')} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Renders a dialog that asks before the selected enquiries are released from the spam. */
export function ReleaseDialog({ rows, onAct, onClose }: SelectionDialogProps): ReactNode {
  const { say } = useStudio();
  return (
    <Dialog label={say('desk.sel.release')} onClose={onClose}>
      <form
        className="st-stack-3 st-start"
        onSubmit={(event) => {
          event.preventDefault();
          onAct(releaseAll(rows));
        }}
      >
        <h2>{say('desk.sel.release-what', { count: rows.length })}</h2>
        <p>{say('desk.sel.release-text')}</p>
        <DialogEnd label={say('desk.sel.release')} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Renders the button that performs the action of a dialog, and the one that cancels it. */
function DialogEnd({ label, onClose }: { readonly label: string; readonly onClose: () => void }): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-ask-end">
      <button type="submit" className="st-button st-button--primary">
        {label}
      </button>
      <button type="button" className="st-button st-button--plain" onClick={onClose}>
        {say('cancel')}
      </button>
    </div>
  );
}
