import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** A form as a browser posts it, before anybody has asked what its fields mean. */
export interface Posted {
  /** What was entered, by the control's name, in the order of the page. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly photos: readonly TakenPhoto[];
  /** Photos that could not be taken, each with what to tell about it. */
  readonly refusedPhotos: readonly RefusedPhoto[];
}

/** A photo that was posted and is stored. */
export interface TakenPhoto {
  readonly isTaken: true;
  readonly path: string;
  /** The visitor's name for it. */
  readonly name: string;
  /** Of its bytes: tells whether the same photo was posted again. */
  readonly hash: string;
}

/** A photo that was posted and could not be taken. */
export interface RefusedPhoto {
  readonly isTaken: false;
  readonly message: string;
}

/** Takes a photo in; is called for one at a time, and leaves nothing of its stream unread. */
export type TakePhoto = (file: MultipartFile) => Promise<TakenPhoto | RefusedPhoto>;

/**
 * Reads what was posted (HTML, "Form submission"): `application/x-www-form-urlencoded`, whose text is the body, or
 * `multipart/form-data`. Photos are taken as they arrive.
 */
export async function readPost(request: FastifyRequest, take: TakePhoto): Promise<Posted> {
  if (!request.isMultipart()) {
    const texts = new Map<string, string[]>();
    for (const [name, text] of new URLSearchParams(String(request.body ?? ''))) add(texts, name, text);
    return { texts, photos: [], refusedPhotos: [] };
  }
  return readParts(request, take);
}

async function readParts(request: FastifyRequest, take: TakePhoto): Promise<Posted> {
  const texts = new Map<string, string[]>();
  const photos: TakenPhoto[] = [];
  const refusedPhotos: RefusedPhoto[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      add(texts, part.fieldname, String(part.value));
      continue;
    }
    // A picker in which nothing was picked posts a file without a name.
    const photo = part.filename ? await take(part) : undefined;
    part.file.resume();
    if (photo?.isTaken) photos.push(photo);
    else if (photo) refusedPhotos.push(photo);
  }
  return { texts, photos, refusedPhotos };
}

/** A form is posted with CRLF for every line end (HTML, "Constructing the entry list"); a script has LF. */
function add(texts: Map<string, string[]>, name: string, posted: string): void {
  const text = posted.replaceAll(/\r\n?/g, '\n');
  const former = texts.get(name);
  if (former) former.push(text);
  else texts.set(name, [text]);
}
