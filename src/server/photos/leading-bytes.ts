import { fileTypeFromBuffer } from 'file-type';

/** As many bytes as decide what a file is. */
export const leadingBytesCount = 4100;

/** The media type that the leading bytes show, by its registered name; undefined where they show none that we know. */
export async function shownType(leadingBytes: Uint8Array): Promise<string | undefined> {
  const mime = (await fileTypeFromBuffer(leadingBytes))?.mime;
  // An animated PNG is a PNG whose first picture counts.
  return mime === 'image/apng' ? 'image/png' : mime;
}
