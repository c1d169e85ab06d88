import type { ReactNode } from 'react';
import { ShownOnce } from '../ask/shown-once.tsx';
import { useStudio } from '../context.ts';
import { formatMoment } from '../moment.tsx';
import type { LinkAnswer } from '../protocol-people.ts';

/**
 * Renders the link of an answer that was not mailed, with its time of expiry, so that somebody passes it on.
 * It is shown only once. Renders nothing if the answer has no link.
 * @param onDone Called when the person has finished with the link.
 */
export function LinkToPassOn({
  answer: { link, expiresAt },
  title,
  onDone,
}: {
  readonly answer: LinkAnswer;
  readonly title: string;
  readonly onDone: () => void;
}): ReactNode {
  const { say, locale } = useStudio();
  if (link === undefined) return null;
  return (
    <ShownOnce title={title} text={link} onDone={onDone}>
      {say('people.link.text', { time: formatMoment(expiresAt, locale) })}
    </ShownOnce>
  );
}
