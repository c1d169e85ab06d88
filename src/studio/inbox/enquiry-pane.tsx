import { type ReactNode, useCallback, useRef } from 'react';
import type { EnquiryView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { EnquiryDetail } from './enquiry-page.tsx';
import type { EnquiryList } from './inbox-lists.tsx';

/**
 * Renders an enquiry beside the list of all enquiries. The focus stays in the list; what was opened is announced.
 * Escape goes back to its row.
 */
export function EnquiryPane({
  reference,
  query,
  enquiries,
  onLeave,
}: {
  readonly reference: string;
  /** The query string of the list, without `?`. */
  readonly query: string;
  readonly enquiries: EnquiryList;
  /** Gives the row of the enquiry the focus. */
  readonly onLeave: () => void;
}): ReactNode {
  const { say, announce, go } = useStudio();
  const pane = useRef<HTMLElement>(null);
  const isAnnounced = useRef(false);
  const announceOnce = useCallback(
    (view: EnquiryView) => {
      if (isAnnounced.current) return;
      isAnnounced.current = true;
      // Somebody who has moved into the pane has heard its heading.
      if (!pane.current?.contains(document.activeElement))
        announce(say('desk.opened', { reference: view.reference, name: view.from || say('desk.nobody') }));
    },
    [announce, say],
  );
  /** Closes the pane, and gives the row the focus. */
  const close = () => {
    onLeave();
    go(query === '' ? '/studio/enquiries' : `/studio/enquiries?${query}`);
  };
  return (
    <section
      ref={pane}
      className="st-inbox-pane"
      aria-label={say('desk.pane')}
      onKeyDown={({ key, target }) => {
        const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
        if (key === 'Escape' && !isTyping && !document.querySelector('dialog[open]')) onLeave();
      }}
    >
      <EnquiryDetail
        of={{ reference, isTray: false, query, enquiries }}
        pane={{ onClose: close, onView: announceOnce }}
      />
    </section>
  );
}
