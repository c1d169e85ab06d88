import { createContext } from 'react';
import type { Text } from '#engine';
import type { Photos } from '#widgets/photos/photos.ts';
import type { PostAnswer } from '../section-data.ts';

/** Draws photos with those that an earlier post brought. */
export type WithStored = (
  photos: Photos,
  answer: PostAnswer,
  drawing: { readonly idPrefix: string; readonly text: Text },
) => Pick<Photos, 'draw'>;

/** Where a server answers a post, which is where photos are stored before anything is sent; no script takes such a page over. */
export const StoredPhotosContext = createContext<WithStored | undefined>(undefined);
