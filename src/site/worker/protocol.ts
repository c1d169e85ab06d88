/** What pages, their service worker and the server agree on. The module imports nothing: pages load it. */

/** The path of the worker's script, at the root, so that it serves all pages. */
export const workerPath = '/slipway-worker.js';

/** The tag of the background synchronisation that sends the waiting enquiries. */
export const sendTag = 'slipway-send';

/**
 * The header by which the server marks its pages. In a request the value `kept` asks for the page as it is
 * shown without a network.
 */
export const pageHeader = 'slipway-page';

/**
 * The values of `pageHeader` in answers. `keepable`: the page may be stored. `kept`: this is the page as it is
 * shown without a network, with the list of its files. `other`: the answer is from this server, and nothing
 * of it may be stored.
 */
export type PageMark = 'keepable' | 'kept' | 'other';

/** The id of the element with the list of files in a kept page: JSON, an array of addresses. */
export const filesId = 'slipway-files';

/** The id of the line that says that a kept page is shown without a network. */
export const offlineId = 'slipway-offline';

/** A message of a page to the worker: store this page. */
export interface KeepMessage {
  readonly type: 'keep';
  readonly path: string;
  /** The version of the page that the visitor sees (`getPageVersion`). */
  readonly version: string;
  /** The addresses of fonts and pictures that the page has loaded. */
  readonly loaded: readonly string[];
  /** True to fetch the page even if the stored one is of this version and new. */
  readonly isForced: boolean;
}

/**
 * Returns the version of a page by its inline data: another one has other scripts or other shared data. The
 * rest of a page may differ between two pages of one version.
 */
export function getPageVersion({
  modules,
  part,
}: {
  readonly modules: readonly string[];
  readonly part: string;
}): string {
  return `${modules[0]} ${part}`;
}
