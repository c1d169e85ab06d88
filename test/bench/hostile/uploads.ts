import { setTimeout as wait } from 'node:timers/promises';
import { serverSettings } from '../../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../../src/server/store/sqlite/sqlite-store.ts';
import { sampleEnquiry } from '../../hostile/support/enquiry.ts';
import { createPicture, createTruncatedJpeg } from '../../photos/support/pictures.ts';
import { postEnquiry } from '../../support/send.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { putPhotoBytes, requestUploadTarget, uploadPhotoOverHttp } from '../../support/uploads.ts';
import type { Bench, Row } from '../row.ts';
import { type Cost, measureCost } from './cost.ts';

/** The highest allowed ratio of an attack's cost to the cost of as many bytes of honest traffic. */
const most = 10;

/** Measures traffic on a server without other load. */
type Traffic = (server: ServerProcess) => Promise<Cost>;

/**
 * Malicious uploads and photos beside photos of honest enquiries: those of a phone, and for small attack
 * photos as many valid ones of as many bytes, since an enquiry has a cost too. Without limits: the cost of
 * each alone.
 */
export const bench: Bench = async () => {
  const phone = await createPicture(4000, 3000).jpeg({ quality: 80 }).toBuffer();
  const rows: Row[] = [];
  const fromPhone = await measureTraffic((server) => sendEnquiries(server, phone, 8));
  for (const [what, attack] of Object.entries(await createLargeAttacks(phone)))
    rows.push(...createRows(what, await measureTraffic(attack), fromPhone));
  for (const [what, photo, honest] of await createSmallAttacks()) {
    const beside = await measureTraffic((server) => sendEnquiries(server, honest, 40));
    rows.push(
      ...createRows(what, await measureTraffic((server) => sendEnquiries(server, photo, 40)), beside),
    );
  }
  return rows;
};

async function createLargeAttacks(phone: Buffer): Promise<Readonly<Record<string, Traffic>>> {
  const plain = createPicture(10_000, 10_000, { plain: true });
  const large = await plain.clone().jpeg().toBuffer();
  const passes = await plain.clone().jpeg({ progressive: true }).toBuffer();
  const deep = await plain.clone().png().toBuffer();
  return {
    'a hundred uploads to one target': (server) =>
      measureCost(server, () => uploadToOneTarget(server, phone, 100)),
    'photos of 100 megapixels that no enquiry names': (server) =>
      measureCost(server, () => uploadPhotos(server, large, 20).then(({ bytes }) => bytes)),
    'photos of 100 megapixels (JPEG) that enquiries name': (server) => sendEnquiries(server, large, 4),
    'photos of 100 megapixels (JPEG in passes) that enquiries name': (server) =>
      sendEnquiries(server, passes, 4),
    'photos of 100 megapixels (PNG) that enquiries name': (server) => sendEnquiries(server, deep, 4),
  };
}

/** Attacks, each with a valid photo of about as many bytes. */
async function createSmallAttacks(): Promise<
  readonly (readonly [what: string, attack: Buffer, honest: Buffer])[]
> {
  const line = await createPicture(5000, 5000, { plain: true })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
  const flat = await createPicture(2560, 2560, { plain: true }).jpeg().toBuffer();
  const cut = await createTruncatedJpeg();
  return [
    ['photos that are cut off', cut, await createPicture(450, 340).jpeg().toBuffer()],
    ['photos of 7 megapixels in 40 kB', flat, await createPicture(330, 250).jpeg().toBuffer()],
    ['photos of 25 megapixels in some kB', line, await createPicture(100, 75).jpeg().toBuffer()],
  ];
}

function createRows(what: string, attack: Cost, honest: Cost): readonly Row[] {
  const perMegabyte = ({ cpuSeconds, megabytes }: Cost) => (1000 * cpuSeconds) / megabytes;
  return [
    {
      what: `${what}: ${attack.megabytes.toFixed(1)} MB cost`,
      ours: perMegabyte(attack),
      theirs: perMegabyte(honest),
      unit: 'CPU ms/MB',
      aim: { below: most },
    },
    {
      what: '  /healthz took at most',
      ours: attack.slowestHealthMs,
      theirs: honest.slowestHealthMs,
      unit: 'ms',
    },
  ];
}

async function measureTraffic(run: (server: ServerProcess) => Promise<Cost>): Promise<Cost> {
  const server = await startServerProcess({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
  try {
    return await run(server);
  } finally {
    await server.stop();
  }
}

async function uploadToOneTarget({ url }: ServerProcess, photo: Buffer, count: number): Promise<number> {
  const target = await requestUploadTarget(url);
  await Promise.all(Array.from({ length: count }, () => putPhotoBytes(target, photo)));
  return count * photo.length;
}

async function uploadPhotos({ url }: ServerProcess, photo: Buffer, count: number) {
  const type = photo.readUInt8(0) === 0x89 ? 'image/png' : 'image/jpeg';
  const paths: string[] = [];
  for (let at = 0; at < count; at += 1) paths.push(await uploadPhotoOverHttp(url, photo, type));
  return { paths, bytes: count * photo.length };
}

/** Sends an enquiry for each photo, and waits until each is processed or rejected. */
function sendEnquiries(server: ServerProcess, photo: Buffer, count: number): Promise<Cost> {
  const run = async () => {
    const { paths, bytes } = await uploadPhotos(server, photo, count);
    for (const path of paths)
      await postEnquiry(server.url, { ...sampleEnquiry, enquiry_type: 7, upload: [path] });
    return bytes;
  };
  return measureCost(server, run, () => awaitProcessedPhotos(server));
}

async function awaitProcessedPhotos({ data }: ServerProcess): Promise<void> {
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  while (((await store?.photoFigures({ now: Date.now() }))?.toMake ?? 0) > 0) await wait(50);
  await store?.close();
}
