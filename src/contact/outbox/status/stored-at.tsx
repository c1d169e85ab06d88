import type { ReactNode } from 'react';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';

/** Renders the time at which an enquiry was stored, which distinguishes it from others to the same recipient. */
export function StoredAt({
  item: { until, days },
  locale,
}: {
  readonly item: WaitingEnquiry;
  readonly locale: string;
}): ReactNode {
  if (days === undefined) return null;
  const storedAt = new Date(until - days * 86_400_000);
  const format = new Intl.DateTimeFormat(toFormattingLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <p className="sw-waiting-note">
      <time dateTime={storedAt.toISOString()}>{format.format(storedAt)}</time>
    </p>
  );
}
