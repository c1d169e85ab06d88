import type { ReactNode } from 'react';
import { ShownOnce } from '../ask/shown-once.tsx';
import { useStudio } from '../context.ts';
import { formatMoment } from '../moment.tsx';
import type { LinkAnswer } from '../protocol-people.ts';

/** A link that was not mailed. It is shown once, and must be passed on by hand. */
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
