import type { ReactNode } from 'react';
import type { HeaderContent } from '../content.ts';
import { PlainTextCopy } from './copy.tsx';

/**
 * Renders the header above the form: title and copy, in a dealer's header with a picture (docs/behaviour.md,
 * "Layout"). Parts that the content lacks are left out.
 * @param titleId The id for the heading.
 */
export function SectionHeader({
  content,
  titleId,
  isCentered,
}: {
  readonly content: HeaderContent;
  readonly titleId: string;
  readonly isCentered: boolean;
}): ReactNode {
  const { kind, title, copy, image } = content;
  const titleAndCopy = (
    <>
      {title && (
        <h2 id={titleId} className="sw-title">
          {title}
        </h2>
      )}
      {copy && <PlainTextCopy text={copy} />}
    </>
  );
  const centered = isCentered ? ' sw-header--centered' : '';
  if (kind === 'plain') return <header className={`sw-header${centered}`}>{titleAndCopy}</header>;
  return (
    <header className={`sw-header sw-dealer${centered}`}>
      {/* The `alt` text is empty, because the heading beside the picture describes it. */}
      {image && <img className="sw-dealer-image" src={image} alt="" decoding="async" />}
      <div>{titleAndCopy}</div>
    </header>
  );
}
