import { createHash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { formatText } from '#engine';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import type { Limits } from '../../limits/limits.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import { InterruptedUpload, SlowUpload } from '../../photos/receive-photo.ts';
import { BucketError } from '../../platform/bucket/bucket-error.ts';
import { isOutOfSpace } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import { formatPhotoRefusal, type PhotoRefusal, type TooManyRequests } from '../../platform/refusal.ts';
import type { PhotoReceiver, ReceivedPhoto, RefusedPhoto } from './read-post.ts';

export interface PhotoReceiverOptions {
  readonly photos: Pick<PhotoService, 'receivePosted'>;
  readonly limits: Limits;
  readonly ready: CompiledForm;
  readonly locale: string;
  readonly address: string;
  /** The most photos of one post. */
  readonly mostPhotos: number;
  readonly log: Log;
  readonly now: () => number;
}

/**
 * Creates a function that receives the photos of one post one after the other, with the same rules as uploads
 * by scripts. It refuses those after the first `mostPhotos`. It never rejects: an error is logged and becomes
 * a refusal with a message.
 */
export function createPhotoReceiver(options: PhotoReceiverOptions): PhotoReceiver {
  let count = 0;
  return async (file) => {
    count += 1;
    if (count > options.mostPhotos)
      return toRefusedPhoto(file, { code: 'too-many', count: options.mostPhotos }, options);
    try {
      return await receivePostedPhoto(file, options);
    } catch (error) {
      if (error instanceof SlowUpload) return toRefusedPhoto(file, { code: 'too-slow' }, options);
      if (error instanceof InterruptedUpload) return toRefusedPhoto(file, { code: 'failed' }, options);
      const code = isStorageFull(error) ? 'store-full' : 'failed';
      options.log.error('photo-not-stored', error, { code });
      return toRefusedPhoto(file, { code }, options);
    }
  };
}

/** Returns true if an error means that the bucket or the disk is full. */
function isStorageFull(error: unknown): boolean {
  return error instanceof BucketError ? error.code === 'full' : isOutOfSpace(error);
}

/** Refuses every photo without reading it, and without a message. */
export const refuseEveryPhoto: PhotoReceiver = async ({ fieldname }) => ({
  isTaken: false,
  field: fieldname,
  message: '',
});

/**
 * Stores a posted photo, or returns a refusal; what is left of its stream is read and dropped, because the
 * rest of the post follows it. Logs both results.
 * @throws as `putPhoto`.
 */
async function receivePostedPhoto(
  file: MultipartFile,
  options: PhotoReceiverOptions,
): Promise<ReceivedPhoto | RefusedPhoto> {
  const { photos, limits, ready, address, now, log } = options;
  const { filename: name, mimetype: contentType, fieldname: field } = file;
  const grant = await limits.consumeUploadTarget({ address, now: now() });
  if (!grant.isGranted) return toRefusedPhoto(file, { code: 'failed' }, options);
  const hashing = createHash('sha256');
  const body = new Transform({
    /** Passes the bytes on unchanged and adds them to the hash. */
    transform(chunk: Buffer, _encoding, done) {
      hashing.update(chunk);
      done(null, chunk);
    },
  });
  // Unlike a pipe, this ends with the connection; the reader of the body gets the error.
  pipeline(file.file, body, () => undefined);
  try {
    const outcome = await photos.receivePosted({
      filename: name,
      contentType,
      form: ready.form,
      field,
      address,
      body,
    });
    if (!outcome.isStored) return toRefusedPhoto(file, outcome.refusal, options);
    const { path, bytes } = outcome;
    log.info('photo-stored', { id: path, bytes });
    return { isTaken: true, field, path, name, hash: hashing.digest('base64url') };
  } finally {
    // The rest of the photo must be read, because the rest of the post follows it.
    body.resume();
  }
}

/**
 * Logs a refusal and returns it with a message in the visitor's language, as in a photo's row:
 * `boat.gif(choose a photo of the type JPEG, PNG)`.
 */
function toRefusedPhoto(
  { filename: name, fieldname: field }: MultipartFile,
  refusal: PhotoRefusal | TooManyRequests,
  { ready: { form }, locale, log }: PhotoReceiverOptions,
): RefusedPhoto {
  log.info('photo-refused', { code: refusal.code });
  const error = formatPhotoRefusal(form, locale, refusal, isFilesField(form, field));
  return { isTaken: false, field, message: formatText(form, locale, 'photos.failed', { name, error }) };
}

/** Returns true if any type has a field of this name with the widget `files`. */
function isFilesField({ types }: CompiledForm['form'], name: string): boolean {
  return types.some(({ fields }) => fields.some((field) => field.name === name && field.widget === 'files'));
}
