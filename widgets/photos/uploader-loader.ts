import type { ComponentProps } from 'react';
import type * as uploader from './uploader.tsx';

/** What makes an element a place to drop. */
export interface DropZone {
  readonly props: ComponentProps<'div'>;
  /** Something is held over it. */
  readonly isActive: boolean;
}

/** The part that is loaded when photos are about to be needed: the widget and what sends. */
export type Uploader = Pick<typeof uploader, 'PhotosWidget' | 'sendPhoto'>;

/** Loads the uploader once. */
export interface UploaderLoader {
  /** The uploader, if it has arrived. */
  readonly loaded: () => Uploader | undefined;
  /** Loads it, and again after a failure. */
  readonly load: () => Promise<Uploader>;
}

/** A loader around an import; callers share what is under way. */
export function createUploaderLoader(load: () => Promise<Uploader>): UploaderLoader {
  let uploader: Uploader | undefined;
  let loading: Promise<Uploader> | undefined;
  const once = async () => {
    try {
      uploader = await load();
      return uploader;
    } finally {
      loading = undefined;
    }
  };
  return {
    loaded: () => uploader,
    load: () => {
      if (uploader) return Promise.resolve(uploader);
      loading ??= once();
      return loading;
    },
  };
}
