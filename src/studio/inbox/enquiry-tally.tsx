import { type ReactNode, useEffect, useRef } from 'react';
import { useStudio } from '../draft/context.ts';
import { formatEnquiryCount } from './count-text.ts';
import { DisconnectedNotice } from './disconnected-notice.tsx';
import type { EnquiryList } from './inbox-lists.tsx';

/**
 * Renders the number of enquiries, and a button that shows those that have arrived since the list was loaded.
 * The rows do not move before it is pressed; then the first row gets the focus.
 */
export function EnquiryTally({
  enquiries: { loadedEnquiries, isBusy, trouble, reload },
  table,
}: {
  readonly enquiries: EnquiryList;
  readonly table: { readonly current: HTMLElement | null };
}): ReactNode {
  const { say } = useStudio();
  const arrived = loadedEnquiries?.arrived;
  const isAsked = useRef(false);
  // Focuses the first row after the new list is drawn. If loading failed, the focus stays on the button.
  useEffect(() => {
    if (!isAsked.current || isBusy || (arrived?.count && !trouble)) return;
    isAsked.current = false;
    if (trouble) return;
    scrollTo({ top: 0 });
    table.current?.querySelector<HTMLElement>('tbody a')?.focus();
  }, [isBusy, arrived, trouble, table]);
  return (
    <div className="st-inbox-tally">
      <p role="status">{loadedEnquiries && !isBusy && formatEnquiryCount(loadedEnquiries, say)}</p>
      <p role="status">
        {arrived && arrived.count > 0 && (
          <button
            type="button"
            className="st-button st-inbox-new"
            onClick={() => {
              isAsked.current = true;
              void reload();
            }}
          >
            {say(arrived.isMore ? 'desk.new-more' : 'desk.new', { count: arrived.count })}
          </button>
        )}
      </p>
      <DisconnectedNotice />
    </div>
  );
}
