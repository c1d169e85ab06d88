import type { DueMail, MailContent } from '../store/mail-queue.ts';
import type { AttachedPhoto } from '../store/photo-entry.ts';
import { inertLine } from './inert.ts';

/** One photo as a mail shows it. */
export interface ShownPhoto {
  /** The visitor's file name. */
  readonly name: string;
  /** Of the full photo. */
  readonly link: string;
  /** What its field is called, where the one before it is of another. */
  readonly label?: string;
  /** Content-ID of the preview, without angle brackets (RFC 2392), and the preview, a JPEG; absent where there is none. */
  readonly preview?: { readonly cid: string; readonly jpeg: Uint8Array };
}

/** The photos of a mail, as far as they are by now. */
export interface ShownPhotos {
  readonly heading: string;
  readonly photos: readonly ShownPhoto[];
  /** What is said of those whose link does not lead to them yet; absent where there is none. */
  readonly pending?: string;
  /** What is said of those that are withheld; absent where none is. */
  readonly withheld?: string;
}

/** What a mail shows of its enquiry's photos; undefined where it has none. `host` makes the Content-IDs unique. */
export function shownPhotos(
  { content, photos = [] }: DueMail & { readonly content: MailContent },
  host: string,
): ShownPhotos | undefined {
  const words = content.photos;
  if (!words) return undefined;
  let labelled = '';
  const shown = photos.flatMap((photo, index): readonly ShownPhoto[] => {
    const { path, name, preview } = photo;
    const link = words.links[index];
    if (link === undefined || isLeftOut(photo)) return [];
    const cid = `${path.replace(/^.*\//, '')}@${host}`;
    const label = words.labels?.[index] ?? '';
    const isNew = label !== labelled;
    labelled = label;
    return [
      {
        name: inertLine(name),
        link,
        ...(isNew && { label }),
        ...(preview && { preview: { cid, jpeg: preview } }),
      },
    ];
  });
  const pending =
    words.pending?.[photos.filter((photo) => photo.state === 'stored' && !isLeftOut(photo)).length - 1];
  const withheld = words.withheld[words.links.length - shown.length - 1];
  return {
    heading: words.heading,
    photos: shown,
    ...(pending ? { pending } : {}),
    ...(withheld ? { withheld } : {}),
  };
}

/** What no further try will make. One that somebody releases is in the mail when that is sent again. */
function isLeftOut({ state, fault }: AttachedPhoto): boolean {
  return state === 'withheld' || fault === 'damaged' || fault === 'too-large';
}

/** Attachments for nodemailer: previews that stand in the mail itself. */
export function previewAttachments(shown: ShownPhotos | undefined) {
  return (shown?.photos ?? []).flatMap(({ preview }, index) =>
    preview
      ? [
          {
            // Ours, for the visitor's may be any text.
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
