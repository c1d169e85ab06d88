import type { ReactNode } from 'react';
import { ShownOnce } from '../ask/shown-once.tsx';
import { useStudio } from '../context.ts';
import { formatMoment } from '../moment.tsx';
import type { LinkAnswer } from '../protocol-people.ts';

/**
 * Renders a link that was not mailed, so that somebody passes it on. It is shown once. Renders nothing if the
 * answer has no link.
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
