import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { PictureView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { Dialog } from '../ui/dialog.tsx';

/**
 * Renders one photo in a dialog, fitted or in its original size. Arrow keys show the others. Renders nothing
 * if there is no photo at the index `at`.
 */
export function PhotoViewer({
  pictures,
  at,
  onGo,
  onClose,
}: {
  readonly pictures: readonly PictureView[];
  readonly at: number;
  /** Called with the index of the photo to show instead. */
  readonly onGo: (at: number) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const [isWhole, setIsWhole] = useState(true);
  /** The address of the photo that has loaded or failed. */
  const [loadResult, setLoadResult] = useState<{
    readonly address: string | undefined;
    readonly isThere: boolean;
  }>();
  const picture = pictures[at];
  if (!picture) return null;
  const count = pictures.length;
  const state = loadResult?.address === picture.address ? loadResult : undefined;
  /** Formats the number, count and name of the photo at an index. */
  const formatPhotoName = (index: number) =>
    say('desk.photo-of', { number: index + 1, count, name: pictures[index]?.name ?? '' });
  /** Shows the previous or next photo, fitted, and announces it. Does nothing at the first or last one. */
  const showNeighbour = (by: 1 | -1) => {
    const to = at + by;
    if (to < 0 || to >= count) return;
    setIsWhole(true);
    onGo(to);
    announce(formatPhotoName(to));
  };
  /**
   * Shows the previous or next photo for the left and right arrow keys, by the text direction. Does nothing
   * for other keys and in an enlarged photo, which they scroll.
   */
  const onArrowKey = (event: KeyboardEvent) => {
    // An enlarged photo is scrolled by the arrow keys.
    if (!isWhole && event.target instanceof Element && event.target.matches('.st-viewer-box')) return;
    const forth = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      showNeighbour(event.key === forth ? 1 : -1);
    }
  };
  return (
    <Dialog label={formatPhotoName(at)} className="st-viewer" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do what its buttons do. */}
      <div className="st-viewer-inside st-stack-3" onKeyDown={onArrowKey}>
        <div className="st-viewer-bar st-wrap st-center">
          <p>
            <bdi>{picture.name}</bdi> <span className="st-quiet">{`${at + 1}/${count}`}</span>
          </p>
          {/* `aria-disabled`, because `disabled` would drop the focus at the end of the list, and arrow keys would stop working. */}
          <button
            type="button"
            className="st-button"
            aria-disabled={at === 0 || undefined}
            onClick={() => showNeighbour(-1)}
          >
            {say('desk.previous')}
          </button>
          <button
            type="button"
            className="st-button"
            aria-disabled={at === count - 1 || undefined}
            onClick={() => showNeighbour(1)}
          >
            {say('desk.next')}
          </button>
          <button
            type="button"
            className="st-button"
            aria-pressed={!isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {say('desk.zoom')}
          </button>
          <button type="button" className="st-button" onClick={onClose}>
            {say('close')}
          </button>
        </div>
        <section
          className="st-viewer-box"
          data-whole={isWhole || undefined}
          aria-label={formatPhotoName(at)}
          tabIndex={isWhole ? undefined : 0}
        >
          {state === undefined && <p className="st-quiet st-viewer-wait">{say('loading.part')}</p>}
          {state?.isThere === false ? (
            <p role="alert">
              {say('desk.photo.lost')}{' '}
              <button
                type="button"
                className="st-link"
                onClick={({ currentTarget }) => {
                  // The button disappears. The focus moves inside the dialog, so that arrow keys still work.
                  currentTarget.closest('dialog')?.querySelector<HTMLElement>('button')?.focus();
                  setLoadResult(undefined);
                }}
              >
                {say('try-again')}
              </button>
            </p>
          ) : (
            <img
              key={picture.address}
              src={picture.address}
              alt={formatPhotoName(at)}
              onLoad={() => setLoadResult({ address: picture.address, isThere: true })}
              onError={() => setLoadResult({ address: picture.address, isThere: false })}
            />
          )}
        </section>
      </div>
    </Dialog>
  );
}
