import type { DueMail, MailContent } from '../../store/records/mail-queue.ts';
import type { AttachedPhoto } from '../../store/records/photo-entry.ts';
import { toInertLine } from './inert-text.ts';

export interface MailPhotoView {
  readonly name: string;
  readonly link: string;
  /**
   * The label of its field; absent if it is that of the photo before, or if the form has only one such field.
   */
  readonly label?: string;
  /**
   * The preview, a JPEG, with its Content-ID without angle brackets (RFC 2392); absent if there is none yet.
   */
  readonly preview?: { readonly cid: string; readonly jpeg: Uint8Array };
}

export interface MailPhotosView {
  readonly heading: string;
  readonly photos: readonly MailPhotoView[];
  /** A text about photos whose links do not work yet; absent if there are none. */
  readonly pending?: string;
  /** A text about photos that are withheld; absent if there are none. */
  readonly withheld?: string;
}

/**
 * Returns the photos to show in a mail; undefined if the enquiry has none. Photos that are withheld or cannot
 * be re-encoded are not among `photos`; `withheld` is about them.
 * @param host Stands after the `@` in the Content-IDs.
 */
export function toMailPhotosView(
  { content, photos = [] }: DueMail & { readonly content: MailContent },
  host: string,
): MailPhotosView | undefined {
  const words = content.photos;
  if (!words) return undefined;
  let lastLabel = '';
  const shown = photos.flatMap((photo, index): readonly MailPhotoView[] => {
    const { path, name, preview } = photo;
    const link = words.links[index];
    if (link === undefined || isUnusable(photo)) return [];
    const cid = `${path.replace(/^.*\//, '')}@${host}`;
    const label = words.labels?.[index] ?? '';
    const isNew = label !== lastLabel;
    lastLabel = label;
    return [
      {
        name: toInertLine(name),
        link,
        ...(isNew && { label }),
        ...(preview && { preview: { cid, jpeg: preview } }),
      },
    ];
  });
  const pending =
    words.pending?.[photos.filter((photo) => photo.state === 'stored' && !isUnusable(photo)).length - 1];
  const withheld = words.withheld[words.links.length - shown.length - 1];
  return {
    heading: words.heading,
    photos: shown,
    ...(pending ? { pending } : {}),
    ...(withheld ? { withheld } : {}),
  };
}

/**
 * Returns true for a photo that is withheld, or that no retry can re-encode because it is damaged or too
 * large. If a person releases it, it is part of the mail when that is sent again.
 */
function isUnusable({ state, fault }: AttachedPhoto): boolean {
  return state === 'withheld' || fault === 'damaged' || fault === 'too-large';
}

/** Returns the previews as inline attachments for Nodemailer; empty if no photo has one. */
export function toPreviewAttachments(shown: MailPhotosView | undefined) {
  return (shown?.photos ?? []).flatMap(({ preview }, index) =>
    preview
      ? [
          {
            // Our own name, because the visitor's may be any text.
            filename: `photo-${index + 1}.jpg`,
            content: Buffer.from(preview.jpeg),
            contentType: 'image/jpeg',
            contentDisposition: 'inline' as const,
            cid: preview.cid,
          },
        ]
      : [],
  );
}
