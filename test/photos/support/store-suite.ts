import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createAudit } from '../../../src/server/admin/people/audit.ts';
import { createPrivacyService } from '../../../src/server/admin/privacy/privacy-service.ts';
import { createLog } from '../../../src/server/platform/log/log.ts';
import { type PhotoServerOptions, startPhotoServer, type UploadTargetAnswer } from './photo-server.ts';
import { createJpeg, createPicture, createPng, createTruncatedJpeg, impostors } from './pictures.ts';

const dayMs = 86_400_000;

/** Declares the behaviour of photos with any store. `optionsFor` may skip a test, with a reason. */
export function describePhotoStore(
  name: string,
  optionsFor: (skip: (reason: string) => never) => PhotoServerOptions,
): void {
  const declareTest = (what: string, test: (server: Server) => Promise<void>) =>
    it(what, async ({ skip }) => test(await startPhotoServer(optionsFor(skip))));

  describe(name, () => {
    declareTest(
      'takes a photo with its type alone in the header, and an enquiry may then name it',
      async (server) => {
        const target = await server.target();
        expect(await server.unusable([target.path])).toEqual([target.path]);
        expect((await server.put(target, await createJpeg())).status).toBe(200);
        expect(await server.unusable([target.path])).toEqual([]);
        expect(await server.state(target.path)).toBe('stored');
      },
    );

    declareTest('takes a PNG, and a JPEG that is called image/jpg', async (server) => {
      const paths = [
        await server.stored(await createPng(), 'image/png'),
        await server.stored(await createJpeg(), 'image/jpg'),
      ];
      expect(await server.unusable(paths)).toEqual([]);
    });

    declareTest('takes many at once', async (server) => {
      const photo = await createPicture(600, 400).jpeg().toBuffer();
      const paths = await Promise.all(Array.from({ length: 20 }, () => server.stored(photo)));
      expect(await server.unusable(paths)).toEqual([]);
    });

    declareTest('refuses another type than the target’s', async (server) => {
      const target = await server.target('image/jpeg');
      expect((await server.put(target, await createPng(), 'image/png')).ok).toBe(false);
      expect(await server.unusable([target.path])).toEqual([target.path]);
    });

    declareTest('refuses a target that was altered', async (server) => {
      const target = await server.target();
      const other = await server.target();
      const url = new URL(target.url);
      url.pathname = new URL(other.url).pathname;
      expect((await server.put({ ...target, url: url.href }, await createJpeg())).ok).toBe(false);
      expect(await server.unusable([target.path, other.path])).toEqual([target.path, other.path]);
    });

    declareTest('refuses a target that has expired', async (server) => {
      server.pass(-600_000);
      const target = await server.target();
      server.pass(600_000);
      expect((await server.put(target, await createJpeg())).ok).toBe(false);
      expect(await server.unusable([target.path])).toEqual([target.path]);
    });

    declareTest('lets no enquiry name what is no photo, whether it was refused or not', async (server) => {
      for (const bytes of [...Object.values(impostors), await createPng(), new Uint8Array()]) {
        const target = await server.target('image/jpeg');
        await server.put(target, bytes);
        expect(await server.unusable([target.path])).toEqual([target.path]);
      }
    });

    declareTest('takes exactly the size that the call for the target told', async (server) => {
      const photo = await createJpeg();
      const sized = async (): Promise<UploadTargetAnswer> =>
        (
          await server.ask(
            { filename: 'a.jpg', contentType: 'image/jpeg' },
            { 'slipway-upload-size': `${photo.length}` },
          )
        ).json();
      const [target, others] = [await sized(), [await sized(), await sized()]];
      const [more, fewer] = [Buffer.concat([photo, Buffer.alloc(1)]), photo.subarray(0, -1)];
      for (const [index, bytes] of [more, fewer].entries()) {
        const other = others[index] ?? target;
        expect((await server.put(other, bytes)).ok).toBe(false);
        expect(await server.unusable([other.path])).toEqual([other.path]);
      }
      expect((await server.put(target, photo)).status).toBe(200);
      expect(await server.unusable([target.path])).toEqual([]);
    });

    declareTest('lets no enquiry name more bytes than the rules allow', async (server) => {
      const large = Buffer.concat([await createJpeg(), Buffer.alloc(20 * 2 ** 20)]);
      const target = await server.target();
      await server.put(target, large).catch(() => undefined);
      expect(await server.unusable([target.path])).toEqual([target.path]);
    });

    declareTest('gives out what was made anew, and keeps no original', async (server) => {
      const path = await server.named(
        await createPicture(300, 200)
          .withExif({ IFD0: { Make: 'Acme' } })
          .jpeg()
          .toBuffer(),
      );
      await awaitProcessed(server, [path]);
      expect(await server.state(path)).toBe('ready');
      const answer = await fetch(server.link(path));
      expect(answer.headers.get('Content-Type')).toBe('image/jpeg');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.length).toBe(Number(answer.headers.get('Content-Length')));
      const { width, height, exif } = await sharp(bytes).metadata();
      expect({ width, height, exif }).toEqual({ width: 300, height: 200 });
      expect(await server.hasOriginal(path)).toBe(false);
    });

    declareTest('withholds what is no picture, and keeps what cannot be decoded', async (server) => {
      const [path, damaged] = [
        await server.named((await createJpeg()).subarray(0, 200)),
        await server.named(await createTruncatedJpeg()),
      ];
      await awaitProcessed(server, [path, damaged]);
      expect([await server.state(path), await server.state(damaged)]).toEqual(['withheld', 'stored']);
      expect((await fetch(server.link(path))).status).toBe(404);
      expect([await server.hasOriginal(path), await server.hasOriginal(damaged)]).toEqual([false, true]);
    });

    declareTest('shows nobody what is put to a target for the second time', async (server) => {
      const target = await server.target();
      await server.put(target, await createPicture(300, 200).jpeg().toBuffer());
      await server.unusable([target.path]);
      await server.claim([target.path]);
      await awaitProcessed(server, [target.path]);
      await server.put(target, await createPicture(30, 20).jpeg().toBuffer());
      await awaitProcessed(server, [target.path]);
      const { width } = await sharp(await (await fetch(server.link(target.path))).arrayBuffer()).metadata();
      expect(width).toBe(300);
    });

    declareTest('removes what no enquiry has named in a day, and keeps what one has', async (server) => {
      const [claimed, unclaimed] = [
        await server.stored(await createJpeg()),
        await server.stored(await createJpeg()),
      ];
      await server.unusable([claimed, unclaimed]);
      await server.claim([claimed]);
      await awaitProcessed(server, [claimed]);
      server.pass(dayMs + 3 * 3_600_000);
      await server.photos.sweep();
      expect(await server.store.findPhotos([unclaimed])).toEqual([]);
      expect((await fetch(server.link(unclaimed))).status).toBe(404);
      expect((await fetch(server.link(claimed))).status).toBe(200);
    });

    declareTest(
      'removes all that there is of the photos of whoever is erased, and nothing else',
      async (server) => {
        const [sound, damaged] = [
          await server.named(await createJpeg()),
          await server.stored(await createTruncatedJpeg()),
        ];
        await server.claim([damaged]);
        await awaitProcessed(server, [sound, damaged]);
        // A photo without an enquiry does not count.
        const unclaimed = await server.stored(await createJpeg());
        expect((await fetch(server.link(sound))).status).toBe(200);
        expect(await server.hasOriginal(damaged)).toBe(true);
        const privacy = createPrivacyService({
          dataFolder: server.folder,
          secret: 's'.repeat(32),
          store: server.store,
          photos: server.photos,
          audit: createAudit({ store: server.store, now: server.now }),
          log: createLog({ write: () => {}, now: server.now }),
          now: server.now,
        });
        expect(await privacy.erase('ada@example.org', 'server')).toMatchObject({ enquiries: 2, photos: 2 });
        for (const path of [sound, damaged]) {
          expect(await server.hasOriginal(path)).toBe(false);
          expect((await fetch(server.link(path))).status).toBe(404);
        }
        expect(await server.hasOriginal(unclaimed)).toBe(true);
      },
    );

    declareTest('removes an original that arrived late for a photo that was made already', async (server) => {
      const target = await server.target();
      await server.put(target, await createJpeg());
      await server.unusable([target.path]);
      await server.claim([target.path]);
      await awaitProcessed(server, [target.path]);
      await server.put(target, await createJpeg());
      server.pass(dayMs + 3 * 3_600_000);
      await server.photos.sweep();
      expect(await server.hasOriginal(target.path)).toBe(false);
      expect((await fetch(server.link(target.path))).status).toBe(200);
    });
  });
}

type Server = Awaited<ReturnType<typeof startPhotoServer>>;

/** Waits until the photos are processed. A bucket reports them only if an enquiry contains them. */
async function awaitProcessed(server: Server, paths: readonly string[]): Promise<void> {
  await server.unusable(paths);
  await server.photos.idle();
}
