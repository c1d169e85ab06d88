import fc from 'fast-check';
import sharp from 'sharp';
import type { RunningServer } from '../../support/server.ts';
import { requestUploadTarget } from '../../support/uploads.ts';
import type { RawRequest } from '../support/raw.ts';
import type { RequestGenerator } from './generator.ts';

/** The allowed statuses of an upload: accepted, or refused; 0: disconnected. */
const due: readonly number[] = [0, 200, 400, 403, 408, 409, 411, 413, 415, 422, 429];

/** The limit of an answer. */
const longestAnswer = 4000;

/** Photos that are broken, cut, padded, inflated or no images, sent to valid and altered targets. */
export const images: RequestGenerator = {
  name: 'image',
  async requests(server) {
    const seeds = await createPictures();
    return fc
      .record({
        target: fc.constantFrom(...(await issueTargets(server))),
        bytes: fc.constantFrom(...seeds).chain(damagePicture),
        type: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom('image/jpeg', 'image/png') },
          fc.constantFrom('image/svg+xml', 'text/html', 'image/jpeg; q=1', '', 'multipart/form-data'),
        ),
        length: fc.oneof(
          { weight: 8, arbitrary: fc.constant(undefined) },
          fc.integer({ min: -5, max: 2 ** 31 }),
        ),
        alter: fc.oneof(
          { weight: 5, arbitrary: fc.constant('') },
          fc.constantFrom('&bytes=9999999999', '&x=%00'),
        ),
      })
      .map(({ target, bytes, type, length, alter }): RawRequest => {
        const headers: [string, string][] = [
          ['Host', 'localhost'],
          ['Content-Type', type],
          ['Content-Length', String(length ?? bytes.length)],
          ['Connection', 'close'],
        ];
        const announced = length ?? bytes.length;
        return {
          method: 'PUT',
          target: target + alter,
          headers,
          body: bytes,
          isCutShort: announced > bytes.length,
        };
      });
  },
  isDue: ({ status, bytes }) => due.includes(status) && bytes < longestAnswer,
};

/** A few targets, most of which are used already when an upload gets them. */
async function issueTargets({ url }: RunningServer): Promise<readonly string[]> {
  const issued: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const { pathname, search } = new URL((await requestUploadTarget(url)).url);
    issued.push(`${pathname}${search}`);
  }
  return issued;
}

async function createPictures(): Promise<readonly Buffer[]> {
  const make = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a6b7c' } });
  return [
    await make().jpeg().toBuffer(),
    await make().jpeg({ progressive: true }).toBuffer(),
    await make().png().toBuffer(),
    await make().webp().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('%PDF-1.7\n'),
  ];
}

/** A picture unchanged, cut, with changed bytes, with a larger declared size, or with trailing data. */
function damagePicture(picture: Buffer): fc.Arbitrary<Buffer> {
  const at = fc.nat(Math.max(0, picture.length - 1));
  return fc.oneof(
    fc.constant(picture),
    at.map((end) => picture.subarray(0, end)),
    fc.array(fc.tuple(at, fc.nat(255)), { minLength: 1, maxLength: 20 }).map((changes) => {
      const changed = Buffer.from(picture);
      for (const [index, byte] of changes) changed[index] = byte;
      return changed;
    }),
    fc.tuple(at, fc.integer({ min: 0x8000, max: 0xffff })).map(([index, size]) => {
      const changed = Buffer.concat([picture, Buffer.alloc(2)]);
      changed.writeUInt16BE(size, index);
      return changed;
    }),
    fc.uint8Array({ maxLength: 5000 }).map((tail) => Buffer.concat([picture, tail])),
    fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
  );
}
