import { fileTypeFromBuffer } from 'file-type';
import { type UploadType, uploadTypes } from '#engine/model/photo-types.ts';

interface SupportedType {
  /** The extension of its files, without a dot. */
  readonly ending: string;
  /** The registered name of the media type. */
  readonly canonical: string;
  /** True if the original is delivered, because this type cannot be re-encoded. */
  readonly isNeverReencoded?: true;
}

const supportedTypes: Readonly<Record<UploadType, SupportedType>> = {
  'image/jpg': { ending: 'jpg', canonical: 'image/jpeg' },
  'image/jpeg': { ending: 'jpg', canonical: 'image/jpeg' },
  'image/png': { ending: 'png', canonical: 'image/png' },
  'application/pdf': { ending: 'pdf', canonical: 'application/pdf', isNeverReencoded: true },
};

/** All supported types; a form's rules decide which of them a field accepts. */
export const knownTypes: readonly string[] = uploadTypes;

/** Returns the entry of a media type, which must be in lower case; undefined if it is not supported. */
function findSupportedType(type: string): SupportedType | undefined {
  const known = uploadTypes.find((each) => each === type);
  return known && supportedTypes[known];
}

/**
 * Returns the registered name of a supported type: `toCanonicalType('image/jpg') // 'image/jpeg'`; undefined
 * for others.
 */
export function toCanonicalType(type: string): string | undefined {
  return findSupportedType(type)?.canonical;
}

/** The number of bytes that identify a file's type. */
export const leadingBytesCount = 4100;

/**
 * Returns the media type of a file by its first `leadingBytesCount` bytes; undefined if it is not recognized.
 * The type need not be a supported one. An animated PNG counts as PNG.
 */
export async function detectType(leadingBytes: Uint8Array): Promise<string | undefined> {
  const mime = (await fileTypeFromBuffer(leadingBytes))?.mime;
  // An animated PNG is a PNG of which the first picture is used.
  return mime === 'image/apng' ? 'image/png' : mime;
}

/**
 * Creates a path that cannot be guessed: `photos/` with 128 random bits and the extension of the type.
 * @throws if the type is not supported.
 */
export function createPhotoPath(type: string, randomBytes: (count: number) => Buffer): string {
  const kind = findSupportedType(type);
  if (!kind)
    throw new Error(`Cannot name a photo of the type "${type}": it is not one of ${knownTypes.join(', ')}`);
  return `photos/${randomBytes(16).toString('hex')}.${kind.ending}`;
}

/**
 * Returns the file name of one of our paths: `photos/ab….jpg` gives `ab….jpg`. Undefined for any other text.
 */
export function toPhotoFile(path: string): string | undefined {
  return /^photos\/([0-9a-f]{32}\.(?:jpg|png|pdf))$/.exec(path)?.[1];
}

/** Returns the path of a file name in an address; undefined if it is not ours. */
export function toPhotoPath(file: string): string | undefined {
  const path = `photos/${file}`;
  return toPhotoFile(path) === undefined ? undefined : path;
}

/** Returns the media type by the extension of a path, JPEG for unknown extensions. */
export function getPhotoType(path: string): string {
  return findTypeOfPath(path)?.canonical ?? 'image/jpeg';
}

/**
 * Returns true for a type that is not re-encoded, because it cannot be without losses: PDF. False for an
 * unknown extension.
 */
export function isDeliveredUnchanged(path: string): boolean {
  return findTypeOfPath(path)?.isNeverReencoded === true;
}

/** Returns the type with the extension of a path; undefined for other extensions. */
function findTypeOfPath(path: string): SupportedType | undefined {
  return Object.values(supportedTypes).find(({ ending }) => path.endsWith(`.${ending}`));
}
