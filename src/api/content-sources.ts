/** The JSON messages between studio and server about lists of the content that come from an address. */

/** The addresses of lists of the content, by the names of the lists: `offices`. The document `content/sources.json`. */
export type ContentSources = Readonly<Record<string, ContentSource>>;

/** An address that answers with a list as JSON, and how its items become entries. */
export interface ContentSource {
  /** `https:`, or `http:` in a private network, at an origin that the operator allows. */
  readonly url: string;
  readonly everyMinutes: number;
  /** The path of the list in the answer: `data.items`. Absent: the answer is the list. */
  readonly list?: string;
  /**
   * The values of an entry by their paths in it: `{"site.id": {"constant": 1}}`. Absent: the items are entries.
   */
  readonly fields?: Readonly<Record<string, FieldMapping>>;
  /** The header that carries the token which the operator has set for the origin. */
  readonly header?: SourceHeader;
}

/** The path of a value in an item (`attributes.name`, `services[].key`), or one value for all entries. */
export type FieldMapping =
  | { readonly path: string }
  | { readonly constant: string | number | boolean | readonly (string | number)[] };

export interface SourceHeader {
  readonly name: string;
  /** The text before the token: `Bearer `, with its space. */
  readonly prefix?: string;
}

/** The reason for which an answer is not used. */
export type SourceFaultCode =
  /** The operator allows no requests to the origin, or has set no token for it. */
  | 'not-allowed'
  | 'no-token'
  /** The request failed: no address, a private one, no connection, no valid TLS; or it took too long. */
  | 'no-address'
  | 'private-address'
  | 'no-connection'
  | 'tls'
  | 'timeout'
  /** The answer: its status, a redirect to another origin, its size, its type, its text. */
  | 'status'
  | 'token-refused'
  | 'redirect'
  | 'too-large'
  | 'not-json'
  | 'broken-json'
  | 'no-list'
  | 'too-many'
  /** The entries: of the wrong shape, or they do not fit the rest of the content or the form. */
  | 'invalid'
  | 'misfit'
  /** Entries are missing. A person may accept that. */
  | 'empty'
  | 'shrunk'
  | 'waiting';

export interface SourceFault {
  readonly code: SourceFaultCode;
  /** The values of its sentence: `status`, `type`, `count`, `before`, `names`, `detail`. */
  readonly values: Readonly<Record<string, string | number>>;
  /** The problems of entries, of which there are a few at most. Empty for other reasons. */
  readonly problems: readonly EntryFault[];
  /** Milliseconds since 1970: since when no answer could be used, and the time of the latest one. */
  readonly since: number;
  readonly at: number;
  /** The hash of the entries, by which a person may accept them. */
  readonly accept?: string;
}

/** A problem of an entry. */
export interface EntryFault {
  /** The name of the entry; empty for the whole list. */
  readonly entry: string;
  /** The path in the entry: `site.id`; empty for the whole entry. */
  readonly path: string;
  /** In English. */
  readonly reason: string;
}

/** A list that comes from an address, in the answer of `GET /studio/api/content`. */
export interface SourcedList {
  readonly source: ContentSource;
  /** The entries of the last good copy; absent before the first good answer, when the list is used that was there before. */
  readonly entries?: readonly unknown[];
  /** Milliseconds since 1970: the last good answer, and since when the entries are as they are. */
  readonly goodAt?: number;
  readonly changedAt?: number;
  readonly fault?: SourceFault;
}

/** The lists that come from an address in the draft, by their names, and what the operator allows. */
export interface SourcesView {
  readonly lists: Readonly<Record<string, SourcedList>>;
  /** The origins that may be asked, and which of them have a token. */
  readonly origins: readonly { readonly origin: string; readonly hasToken: boolean }[];
  /** The names of the owners, who decide where a list comes from. */
  readonly owners: readonly string[];
}

/** The answer of `POST /studio/api/content/sources/:list/try`: what a source makes, without using it. */
export interface SourceTrial {
  readonly count: number;
  /** The first entries. */
  readonly entries: readonly unknown[];
  /** The paths that the items of the answer have, with an example of each. */
  readonly paths: readonly { readonly path: string; readonly example: string }[];
  /** The paths of lists in the answer. */
  readonly lists: readonly { readonly path: string; readonly count: number }[];
  /** The names of entries that the list does not have now, and that it would not have any more. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Absent if it can be used. */
  readonly fault?: Omit<SourceFault, 'since' | 'at'>;
}
