import type { ReactNode } from 'react';

/**
 * Replaces `markdown-to-jsx/react` in every bundle (an alias in `vite.config.ts`) and returns the text
 * unchanged.
 *
 * `@rjsf/core` imports the library for descriptions that opt into Markdown. Texts of Slipway forms are plain.
 * That saves the visitor 26 kB of gzip. `test/house/stubs.test.ts` checks the assumptions of the alias.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
