import type { ReactNode } from 'react';
import type { FormLink } from '#engine';
import type { Text } from '../text.ts';

/** The links of a form, such as the privacy policy; each opens in a new tab (specification, section 2, "Layout"). */
export function FormLinks({
  links,
  idPrefix,
  text,
}: {
  readonly links: readonly FormLink[];
  readonly idPrefix: string;
  readonly text: Text;
}): ReactNode {
  if (links.length === 0) return null;
  const noteId = `${idPrefix}-new-tab`;
  return (
    <p className="sw-privacy">
      {links.map(({ href, label }) => (
        <a key={href} href={href} target="_blank" rel="noopener" aria-describedby={noteId}>
          {text(label)}
        </a>
      ))}
      {/* A description, so that the link's name stays the label alone. */}
      <span id={noteId} hidden>
        {text('new-tab')}
      </span>
    </p>
  );
}
