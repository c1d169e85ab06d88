import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { TextFormatter } from '#engine';
import type { ThankYouContent } from '../content.ts';
import type { Receipt } from '../section-data.ts';
import { PlainTextCopy } from './copy.tsx';

/**
 * Renders the panel that replaces the form after a successful send (docs/behaviour.md, "Thank-you panel").
 * Its heading receives the focus, so that screen readers announce it. Texts of the form replace a missing
 * heading or message of the content.
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
  /** True if the page answers a post, so that no script can move the focus. */
  readonly isAnswer: boolean;
  readonly text: TextFormatter;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // The page scrolls separately, see `scrollSectionToTop`. In a frame, that scroll does not move the page
  // around the frame, so the focus scrolls there.
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
      <PlainTextCopy text={content.copy ?? text('thank-you.message')} />
      {receipt.reference && <ReferenceSentence reference={receipt.reference} text={text} />}
    </div>
  );
}

/** Renders the sentence about the reference, with the reference emphasised. */
function ReferenceSentence({
  reference,
  text,
}: {
  readonly reference: string;
  readonly text: TextFormatter;
}): ReactNode {
  const [before, after] = text('thank-you.reference', { reference: referencePlaceholder }).split(
    referencePlaceholder,
  );
  return (
    <p className="sw-reference">
      {before}
      <strong>{reference}</strong>
      {after}
    </p>
  );
}

/**
 * A placeholder for the reference in its sentence; no text contains this character (Unicode, "Object
 * replacement character").
 */
const referencePlaceholder = '\uFFFC';
