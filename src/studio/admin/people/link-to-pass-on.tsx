import type { ReactNode } from 'react';
import type { LinkAnswer } from '../../../api/people.ts';
import { useStudio } from '../../draft/context.ts';
import { ShownOnce } from '../../ui/ask/shown-once.tsx';
import { formatMoment } from '../../ui/moment.tsx';

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
