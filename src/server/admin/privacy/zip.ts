import { Zip, ZipPassThrough } from 'fflate';

export interface ZipFile {
  /** With `/` between folders. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface ZipCapacity {
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
export function createZipCapacity(): ZipCapacity {
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
export async function* createZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
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
