import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { InboxChoices, InboxRowView } from '../../../api/inbox.ts';
import { useStudio } from '../../draft/context.ts';
import { handlingStateOptions } from '../filter.ts';
import { AssignDialog, ForwardDialog, ReleaseDialog } from './selection-dialogs.tsx';
import { assignTo, markAsSpam, type SelectionAction, setState } from './selection-requests.ts';
import type { SelectAll } from './use-select-all.ts';
import type { EnquirySelection } from './use-selection.ts';

/** Renders the number of selected enquiries and what can be done with them; nothing without one. */
export function SelectionBar({
  selection,
  choices,
  canForward,
  isTray,
  isBusy,
  selectAll,
  exportButton,
  onAct,
}: {
  readonly selection: EnquirySelection;
  readonly choices: InboxChoices | undefined;
  readonly canForward: boolean;
  /** True if they are suspected enquiries, which can only be released. */
  readonly isTray: boolean;
  /** True while a request is running. */
  readonly isBusy: boolean;
  /** Selects all of the list. Undefined if they are. */
  readonly selectAll: SelectAll | undefined;
  readonly exportButton: ReactNode;
  /** Called with the rows and the action to perform. */
  readonly onAct: (rows: readonly InboxRowView[], action: SelectionAction) => void;
}): ReactNode {
  const { say, me } = useStudio();
  const [dialog, setDialog] = useState<'assign' | 'forward' | 'release'>();
  const bar = useRef<HTMLElement>(null);
  const isAllAsked = useRef(false);
  const isAll = selectAll === undefined;
  // The button that selects all goes with its work; the next one gets the focus.
  useLayoutEffect(() => {
    if (!isAll || !isAllAsked.current) return;
    isAllAsked.current = false;
    if (document.activeElement === document.body) bar.current?.querySelector('button')?.focus();
  }, [isAll]);
  const rows = selection.selected;
  const count = rows.length === 0 ? '' : say('desk.sel.count', { count: rows.length });
  // Readers miss a region that appears with its content.
  const status = (
    <p className="st-visually-hidden" role="status">
      {count}
    </p>
  );
  if (rows.length === 0) return <>{status}</>;
  const most = choices?.mostSelected ?? Number.POSITIVE_INFINITY;
  const isTooMany = rows.length > most;
  const isBlocked = isBusy || isTooMany;
  /** Performs an action on the selected enquiries, and closes the dialog. */
  const act = (action: SelectionAction) => {
    setDialog(undefined);
    if (!isBlocked) onAct(rows, action);
  };
  /** Renders a button that is disabled, but stays in the order of the keys, while nothing can be done. */
  const renderButton = (label: string, onClick: () => void, className = 'st-button') => (
    <button
      type="button"
      className={className}
      aria-disabled={isBlocked || undefined}
      onClick={() => {
        if (!isBlocked) onClick();
      }}
    >
      {label}
    </button>
  );
  return (
    <>
      {status}
      <section ref={bar} id="st-inbox-selected" className="st-selection" aria-label={say('desk.sel')}>
        <p className="st-selection-count" aria-hidden="true">
          {count}
        </p>
        {selectAll && (
          <button
            type="button"
            className="st-link"
            aria-disabled={selectAll.isBusy || undefined}
            onClick={() => {
              isAllAsked.current = true;
              selectAll.start();
            }}
          >
            {say(selectAll.isCut ? 'desk.sel.first' : 'desk.sel.whole', { count: selectAll.count })}
          </button>
        )}
        {isTooMany && (
          <p className="st-problem" role="alert">
            {say('desk.sel.too-many', { most })}
          </p>
        )}
        {isTray ? (
          renderButton(say('desk.sel.release'), () => setDialog('release'))
        ) : (
          <>
            {renderButton(say('desk.take'), () => act(assignTo(rows, me)))}
            {renderButton(say('desk.sel.assign'), () => setDialog('assign'))}
            <fieldset className="st-segments st-selection-states">
              <legend className="st-visually-hidden">{say('desk.state')}</legend>
              {handlingStateOptions.map((state) => (
                <span key={state}>
                  {renderButton(say(`desk.state.${state}`), () => act(setState(rows, state)), 'st-segment')}
                </span>
              ))}
            </fieldset>
            {canForward && renderButton(say('desk.sel.forward'), () => setDialog('forward'))}
            {renderButton(say('desk.sel.mark'), () => act(markAsSpam(rows)))}
            {exportButton}
          </>
        )}
        <button
          type="button"
          className="st-button st-button--plain"
          onClick={() => {
            selection.set([]);
            document.querySelector<HTMLElement>('.st-inbox-row [type="checkbox"]')?.focus();
          }}
        >
          {say('desk.sel.clear')}
        </button>
        {dialog === 'assign' && <AssignDialog rows={rows} onAct={act} onClose={() => setDialog(undefined)} />}
        {dialog === 'forward' && choices && (
          <ForwardDialog rows={rows} choices={choices} onAct={act} onClose={() => setDialog(undefined)} />
        )}
        {dialog === 'release' && (
          <ReleaseDialog rows={rows} onAct={act} onClose={() => setDialog(undefined)} />
        )}
      </section>
    </>
  );
}
