import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { renderPlainTextMail } from '../../delivery/mail/plain-text.ts';
import { toDownloadName } from '../../photos/file-name.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import type { EnquiryDetails, EnquiryEvent } from '../../store/records/inbox-entry.ts';
import type { PhotoEntry } from '../../store/records/photo-entry.ts';
import type { Store } from '../../store/store.ts';

export interface ArchiveOptions {
  readonly store: Pick<Store, 'personEnquiries' | 'personAnswers' | 'enquiryDetails' | 'findPhotos'>;
  readonly openBytes: PhotoService['openBytes'];
  readonly now: () => number;
}

/**
 * Creates a ZIP archive of all data of a mail address while it is read: each enquiry as JSON, its mail as
 * text, its photos, and saved answers. It contains no ids or names of staff, except in what they wrote.
 */
export function createPersonArchive(email: string, options: ArchiveOptions): AsyncGenerator<Uint8Array> {
  return createZip(yieldPersonFiles(email, options));
}

/**
 * Returns true if the data fits into a ZIP archive, by the recorded sizes of photos, none of which is opened.
 * Creating the archive may still fail if a photo is larger than recorded.
 */
export async function fitsIntoArchive(email: string, options: ArchiveOptions): Promise<boolean> {
  const capacity = createZipCapacity();
  let ofPhotos = 0;
  /** Adds the recorded size of a photo to `ofPhotos`, and returns an empty stream. */
  const openBytes: ArchiveOptions['openBytes'] = async ({ bytes, maxBytes }) => {
    ofPhotos += bytes ?? maxBytes;
    return Readable.from([]);
  };
  for await (const { name, content } of yieldPersonFiles(email, { ...options, openBytes })) {
    let size = ofPhotos;
    ofPhotos = 0;
    for await (const bytes of content) size += bytes.length;
    if (!capacity.addFile(name, size)) return false;
  }
  return true;
}

const batch = 50;

/**
 * Yields the files of all enquiries of an address, and last `person.json` with their references and the saved
 * answers, also if there are none. Enquiries that were erased meanwhile are left out.
 */
async function* yieldPersonFiles(email: string, options: ArchiveOptions): AsyncGenerator<ZipFile> {
  const { store, now } = options;
  const references: string[] = [];
  for (let after = 0; ; ) {
    const found = await store.personEnquiries({ email, after, limit: batch });
    for (const { id, reference } of found) {
      const file = await store.enquiryDetails(id);
      if (file === undefined) continue;
      references.push(reference);
      yield* yieldEnquiryFiles(file, options);
    }
    const last = found.at(-1);
    if (found.length < batch || last === undefined) break;
    after = last.sequence;
  }
  const savedAnswers = await store.personAnswers({ email });
  const contents = { email, at: new Date(now()).toISOString(), enquiries: references, savedAnswers };
  yield { name: 'person.json', at: now(), content: [toJsonBytes(contents)] };
}

/**
 * Yields the files of one enquiry, in a folder of its reference: `enquiry.json`, `mail.txt` if it has a mail,
 * and the photos. Photos without a record or a file are left out.
 */
async function* yieldEnquiryFiles(
  { enquiry, notes, content, tries, receipt, replies, events }: EnquiryDetails,
  { store, openBytes }: ArchiveOptions,
): AsyncGenerator<ZipFile> {
  const { sequence: _sequence, assignee: _assignee, reference, photos, ...answers } = enquiry;
  const [folder, at] = [`enquiries/${reference}`, Date.parse(enquiry.receivedAt)];
  const history = events.map(removeStaff);
  const exported = {
    reference,
    ...answers,
    photos,
    notes,
    tries,
    ...(receipt && { receipt }),
    ...(replies.length > 0 && { replies: replies.map(({ by: _by, ...reply }) => reply) }),
    history,
  };
  yield { name: `${folder}/enquiry.json`, at, content: [toJsonBytes(exported)] };
  if (content !== undefined)
    yield { name: `${folder}/mail.txt`, at, content: [Buffer.from(renderPlainTextMail(content))] };
  const entries = new Map((await store.findPhotos(photos)).map((entry) => [entry.path, entry]));
  for (const [index, path] of photos.entries()) {
    const entry = entries.get(path);
    const bytes = entry && (await openBytes(entry));
    if (entry && bytes) yield { name: `${folder}/${toPhotoName(index, entry)}`, at, content: bytes };
  }
}

/** Returns an event without the people who acted or to whom the enquiry was assigned. */
function removeStaff({ by: _by, number: _number, ...event }: EnquiryEvent): Partial<EnquiryEvent> {
  if (event.kind !== 'assigned') return event;
  const { to: _to, ...assignment } = event;
  return assignment;
}

/**
 * Returns a file name with the number of a photo and the visitor's name for it: `photo-1-boat.jpg`. It cannot
 * lead out of its folder, and every system allows it.
 * @param index The position of the photo, from 0.
 */
function toPhotoName(index: number, { name, path }: PhotoEntry): string {
  const whole = `photo-${index + 1}-${toDownloadName(name, path).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}`;
  const end = extname(whole);
  const letters = [...basename(whole, end)];
  while (Buffer.byteLength(letters.join('') + end) > mostNameBytes) letters.pop();
  return letters.join('') + end;
}

const mostNameBytes = 255;

/** Returns a value as indented JSON in UTF-8. */
function toJsonBytes(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

interface ZipFile {
  /** With `/` between folders. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface ZipCapacity {
  /**
   * Counts a file of so many bytes, and returns true if the archive with it is still within its limits. A
   * file that exceeds them is counted too, so all later calls return false.
   */
  readonly addFile: (name: string, bytes: number) => boolean;
}

/**
 * Creates a counter with the limits of an archive without ZIP64, which not every program can read
 * (APPNOTE.TXT, sections 4.4.1.4 and 4.3.12 to 4.3.16).
 */
function createZipCapacity(): ZipCapacity {
  let [files, total] = [0, bytesOfEnd];
  return {
    addFile(name, bytes) {
      files += 1;
      total += bytes + bytesOfFile + 2 * Buffer.byteLength(name);
      return files <= mostFiles && total <= mostBytes;
    },
  };
}

const mostFiles = 0xffff;
const mostBytes = 0xffff_ffff;
/**
 * The bytes of an archive's end, and of a file's header, descriptor and directory entry, without its name,
 * which occurs twice.
 */
const [bytesOfEnd, bytesOfFile] = [22, 30 + 16 + 46];

/**
 * Yields an uncompressed archive while it is created: photos hardly shrink. Reads the files one after
 * another.
 * @throws an `Error` after the content of the first file that exceeds the limits.
 */
async function* createZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  const capacity = createZipCapacity();
  for await (const { name, at, content } of files) {
    let size = 0;
    const file = new ZipPassThrough(name);
    file.mtime = at;
    zip.add(file);
    for await (const bytes of content) {
      size += bytes.length;
      file.push(bytes);
      yield* parts.splice(0);
    }
    if (!capacity.addFile(name, size))
      throw new Error('Cannot continue the archive: it is too large for a ZIP file');
    file.push(new Uint8Array(), true);
    yield* parts.splice(0);
  }
  zip.end();
  yield* parts;
}
