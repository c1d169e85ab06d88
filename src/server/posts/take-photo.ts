import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { formatText } from '#engine';
import type { CompiledForm } from '../documents/compiled-form.ts';
import { isDiskFull } from '../files/files.ts';
import type { Limits } from '../limits/limits.ts';
import type { Log } from '../log/log.ts';
import type { Photos } from '../photos/open-photos.ts';
import { InterruptedUpload, SlowUpload } from '../photos/receive-photo.ts';
import { type PhotoRefusal, photoProblem, type TooManyRequests } from '../refusal.ts';
import type { RefusedPhoto, TakenPhoto, TakePhoto } from './read-post.ts';

/** What posted photos are taken with. */
export interface PhotoTaking {
  readonly photos: Pick<Photos, 'issue' | 'put' | 'uploadOrigin'>;
  readonly limits: Limits;
  readonly ready: CompiledForm;
  readonly locale: string;
  /** This server's, as the visitor reaches it. */
  readonly origin: string;
  /** The visitor's, for the limits. */
  readonly address: string;
  /** As many as one post may bring. */
  readonly mostPhotos: number;
  readonly log: Log;
  readonly now: () => number;
}

/** Takes photos as a script would send them, one after the other: asks for a target, and puts the photo there. */
export function createTakePhoto(parts: PhotoTaking): TakePhoto {
  let count = 0;
  return async (file) => {
    count += 1;
    if (count > parts.mostPhotos) return refused(file, { code: 'too-many', count: parts.mostPhotos }, parts);
    try {
      return await take(file, parts);
    } catch (error) {
      if (error instanceof SlowUpload) return refused(file, { code: 'too-slow' }, parts);
      if (error instanceof InterruptedUpload) return refused(file, { code: 'failed' }, parts);
      const code = isDiskFull(error) ? 'store-full' : 'failed';
      parts.log.error('photo-not-stored', error, { code });
      return refused(file, { code }, parts);
    }
  };
}

/** Takes none: each is let go by. */
export const takeNoPhoto: TakePhoto = async ({ fieldname }) => ({
  isTaken: false,
  field: fieldname,
  message: '',
});

async function take(file: MultipartFile, parts: PhotoTaking): Promise<TakenPhoto | RefusedPhoto> {
  const { photos, limits, ready, origin, address, now, log } = parts;
  const { filename: name, mimetype: contentType, fieldname: field } = file;
  if (!limits.takeUploadTarget({ address, now: now() }).isGranted)
    return refused(file, { code: 'failed' }, parts);
  const issued = await photos.issue({
    body: { filename: name, contentType },
    form: ready.form,
    origin,
    field,
  });
  if (!issued.isIssued) return refused(file, issued.refusal, parts);
  const { path, url, method } = issued.answer;
  const hashing = createHash('sha256');
  const refusal = photos.uploadOrigin
    ? await putElsewhere({ file, url, method, hashing })
    : await putHere({ file, url, hashing, photos, address });
  if (refusal !== undefined) return refused(file, refusal, parts);
  log.info('photo-stored', { id: path });
  return { isTaken: true, field: file.fieldname, path, name, hash: hashing.digest('base64url') };
}

interface Putting {
  readonly file: MultipartFile;
  readonly url: string;
  readonly hashing: ReturnType<typeof createHash>;
}

/** Undefined where the photo is stored. */
async function putHere({
  file,
  url,
  hashing,
  photos,
  address,
}: Putting & Pick<PhotoTaking, 'photos' | 'address'>): Promise<PhotoRefusal | TooManyRequests | undefined> {
  const { pathname, searchParams } = new URL(url);
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hashing.update(chunk);
      done(null, chunk);
    },
  });
  // Unlike a pipe, this ends with the connection; whoever reads the body hears of it there.
  pipeline(file.file, body, () => undefined);
  try {
    const outcome = await photos.put({
      file: pathname.split('/').at(-1) ?? '',
      query: Object.fromEntries(searchParams),
      contentType: file.mimetype,
      contentLength: undefined,
      address,
      body,
    });
    return outcome.isStored ? undefined : outcome.refusal;
  } finally {
    // Whatever came of it, the rest of the post stands behind what is left of this photo.
    body.resume();
  }
}

/** A store of its own kind wants to know the length, so that the photo is read whole. */
async function putElsewhere({
  file,
  url,
  method,
  hashing,
}: Putting & { readonly method: string }): Promise<PhotoRefusal | undefined> {
  const bytes = await file.toBuffer();
  if (bytes.length === 0) return { code: 'empty' };
  hashing.update(bytes);
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': file.mimetype },
    body: new Uint8Array(bytes),
  });
  return answer.status === 200 ? undefined : { code: 'failed' };
}

/** As a photo's row says it: `boat.gif(choose a photo of the type JPEG, PNG)`. */
function refused(
  { filename: name, fieldname: field }: MultipartFile,
  refusal: PhotoRefusal | TooManyRequests,
  { ready: { form }, locale, log }: PhotoTaking,
): RefusedPhoto {
  log.info('photo-refused', { code: refusal.code });
  const error = photoProblem(form, locale, refusal, isOfFiles(form, field));
  return { isTaken: false, field, message: formatText(form, locale, 'photos.failed', { name, error }) };
}

/** Whether what a field takes is called a file. */
function isOfFiles({ types }: CompiledForm['form'], name: string): boolean {
  return types.some(({ fields }) => fields.some((field) => field.name === name && field.widget === 'files'));
}
