import { createScaler } from './scale-down.ts';
import { startScaleWorker } from './start-scale-worker.ts';
import { type PhotoOutcome, type PhotoUpload, uploadPhoto } from './upload-photo.ts';

export { stepPhotos } from './photos-machine.ts';
export { PhotosUploader } from './photos-uploader.tsx';

const scaleDown = createScaler(startScaleWorker);

/** Scales a photo down if that saves time, uploads it, and resolves to the outcome. Never rejects. */
export function sendPhoto(upload: Omit<PhotoUpload, 'prepare'>): Promise<PhotoOutcome> {
  return uploadPhoto({ ...upload, prepare: scaleDown });
}
