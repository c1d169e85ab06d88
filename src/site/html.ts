import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** Renders a node to HTML that a browser can hydrate, without preloads of images. */
export function renderHtml(node: ReactNode): string {
  return renderToString(node).replace(imagePreloads, '');
}

/**
 * React writes image preloads before the style sheets, which block the first paint. They are removed; a
 * browser finds the images itself.
 */
const imagePreloads = /(?:<link rel="preload" as="image"[^>]*>)+/;
