import type { ReactNode } from 'react';

/** Renders plain text as paragraphs. A blank line starts a paragraph. */
export function PlainTextCopy({
  text,
  className = 'sw-copy',
}: {
  readonly text: string;
  readonly className?: string;
}): ReactNode {
  return (
    <div className={className}>
      {splitParagraphs(text).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph has no identity except its position.
        <p key={at}>{paragraph}</p>
      ))}
    </div>
  );
}

/** Splits a text at blank lines. The paragraphs are trimmed, and empty ones are left out. */
function splitParagraphs(copy: string): readonly string[] {
  return copy
    .split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
