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
  /** The control that it was picked in. */
  readonly field: string;
  readonly path: string;
  /** The visitor's name for it. */
  readonly name: string;
  /** Of its bytes: tells whether the same photo was posted again. */
  readonly hash: string;
}

/** A photo that was posted and could not be taken. */
export interface RefusedPhoto {
  readonly isTaken: false;
  readonly field: string;
  readonly message: string;
}

/** Takes a photo in; is called for one at a time, and leaves nothing of its stream unread. */
export type TakePhoto = (file: MultipartFile) => Promise<TakenPhoto | RefusedPhoto>;

/** A post that cannot be read: what is wrong with it is its sender's. */
class UnreadablePost extends Error {
  override readonly name = 'UnreadablePost';
  readonly statusCode: 400 | 413;

  constructor(statusCode: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}

/** How a post is read. */
export interface PostReading {
  readonly take: TakePhoto;
  /** Of all texts together. */
  readonly maxTextBytes: number;
}

/**
 * Reads what was posted (HTML, "Form submission"): `application/x-www-form-urlencoded`, whose text is the body, or
 * `multipart/form-data`. Photos are taken as they arrive.
 * @throws an error with a `statusCode`: 413 where it is too much, 400 where it is not what it says it is.
 */
export async function readPost(request: FastifyRequest, reading: PostReading): Promise<Posted> {
  if (!request.isMultipart()) {
    const texts = new Map<string, string[]>();
    for (const [name, text] of new URLSearchParams(String(request.body ?? ''))) add(texts, name, text);
    return { texts, photos: [], refusedPhotos: [] };
  }
  return readParts(request, reading).catch(blame);
}

async function readParts(request: FastifyRequest, { take, maxTextBytes }: PostReading): Promise<Posted> {
  const texts = new Map<string, string[]>();
  const photos: TakenPhoto[] = [];
  const refusedPhotos: RefusedPhoto[] = [];
  let textBytes = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const text = String(part.value);
      textBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(text);
      if (textBytes > maxTextBytes)
        throw new UnreadablePost(413, `The texts of a form take over ${maxTextBytes} bytes`);
      add(texts, part.fieldname, text);
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

/** What reads the parts blames nobody: no boundary, an end in the middle. */
function blame(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw new UnreadablePost(400, 'A multipart body cannot be read', { cause: error });
}

/** A form is posted with CRLF for every line end (HTML, "Constructing the entry list"); a script has LF. */
function add(texts: Map<string, string[]>, name: string, posted: string): void {
  const text = posted.replaceAll(/\r\n?/g, '\n');
  const former = texts.get(name);
  if (former) former.push(text);
  else texts.set(name, [text]);
}
