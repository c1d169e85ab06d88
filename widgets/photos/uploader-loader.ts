import type { ComponentProps } from 'react';
import type { Lazy } from '../lazy.ts';
import type * as uploader from './uploader.tsx';

/** What makes an element a place to drop. */
export interface DropZone {
  readonly props: ComponentProps<'div'>;
  /** Something is held over it. */
  readonly isActive: boolean;
}

/** The part that is loaded when photos are about to be needed: the widget and what sends. */
export type Uploader = Pick<typeof uploader, 'PhotosWidget' | 'sendPhoto'>;

/** Loads the uploader. */
export type UploaderLoader = Lazy<Uploader>;
