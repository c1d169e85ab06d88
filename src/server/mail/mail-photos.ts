import type { DueMail } from '../store/mail-queue.ts';
import { inertLine } from './inert.ts';

/** One photo as a mail shows it. */
export interface ShownPhoto {
  /** The visitor's file name. */
  readonly name: string;
  /** Of the full photo. */
  readonly link: string;
  /** Content-ID of the preview, without angle brackets (RFC 2392). */
  readonly cid: string;
  /** A JPEG. */
  readonly preview: Uint8Array;
}

/** The photos of a mail, now that each is ready or withheld. */
export interface ShownPhotos {
  readonly heading: string;
  readonly photos: readonly ShownPhoto[];
  /** What is said of those that are withheld; absent where none is. */
  readonly withheld?: string;
}

/** What a mail shows of its enquiry's photos; undefined where it has none. `host` makes the Content-IDs unique. */
export function shownPhotos({ mail, photos = [] }: DueMail, host: string): ShownPhotos | undefined {
  const words = mail.content.photos;
  if (!words) return undefined;
  const shown = photos.flatMap(({ path, name, preview }, index) => {
    const link = words.links[index];
    const cid = `${path.replace(/^.*\//, '')}@${host}`;
    return preview && link ? [{ name: inertLine(name), link, cid, preview }] : [];
  });
  const withheld = words.withheld[words.links.length - shown.length - 1];
  return { heading: words.heading, photos: shown, ...(withheld ? { withheld } : {}) };
}

/** Attachments for nodemailer: previews that stand in the mail itself. */
export function previewAttachments(shown: ShownPhotos | undefined) {
  return (shown?.photos ?? []).map(({ cid, preview }, index) => ({
    // Ours, for the visitor's may be any text.
    filename: `photo-${index + 1}.jpg`,
    content: Buffer.from(preview),
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
    cid,
  }));
}
