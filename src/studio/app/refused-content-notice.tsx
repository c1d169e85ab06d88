import { type ReactNode, useEffect } from 'react';
import { useDraftState, useStudio } from '../draft/context.ts';

/**
 * Renders and announces a notice that the saved content is invalid and not used, with its errors. Renders
 * nothing if the content is valid.
 */
export function RefusedContentNotice(): ReactNode {
  const { say, announce } = useStudio();
  const { refusedContent } = useDraftState();
  const isShown = refusedContent.length > 0;
  const text = say('content.refused');
  useEffect(() => {
    if (isShown) announce(text);
  }, [isShown, announce, text]);
  if (!isShown) return null;
  return (
    <section className="st-notice st-notice--warning" aria-label={say('content.title')}>
      <p>{text}</p>
      <ul lang="en" dir="ltr">
        {refusedContent.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
