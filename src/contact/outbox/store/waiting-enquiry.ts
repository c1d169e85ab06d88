import type { Json, Values } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import type { ChosenBranches } from '#widgets/fields/restored-fields.ts';
import { toPhotoMark } from '#widgets/photos/judge-photos.ts';
import type { NamedProblem } from '../../section-data.ts';
import type { EnquiryPost } from '../../send/post-enquiry.ts';

/** An enquiry that is stored in the browser until it is sent (docs/behaviour.md, "Sent later"). */
export interface WaitingEnquiry {
  /** Its idempotency key. */
  readonly id: string;
  /** The time in ms until which it is stored. */
  readonly until: number;
  /** The number of days for which it may be stored, whatever the clock says. Absent: until `until`. */
  readonly days?: number;
  /** Absent without a ticket of our server. */
  readonly storedAt?: StoringTime;
  readonly state: WaitingState;
  /** The request. In its body `toPhotoMark` stands for the path of each photo. */
  readonly post: EnquiryPost;
  /** The longest time in ms of each request; absent: no limit. */
  readonly timeoutMs?: number | undefined;
  readonly photos: readonly WaitingPhoto[];
  /** True if photos are missing: the browser had no space for them, or their store has refused them. */
  readonly hasLostPhotos?: true;
  /** The attempts in a row in which the store of the photos has taken none. Absent: none. */
  readonly photoDelay?: PhotoDelay;
  /** True once the photos were uploaded again because the server had deleted them. */
  readonly hasRenewedPhotos?: true;
  readonly uploads: UploadEndpoint;
  /** The values of the form, for Edit. */
  readonly entered: Values;
  /** The choices of branches, for Edit; absent: none. */
  readonly branches?: ChosenBranches;
  /** The address of the page, and the key of the section's draft (`toDraftKey`). */
  readonly page: { readonly url: string; readonly draftKey: string };
  readonly enquiryType: string | number;
  /** The name of its type in the language of its page: `Service`. Absent if the visitor could not choose. */
  readonly typeName?: string | undefined;
  /** The name of whoever receives it: `Falmouth`. Absent if the form does not say. */
  readonly recipient?: string | undefined;
  /** The texts of a notification, if the visitor has asked for one. */
  readonly notification?: { readonly title: string };
}

/**
 * `waiting`: it is sent as soon as there is a connection. `edited`: the visitor has taken it back into the form, and it
 * is not sent by itself. `refused`: the server has not accepted it. `sent`: it was sent while no page was open; only
 * the receipt is left.
 */
export type WaitingState =
  | { readonly is: 'waiting' }
  | { readonly is: 'edited' }
  | { readonly is: 'refused'; readonly named: readonly NamedProblem[] }
  | { readonly is: 'sent'; readonly reference?: string };

export interface WaitingPhoto {
  readonly fileID: string;
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** The path of the uploaded photo; absent until it is uploaded. */
  readonly path?: string;
  /** The latest time in ms at which it was uploaded; absent until it is. */
  readonly uploadedAt?: number;
}

export interface PhotoDelay {
  readonly attempts: number;
  /** The time in ms of the first attempt. */
  readonly since: number;
}

/** The time of storing an enquiry, in ms since 1970. */
export interface StoringTime {
  /** The browser's clock. */
  readonly local: number;
  /** The server's clock when it issued the page's ticket: the time of storing was not earlier. */
  readonly server: number;
}

export interface UploadEndpoint {
  readonly endpoint: string;
  /** True if the size is sent in the header `Slipway-Upload-Size`. */
  readonly tellsSize: boolean;
}

/** Returns the request with the paths of its photos, and without photos that have none. */
export function insertPaths({ post, photos }: Pick<WaitingEnquiry, 'post' | 'photos'>): EnquiryPost {
  const paths = new Map(photos.map(({ fileID, path }) => [toPhotoMark(fileID), path]));
  return { ...post, body: writeJson(replaceMarks(JSON.parse(post.body) as Json, paths)) };
}

/** Returns the JSON of the variables that an enquiry sends, for which it has its key (`getSendAttempt`). */
export function writeVariables(enquiry: Pick<WaitingEnquiry, 'post' | 'photos'>): string {
  const { variables } = JSON.parse(insertPaths(enquiry).body) as { readonly variables: Json };
  return writeJson(variables);
}

/** Replaces the marks of photos in a JSON value. A mark without a path is left out of a list, and otherwise null. */
function replaceMarks(value: Json, paths: ReadonlyMap<string, string | undefined>): Json {
  if (typeof value === 'string' && paths.has(value)) return paths.get(value) ?? null;
  if (Array.isArray(value))
    return value
      .filter((item) => typeof item !== 'string' || !paths.has(item) || paths.get(item) !== undefined)
      .map((item) => replaceMarks(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaceMarks(inner, paths)]));
}

/** Returns a body in which marks stand for the paths of uploaded photos: the reverse of `insertPaths`. */
export function removePaths(body: string, photos: readonly WaitingPhoto[]): string {
  const marks = new Map(
    photos.flatMap(({ fileID, path }) => (path ? [[path, toPhotoMark(fileID)] as const] : [])),
  );
  return writeJson(replaceMarks(JSON.parse(body) as Json, marks));
}

/** Returns an enquiry without a photo that has no path. */
export function dropPhoto(enquiry: WaitingEnquiry, { fileID }: WaitingPhoto): WaitingEnquiry {
  const photos = enquiry.photos.filter((photo) => photo.fileID !== fileID);
  const dropped = enquiry.photos.filter((photo) => photo.fileID === fileID);
  const post = insertPaths({ post: enquiry.post, photos: dropped });
  return { ...enquiry, post, photos, hasLostPhotos: true };
}
