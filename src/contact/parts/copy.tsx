import type { ReactNode } from 'react';
import { paragraphs } from '../content.ts';

/** Plain text in paragraphs; a blank line starts one. */
export function Copy({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="sw-copy">
      {paragraphs(text).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph has no identity but its place.
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}
