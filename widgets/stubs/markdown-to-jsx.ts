import type { ReactNode } from 'react';

/**
 * Stands in for `markdown-to-jsx/react` in every bundle (an alias in `vite.config.ts`): the text as it is.
 *
 * `@rjsf/core` imports the library for descriptions that opt into Markdown, which no Slipway form can: its texts
 * are plain. That saves the visitor 26 kB of gzip. `test/house/stubs.test.ts` pins what the alias relies on.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
