import { type ReactNode, useState } from 'react';
import type { PictureView } from '../../api/inbox.ts';
import { useStudio } from '../draft/context.ts';
import { PhotoButton } from './photo-button.tsx';
import { PhotoViewer } from './photo-viewer.tsx';

/**
 * Renders the files of an enquiry: thumbnails that open a viewer, download links for other files, and the
 * reason why a file is missing. Renders nothing without files.
 */
export function EnquiryPhotos({ pictures }: { readonly pictures: readonly PictureView[] }): ReactNode {
  const { say } = useStudio();
  const [open, setOpen] = useState<number>();
  const [lost, setLost] = useState<ReadonlySet<number>>(new Set());
  if (pictures.length === 0) return null;
  const shown = pictures.flatMap((picture, at) =>
    isPicture(picture) && !lost.has(at) ? [{ picture, at }] : [],
  );
  return (
    <section aria-labelledby="st-inbox-photos">
      <h2 id="st-inbox-photos">
        {say('desk.photos')} <span className="st-tally">{pictures.length}</span>
      </h2>
      <ul className="st-photos">
        {pictures.map((picture, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two photos may have one name; their order never changes.
          <li key={at} className="st-stack-1 st-breaks">
            {isPicture(picture) ? (
              <PhotoButton
                picture={picture}
                number={at + 1}
                isLost={lost.has(at)}
                onLost={(isLost) => setLost((before) => withMember(before, at, isLost))}
                onOpen={() => setOpen(shown.findIndex((one) => one.at === at))}
              />
            ) : picture.address !== undefined ? (
              <a className="st-photo st-photo--none" href={picture.address} download>
                {say('desk.file-save')}
              </a>
            ) : (
              <p className="st-photo st-photo--none">
                {say(`desk.photo.${picture.state === 'ready' ? 'gone' : picture.state}`)}
              </p>
            )}
            <p className="st-quiet">
              <bdi>{picture.name}</bdi>
            </p>
          </li>
        ))}
      </ul>
      {open !== undefined && shown.length > 0 && (
        <PhotoViewer
          pictures={shown.map(({ picture }) => picture)}
          at={Math.min(open, shown.length - 1)}
          onGo={setOpen}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/** Returns true if the file is stored and has a preview, so that it can be shown as a picture. */
function isPicture({ address, previewAddress }: PictureView): boolean {
  return address !== undefined && previewAddress !== undefined;
}

/** Returns a new set with a number (`isIn` is true) or without it. */
function withMember(some: ReadonlySet<number>, one: number, isIn: boolean): ReadonlySet<number> {
  return new Set(isIn ? [...some, one] : [...some].filter((other) => other !== one));
}
