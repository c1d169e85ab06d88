import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** What React draws, as the HTML that a browser hydrates. */
export function html(node: ReactNode): string {
  return renderToString(node).replace(imagePreloads, '');
}

/** What React writes of pictures before the style sheets, which the first paint waits for: a browser finds the pictures by itself. */
const imagePreloads = /(?:<link rel="preload" as="image"[^>]*>)+/;
