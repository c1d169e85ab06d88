import type { ReactNode } from 'react';

/** Plain text as paragraphs: a blank line starts one (contract, "Site content"). */
export function Copy({ text, className }: { readonly text: string; readonly className: string }): ReactNode {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return (
    <div className={className}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
