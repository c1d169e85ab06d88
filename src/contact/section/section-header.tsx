import type { ReactNode } from 'react';
import type { HeaderContent } from '../content.ts';
import { Copy } from './copy.tsx';

/** What stands above the form: the dealer's header, or the title and the copy (docs/behaviour.md, "Layout"). */
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
  const { kind, title, copy, image } = content;
  const words = (
    <>
      {title && (
        <h2 id={titleId} className="sw-title">
          {title}
        </h2>
      )}
      {copy && <Copy text={copy} />}
    </>
  );
  const centered = isCentered ? ' sw-header--centered' : '';
  if (kind === 'plain') return <header className={`sw-header${centered}`}>{words}</header>;
  return (
    <header className={`sw-header sw-dealer${centered}`}>
      {/* The heading beside it says what it shows. */}
      {image && <img className="sw-dealer-image" src={image} alt="" decoding="async" />}
      <div>{words}</div>
    </header>
  );
}
