import type { ReactNode } from 'react';
import { dayMs } from '#engine/model/moments/time-zone.ts';
import { toFormattingLocale } from '#engine/texts/locale.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';

/** Renders the type of an enquiry and when it was stored, which distinguish it from others to the same recipient. */
export function StoredAt({
  item: { until, days, typeName },
  locale,
}: {
  readonly item: WaitingEnquiry;
  readonly locale: string;
}): ReactNode {
  if (days === undefined) return null;
  const storedAt = new Date(until - days * dayMs);
  const format = new Intl.DateTimeFormat(toFormattingLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <p className="sw-waiting-note">
      {typeName !== undefined && (
        <>
          <bdi>{typeName}</bdi>
          {' · '}
        </>
      )}
      <time dateTime={storedAt.toISOString()}>{format.format(storedAt)}</time>
    </p>
  );
}
