import { fileTypeFromBuffer } from 'file-type';
import { type UploadType, uploadTypes } from '#engine/photo-types.ts';

interface Kind {
  readonly ending: string;
  readonly canonical: string;
  /** Handed out as it came: nothing here can make it anew. */
  readonly isKept?: true;
}

/** The types that can be taken at all: what each is called, its ending and its real name. */
const kinds: Readonly<Record<UploadType, Kind>> = {
  'image/jpg': { ending: 'jpg', canonical: 'image/jpeg' },
  'image/jpeg': { ending: 'jpg', canonical: 'image/jpeg' },
  'image/png': { ending: 'png', canonical: 'image/png' },
  'application/pdf': { ending: 'pdf', canonical: 'application/pdf', isKept: true },
};

/** Every type that this server can take; which of them a form takes is for its rules to say. */
export const knownTypes: readonly string[] = uploadTypes;

/** What is known of a type. */
function kindOf(type: string): Kind | undefined {
  const known = uploadTypes.find((each) => each === type);
  return known && kinds[known];
}

/** The registered name of a known type: `canonicalType('image/jpg') // 'image/jpeg'`; undefined for others. */
export function canonicalType(type: string): string | undefined {
  return kindOf(type)?.canonical;
}

/** As many bytes as decide what a file is. */
export const leadingBytesCount = 4100;

/** The media type that the leading bytes show, by its registered name; undefined where they show none that we know. */
export async function shownType(leadingBytes: Uint8Array): Promise<string | undefined> {
  const mime = (await fileTypeFromBuffer(leadingBytes))?.mime;
  // An animated PNG is a PNG whose first picture counts.
  return mime === 'image/apng' ? 'image/png' : mime;
}

/**
 * A path that cannot be guessed: `photos/` with 128 random bits and the ending of the type.
 * @throws for a type that is not known.
 */
export function newPhotoPath(type: string, randomBytes: (count: number) => Buffer): string {
  const kind = kindOf(type);
  if (!kind)
    throw new Error(`Cannot name a photo of the type "${type}": it is none of ${knownTypes.join(', ')}`);
  return `photos/${randomBytes(16).toString('hex')}.${kind.ending}`;
}

/** The file's name in a path of ours; undefined for any other text. `photos/ab….jpg` gives `ab….jpg` */
export function fileOfPath(path: string): string | undefined {
  return /^photos\/([0-9a-f]{32}\.(?:jpg|png|pdf))$/.exec(path)?.[1];
}

/** The path of a file name of ours, as it stands in an address; undefined for any other text. */
export function pathOfFile(file: string): string | undefined {
  const path = `photos/${file}`;
  return fileOfPath(path) === undefined ? undefined : path;
}

/** The registered type of a file, which its path shows. */
export function typeOfPath(path: string): string {
  return kindOfPath(path)?.canonical ?? 'image/jpeg';
}

/** Whether what is under a path is handed out as it came, and never made anew. */
export function isKeptAsItIs(path: string): boolean {
  return kindOfPath(path)?.isKept === true;
}

function kindOfPath(path: string): Kind | undefined {
  return Object.values(kinds).find(({ ending }) => path.endsWith(`.${ending}`));
}
