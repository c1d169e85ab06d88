/*
 * What the pages of the site, their service worker and the server agree on. A module of its own, because the script
 * that registers the worker loads nothing else of the engine.
 */

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
