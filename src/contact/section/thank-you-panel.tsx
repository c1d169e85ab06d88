import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Text } from '#engine';
import type { ThankYouContent } from '../content.ts';
import type { Receipt } from '../section-data.ts';
import { Copy } from './copy.tsx';

/**
 * Takes the form's place after a successful send (docs/behaviour.md, "Thank-you panel"); its heading takes focus, which announces
 * it.
 */
export function ThankYouPanel({
  content,
  receipt,
  titleId,
  isAnswer,
  text,
}: {
  readonly content: ThankYouContent;
  readonly receipt: Receipt;
  readonly titleId: string;
  /** The page answers a post: no script is there to move focus. */
  readonly isAnswer: boolean;
  readonly text: Text;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // The page scrolls by itself: see `scrollToTopOf`. In a frame that moves no page around.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: window === parent }), []);
  return (
    <div className="sw-thanks">
      <h2
        id={titleId}
        className="sw-title"
        tabIndex={-1}
        ref={heading}
        {...(isAnswer && { autoFocus: true })}
      >
        {content.heading ?? text('thank-you.heading')}
      </h2>
      <Copy text={content.copy ?? text('thank-you.message')} />
      {receipt.reference && <Reference reference={receipt.reference} text={text} />}
    </div>
  );
}

/** The sentence with the reference in it, which stands out. */
function Reference({ reference, text }: { readonly reference: string; readonly text: Text }): ReactNode {
  const [before, after] = text('thank-you.reference', { reference: gap }).split(gap);
  return (
    <p className="sw-reference">
      {before}
      <strong>{reference}</strong>
      {after}
    </p>
  );
}

/** Stands in for the reference while its sentence is made; no text holds it (Unicode, "Object replacement character"). */
const gap = '\uFFFC';
