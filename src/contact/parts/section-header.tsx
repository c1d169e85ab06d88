import type { ReactNode } from 'react';
import type { HeaderContent } from '../content.ts';
import { Copy } from './copy.tsx';

/** What stands above the form: the dealer's header, or the title and the copy (specification, section 2, "Layout"). */
export function SectionHeader({
  content,
  titleId,
  isCentered,
}: {
  readonly content: HeaderContent;
  /** For the title, which names the section. */
  readonly titleId: string;
  readonly isCentered: boolean;
}): ReactNode {
  const title = content.kind === 'dealer' ? content.heading : content.title;
  const words = (
    <>
      {title && (
        <h2 id={titleId} className="sw-title">
          {title}
        </h2>
      )}
      {content.copy && <Copy text={content.copy} />}
    </>
  );
  const centered = isCentered ? ' sw-header--centered' : '';
  if (content.kind === 'plain') return <header className={`sw-header${centered}`}>{words}</header>;
  return (
    <header className={`sw-header sw-dealer${centered}`}>
      {/* The heading beside it says what it shows. */}
      {content.image && <img className="sw-dealer-image" src={content.image} alt="" decoding="async" />}
      <div>{words}</div>
    </header>
  );
}
