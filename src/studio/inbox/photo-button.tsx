import type { ReactNode } from 'react';
import type { PictureView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';

/**
 * Renders a button with a thumbnail that opens its photo; the full photo may have megabytes. If the thumbnail
 * failed to load (`isLost`), the button loads it again instead.
 * @param number The position of the photo, from 1.
 * @param onLost Called with true when the thumbnail fails to load, and with false to load it again.
 */
export function PhotoButton({
  picture: { name, previewAddress },
  number,
  isLost,
  onLost,
  onOpen,
}: {
  readonly picture: PictureView;
  readonly number: number;
  readonly isLost: boolean;
  readonly onLost: (isLost: boolean) => void;
  readonly onOpen: () => void;
}): ReactNode {
  const { say } = useStudio();
  return (
    <button
      type="button"
      className={`st-photo ${isLost ? 'st-photo--none' : ''}`}
      aria-label={isLost ? undefined : say('desk.photo-open', { number, name })}
      onClick={() => (isLost ? onLost(false) : onOpen())}
    >
      {isLost ? (
        <span>
          {say('desk.photo.lost')} <span className="st-link">{say('try-again')}</span>
        </span>
      ) : (
        <img src={previewAddress} alt="" loading="lazy" decoding="async" onError={() => onLost(true)} />
      )}
    </button>
  );
}
