import type { ReactNode } from 'react';
import type { HeadView } from './views.ts';

/** Renders the `html` element of a page: its head with styles and scripts, and `children` as its body. */
export function Document({
  head,
  children,
}: {
  readonly head: HeadView;
  readonly children: ReactNode;
}): ReactNode {
  const { lang, dir, title, description, theme, assets } = head;
  return (
    <html lang={lang} dir={dir} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* With a precedence React writes style sheets before the script. Nothing is painted until they are loaded. */}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="page" />
        ))}
        {assets.boot && (
          <>
            <script type="module" async src={assets.boot} fetchPriority="high" />
            {/* The same module, which runs once. A script that is not `async` delays `DOMContentLoaded` until the style */}
            {/* sheets are loaded. Chromium lays out the form at that event, to find fields for autofill: without styles */}
            {/* that would be wasted. */}
            <script type="module" src={assets.boot} />
          </>
        )}
        {assets.framed && <script type="module" src={assets.framed} />}
        {assets.visit && <script type="module" src={assets.visit} />}
        {assets.offline && <script type="module" src={assets.offline} />}
      </head>
      <body>{children}</body>
    </html>
  );
}
