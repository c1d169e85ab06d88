/*
 * Describes the messages and ids that pages and their service worker share. The module imports nothing, because pages
 * load it.
 */

/** The id of the element with the list of files in a stored page: JSON, an array of addresses. */
export const filesId = 'slipway-files';

/** The id of the line that says that a stored page is shown without a network. */
export const offlineId = 'slipway-offline';

/** A message of a page to the worker: store this page. */
export interface StoreMessage {
  readonly type: 'store';
  readonly path: string;
  /** The version of the page that the visitor sees (`getPageVersion`). */
  readonly version: string;
  /** The addresses of fonts and pictures that the page has loaded. */
  readonly loaded: readonly string[];
  /** True if the stored page must be current: the network has returned. */
  readonly isForced: boolean;
}
