import { useEffect, useRef } from 'react';
import type { TextFormatter } from '#engine';
import { getFocusedElement } from '#widgets';
import { useAnnouncement } from '#widgets/use-announcement.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';
import type { WaitingList, WaitingReason } from './use-waiting.ts';
import { describeReason } from './waiting-item.tsx';

/** Contains what may change by itself. */
interface Progress {
  readonly isAsked: boolean;
  readonly enquiries: ReadonlyMap<
    string,
    Pick<WaitingEnquiry, 'state'> & { readonly reason?: WaitingReason }
  >;
}

/**
 * Returns the announcement of what happens to the shown enquiries by itself; empty at first. What the heading says that
 * has the focus is not announced: a screen reader has read it.
 */
export function useProgress(
  { isAsked, reasons }: WaitingList,
  shown: readonly WaitingEnquiry[],
  text: TextFormatter,
): string {
  const { announcement, announce } = useAnnouncement();
  const former = useRef<Progress>(undefined);
  useEffect(() => {
    const enquiries = shown.map(({ id, state }) => {
      const reason = reasons.get(id);
      return [id, { state, ...(reason && { reason }) }] as const;
    });
    const now: Progress = { isAsked, enquiries: new Map(enquiries) };
    const message = former.current && describeChange(former.current, now, text);
    // One that was discarded or edited while it was being sent may still be sent.
    former.current = { ...now, enquiries: new Map([...(former.current?.enquiries ?? []), ...now.enquiries]) };
    if (message !== undefined) announce(isReadFromHeading(message) ? '' : message);
  });
  return announcement;
}

/** Returns the message about a change; undefined if there is none to announce. */
function describeChange(before: Progress, now: Progress, text: TextFormatter): string | undefined {
  const known = [...now.enquiries].filter(([id]) => before.enquiries.has(id));
  const changed = known.flatMap(([id, { state }]) =>
    state.is === before.enquiries.get(id)?.state.is ? [] : [state],
  );
  const sent = changed.filter((state) => state.is === 'sent');
  if (sent.length > 0) {
    const reference = sent.length === 1 ? sent[0]?.reference : undefined;
    return reference === undefined
      ? text('send-later.sent')
      : `${text('send-later.sent')}. ${text('thank-you.reference', { reference })}`;
  }
  if (changed.some(({ is }) => is === 'refused')) return text('send-later.refused');
  const isOver = before.isAsked && !now.isAsked;
  const inVain = known.find(
    ([id, { state, reason }]) =>
      state.is === 'waiting' &&
      reason !== undefined &&
      (isOver || reason !== before.enquiries.get(id)?.reason),
  );
  if (inVain?.[1].reason) return describeReason(inVain[1].reason, text);
  return now.isAsked && !before.isAsked && known.length > 0 ? text('send-later.sending') : undefined;
}

function isReadFromHeading(message: string): boolean {
  const focused = getFocusedElement();
  return focused?.matches('.sw-waiting-title') === true && message.startsWith(focused.textContent ?? '');
}
