import { createContext } from 'react';
import type { TextFormatter } from '#engine';
import type { PhotosController } from '#widgets/photos/photos.ts';
import type { PostAnswer } from '../section-data.ts';

export type AddStoredPhotos = (
  photos: PhotosController,
  answer: PostAnswer,
  drawing: { readonly idPrefix: string; readonly text: TextFormatter },
) => Pick<PhotosController, 'draw'>;

/**
 * Set only on a server that answers a post, where photos are stored before the enquiry is sent. No script
 * hydrates such a page.
 */
export const StoredPhotosContext = createContext<AddStoredPhotos | undefined>(undefined);
