import { Zip, ZipPassThrough } from 'fflate';

/** A file of an archive. */
export interface ZipFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly at: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An archive of files as it is made, uncompressed: photos hardly shrink. */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const { name, at, content } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = at;
    zip.add(file);
    for await (const bytes of content) {
      file.push(bytes);
      yield* parts.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* parts.splice(0);
  }
  zip.end();
  yield* parts;
}
