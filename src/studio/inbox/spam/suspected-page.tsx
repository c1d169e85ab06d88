import { type ReactNode, useState } from 'react';
import type { InboxChoices, InboxRowView } from '../../../api/inbox.ts';
import { hasEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';
import { ConfirmButton } from '../../ui/ask/confirm-button.tsx';
import { formatRequestFailure } from '../../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../../ui/ask/request.ts';
import { useServerData } from '../../ui/ask/use-server-data.ts';
import { useTitleOfThing } from '../../ui/document-title.ts';
import { focusHeadingOnceLost } from '../../ui/use-heading-focus.ts';
import { formatEnquiryCount } from '../count-text.ts';
import { DisconnectedNotice } from '../disconnected-notice.tsx';
import { EnquiryTable } from '../enquiry-table.tsx';
import { type EnquiryList, useEnquiryList } from '../inbox-lists.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { SelectionResultNotice } from '../selection/selection-result.tsx';
import { useSelectAll } from '../selection/use-select-all.ts';
import { useSelection } from '../selection/use-selection.ts';
import { useSelectionActions } from '../selection/use-selection-actions.ts';
import { BlockListSection } from './block-list.tsx';
import { BlockSender, canBlock } from './block-sender.tsx';

/**
 * Renders the list of suspected enquiries, which are stored but not mailed until somebody releases or deletes
 * them.
 */
export function SuspectedPage(): ReactNode {
  const { say, me, announce } = useStudio();
  const [blockCount, setBlockCount] = useState(0);
  const enquiries = useEnquiryList('enquiries/suspected', '');
  const { loadedEnquiries, trouble, isBusy, reload, loadMore: more } = enquiries;
  const arrived = loadedEnquiries?.arrived;
  const mayHandle = hasEnquiryRight(me, 'handle');
  const choices = useServerData<InboxChoices>('enquiries/choices');
  const selection = useSelection(loadedEnquiries?.rows ?? noRows, '');
  const selectAll = useSelectAll(enquiries, selection, choices.value?.mostSelected);
  const actions = useSelectionActions(({ done }) => {
    for (const { id } of done) enquiries.removeRow(id);
  });
  useTitleOfThing(say('desk.suspected'));
  /** Loads the next page and announces its number of rows, if there are any. */
  async function loadMore(): Promise<void> {
    const loadedCount = await more();
    if (loadedCount > 0) announce(say('desk.more-there', { count: loadedCount }));
  }
  return (
    <div className="st-page st-page--wide st-inbox st-inbox-column">
      <p className="st-crumb">
        <a href="/studio/enquiries">{say('enquiries')}</a>
      </p>
      <div className="st-page-head">
        <h1>{say('desk.suspected')}</h1>
      </div>
      <p className="st-hint">{say('desk.suspected.hint')}</p>
      <div className="st-inbox-tally">
        <p role="status">{loadedEnquiries && formatEnquiryCount(loadedEnquiries, say)}</p>
        <p role="status">
          {arrived && arrived.count > 0 && (
            <button
              type="button"
              className="st-button st-inbox-new"
              onClick={() => {
                void reload().then(focusHeadingOnceLost);
              }}
            >
              {say(arrived.isMore ? 'desk.new-more' : 'desk.new', { count: arrived.count })}
            </button>
          )}
        </p>
        <DisconnectedNotice />
      </div>
      {mayHandle && (
        <SelectionBar
          selection={selection}
          choices={choices.value}
          canForward={false}
          isTray
          isBusy={actions.isBusy}
          selectAll={selectAll}
          exportButton={null}
          onAct={actions.act}
        />
      )}
      <SelectionResultNotice result={actions.result} onUndo={actions.undo} onDismiss={actions.dismiss} />
      {trouble && (
        <div className="st-notice st-notice--error" role="alert">
          <p>{formatRequestFailure(trouble, say)}</p>
          <p>
            <button type="button" className="st-button" onClick={() => void reload()}>
              {say('try-again')}
            </button>
          </p>
        </div>
      )}
      {!loadedEnquiries && !trouble && <p className="st-quiet">{say('loading.part')}</p>}
      {loadedEnquiries?.rows.length === 0 && <p className="st-empty">{say('desk.suspected.none')}</p>}
      {loadedEnquiries && loadedEnquiries.rows.length > 0 && (
        <EnquiryTable
          rows={loadedEnquiries.rows}
          search="tray=suspected"
          isBusy={isBusy}
          isTray
          {...(mayHandle && {
            selection,
            actions: (row) => (
              <SuspectedActions
                row={row}
                enquiries={enquiries}
                onBlocksChanged={async () => {
                  await reload();
                  setBlockCount((count) => count + 1);
                }}
              />
            ),
          })}
        />
      )}
      {loadedEnquiries?.next !== undefined && (
        <p className="st-pager">
          <button
            type="button"
            className="st-button"
            aria-disabled={isBusy || undefined}
            onClick={() => {
              if (!isBusy) void loadMore();
            }}
          >
            {say('desk.more')}
          </button>
        </p>
      )}
      {canBlock(me) && <BlockListSection version={blockCount} onRemoved={() => void reload()} />}
    </div>
  );
}

const noRows: readonly InboxRowView[] = [];

/** Renders the buttons that release, block and, with the right for it, delete an enquiry of the list. */
function SuspectedActions({
  row,
  enquiries,
  onBlocksChanged,
}: {
  readonly row: InboxRowView;
  readonly enquiries: EnquiryList;
  readonly onBlocksChanged: () => Promise<void>;
}): ReactNode {
  const { say, me, announce } = useStudio();
  const { id, reference } = row;
  /** Removes the row from the list, announces a text and focuses the heading of the page. */
  const removeAndAnnounce = (text: string) => {
    enquiries.removeRow(id);
    announce(text);
    // The row with the pressed button is removed.
    focusHeadingOnceLost();
  };
  return (
    <div className="st-actions">
      <ReleaseSuspected
        id={id}
        reference={reference}
        onDone={() => removeAndAnnounce(say('desk.released', { reference }))}
      />
      {hasEnquiryRight(me, 'erase') && (
        <DeleteSuspected
          id={id}
          reference={reference}
          onDone={() => removeAndAnnounce(say('desk.deleted', { reference }))}
        />
      )}
      <BlockSender row={row} onChanged={onBlocksChanged} />
    </div>
  );
}

interface ActionProps {
  readonly id: string;
  readonly reference: string;
  /** Called once the enquiry is released or deleted. */
  readonly onDone: () => void;
}

/**
 * Renders a button that releases a suspected enquiry after confirmation. Its mail is then sent, if it has a
 * recipient.
 */
export function ReleaseSuspected({ id, reference, onDone }: ActionProps): ReactNode {
  const { say } = useStudio();
  /**
   * Releases the enquiry and calls `onDone`, also if the mail has no recipient. Returns any other failure.
   */
  async function releaseEnquiry(): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(`enquiries/${encodeURIComponent(id)}/release`, {
      method: 'POST',
      body: {},
    });
    // Without a recipient it is released as well, and then listed with the state "no recipient".
    if (!outcome.isDone && outcome.trouble.error !== 'no-recipient') return outcome.trouble;
    onDone();
    return undefined;
  }
  return (
    <ConfirmButton
      label={say('desk.release')}
      name={say('desk.release-of', { reference })}
      question={say('desk.release-what', { reference })}
      isSafe
      onConfirm={releaseEnquiry}
    >
      <p>{say('desk.release-text')}</p>
    </ConfirmButton>
  );
}

/** Renders a button that deletes a suspected enquiry permanently after confirmation. */
export function DeleteSuspected({ id, reference, onDone }: ActionProps): ReactNode {
  const { say } = useStudio();
  /** Deletes the enquiry and calls `onDone`, also if it no longer exists. Returns any other failure. */
  async function deleteEnquiry(): Promise<RequestFailure | undefined> {
    const outcome = await tryRequest(`enquiries/${encodeURIComponent(id)}`, { method: 'DELETE' });
    if (!outcome.isDone && outcome.trouble.error !== 'not-found') return outcome.trouble;
    onDone();
    return undefined;
  }
  return (
    <ConfirmButton
      label={say('desk.delete')}
      name={say('desk.delete-of', { reference })}
      question={say('desk.delete-what', { reference })}
      onConfirm={deleteEnquiry}
    >
      <p>{say('desk.delete-text')}</p>
    </ConfirmButton>
  );
}
