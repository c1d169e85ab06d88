import { createContext } from 'react';
import type { Text } from '#engine';
import type { Photos } from '#widgets/photos/photos.ts';
import type { PostAnswer } from '../section-data.ts';

export type WithStored = (
  photos: Photos,
  answer: PostAnswer,
  drawing: { readonly idPrefix: string; readonly text: Text },
) => Pick<Photos, 'draw'>;

/**
 * Set only on a server that answers a post, where photos are stored before the enquiry is sent. No script
 * hydrates such a page.
 */
export const StoredPhotosContext = createContext<WithStored | undefined>(undefined);
