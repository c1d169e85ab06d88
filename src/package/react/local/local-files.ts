import {
  type Json,
  listUploadFields,
  type Plan,
  type TextFormatter,
  toUploadPaths,
  typeField,
} from '#engine';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import type { PhotosController } from '#widgets/photos/photos.ts';
import { createRandomKey } from '../../../contact/draft/idempotency-key.ts';

/** The files that a visitor chose, which are not uploaded. */
export interface LocalFiles {
  readonly photos: PhotosController;
  /** Returns the values of a plan without the type of the only form, with files in place of their paths. */
  readonly getValues: (plan: Plan) => Readonly<Record<string, unknown>>;
}

/** Creates the controller of files that stay in the page. Each gets a path that no other file has. */
export function createLocalFiles(text: TextFormatter): LocalFiles {
  const files = new Map<string, File>();
  const photos = createPhotos({
    endpoint: '',
    text,
    load: async () => ({
      ...(await import('#widgets/photos/uploader.tsx')),
      sendPhoto: async ({ file }) => {
        // Unlike that of an earlier visit, so that another file has another idempotency key.
        const path = `${createRandomKey()}/${file.name}`;
        files.set(path, file);
        return { state: 'uploaded', path };
      },
    }),
  });
  return {
    photos,
    getValues: (plan) => replaceUploads(plan, (path) => files.get(path) ?? path),
  };
}

/** Returns the values of a plan without the type of the only form, with each path of an upload field replaced. */
export function replaceUploads(
  plan: Plan,
  replacePath: (path: string) => File | string,
): Readonly<Record<string, unknown>> {
  const uploads = new Set(listUploadFields(plan).map(({ name }) => name));
  const toValue = (name: string, value: Json): unknown =>
    uploads.has(name) ? toUploadPaths(value).map(replacePath) : value;
  return Object.fromEntries(
    Object.entries(plan.values)
      .filter(([name]) => name !== typeField || !plan.type?.isOnly)
      .map(([name, value]) => [name, toValue(name, value)]),
  );
}
