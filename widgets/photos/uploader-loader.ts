import type { Lazy } from '../lazy.ts';
import type * as uploader from './uploader.tsx';

/** The part that is loaded when photos are about to be needed: the widget and what sends. */
export type Uploader = Pick<typeof uploader, 'PhotosWidget' | 'sendPhoto'>;

/** Loads the uploader. */
export type UploaderLoader = Lazy<Uploader>;
