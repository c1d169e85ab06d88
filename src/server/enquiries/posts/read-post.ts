import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { insertOtherTexts } from './other-texts.ts';

/** A form as a browser posts it, before its fields are interpreted. */
export interface PostedForm {
  /** The entered texts by the control's name, in the order of the page. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly photos: readonly ReceivedPhoto[];
  readonly refusedPhotos: readonly RefusedPhoto[];
}

export interface ReceivedPhoto {
  readonly isTaken: true;
  readonly field: string;
  /** The path of the stored photo. */
  readonly path: string;
  /** The visitor's name of the file. */
  readonly name: string;
  /** A hash of its bytes, by which a repeated post is recognised. */
  readonly hash: string;
}

export interface RefusedPhoto {
  readonly isTaken: false;
  readonly field: string;
  /** For the visitor; may be empty. */
  readonly message: string;
}

/**
 * Receives or refuses one posted photo. It is called for one at a time, in the order of the post, and may
 * leave the stream unread: the rest of it is then dropped.
 */
export type PhotoReceiver = (file: MultipartFile) => Promise<ReceivedPhoto | RefusedPhoto>;

/** A post that cannot be read, by a mistake of its sender. */
class UnreadablePost extends Error {
  override readonly name = 'UnreadablePost';
  readonly statusCode: 400 | 413;

  constructor(statusCode: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}

export interface ReadPostOptions {
  /** Receives the photos. */
  readonly receivePhoto: PhotoReceiver;
  /** The most bytes of names and texts in a multipart body. */
  readonly maxTextBytes: number;
}

/**
 * Reads a posted form (HTML, "Form submission"): `multipart/form-data`, or else
 * `application/x-www-form-urlencoded`, whose text is the body. Photos are received as they arrive.
 * @throws an error with a `statusCode`: 413 if the post is too large, 400 if it is malformed.
 */
export async function readPost(request: FastifyRequest, reading: ReadPostOptions): Promise<PostedForm> {
  if (!request.isMultipart()) {
    const texts = new Map<string, string[]>();
    for (const [name, text] of new URLSearchParams(String(request.body ?? ''))) addText(texts, name, text);
    return { texts: insertOtherTexts(texts), photos: [], refusedPhotos: [] };
  }
  return readMultipart(request, reading).catch(throwWithStatus);
}

/**
 * Reads the parts of the body one after the other, and passes each file to `take`. File inputs without a file
 * are left out.
 * @throws UnreadablePost with the status 413 if the texts are too large; errors of the multipart parser.
 */
async function readMultipart(
  request: FastifyRequest,
  { receivePhoto, maxTextBytes }: ReadPostOptions,
): Promise<PostedForm> {
  const texts = new Map<string, string[]>();
  const photos: ReceivedPhoto[] = [];
  const refusedPhotos: RefusedPhoto[] = [];
  let textBytes = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const text = String(part.value);
      textBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(text);
      if (textBytes > maxTextBytes)
        throw new UnreadablePost(413, `The texts of a form have more than ${maxTextBytes} bytes`);
      addText(texts, part.fieldname, text);
      continue;
    }
    // A file input without a selected file posts a file without a name.
    const photo = part.filename ? await receivePhoto(part) : undefined;
    part.file.resume();
    if (photo?.isTaken) photos.push(photo);
    else if (photo) refusedPhotos.push(photo);
  }
  return { texts: insertOtherTexts(texts), photos, refusedPhotos };
}

/**
 * Throws an error with a status again. Any other error of the multipart parser (a missing boundary, an early
 * end) becomes an `UnreadablePost` with the status 400.
 */
function throwWithStatus(error: unknown): never {
  if (error instanceof Error && 'statusCode' in error) throw error;
  throw new UnreadablePost(400, 'A multipart body cannot be read', { cause: error });
}

/**
 * Adds the text of a control to `texts`, after earlier ones of the same name, with the line ends that scripts
 * send (LF): a form is posted with CRLF (HTML, "Constructing the entry list").
 */
function addText(texts: Map<string, string[]>, name: string, posted: string): void {
  const text = posted.replaceAll(/\r\n?/g, '\n');
  const earlier = texts.get(name);
  if (earlier) earlier.push(text);
  else texts.set(name, [text]);
}
