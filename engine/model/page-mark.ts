/* Names the path and the header that the site's pages, its service worker and the server share. */

/** The path of the worker's script, at the root, so that it serves all pages. */
export const workerPath = '/slipway-worker.js';

/**
 * The header by which the server marks its pages. In a request the value `offline` asks for the page as it is
 * shown without a network.
 */
export const pageHeader = 'slipway-page';

/**
 * The values of `pageHeader` in answers. `storable`: the page may be stored. `offline`: this is the page as it is
 * shown without a network, with the list of its files. `other`: the answer is from this server, and nothing
 * of it may be stored.
 */
export type PageMark = 'storable' | 'offline' | 'other';
