import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import type { Form } from '#engine';
import type { Content } from '../../../src/server/forms/content/content.ts';
import { compileFormSchemas } from '../../../src/server/forms/documents/compiled-form.ts';
import { openTestFormStore } from '../../../src/server/forms/documents/testing/open-test-form-store.ts';
import { allowSites } from '../../../src/server/http/cors.ts';
import { addPhotoLinkRoute, addPhotoTargetRoute } from '../../../src/server/http/public/photo-routes.ts';
import { addUploadRoute } from '../../../src/server/http/public/upload-route.ts';
import { createLimits } from '../../../src/server/limits/limits.ts';
import { createMemoryWindows } from '../../../src/server/limits/windows.ts';
import type { VirusScanner } from '../../../src/server/photos/clamd.ts';
import { openPhotoService, type PhotoService } from '../../../src/server/photos/open-photo-service.ts';
import { openBucket } from '../../../src/server/platform/bucket/open-bucket.ts';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { type ServerSettings, serverSettings } from '../../../src/server/platform/config/settings.ts';
import { createLog } from '../../../src/server/platform/log/log.ts';
import type { NewEnquiry } from '../../../src/server/store/records/new-enquiry.ts';
import { openSqliteStore } from '../../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../../src/server/store/testing/new-entry.ts';
import { compileTestForm } from '../../support/forms.ts';

/** A target as the server issues it. */
export interface UploadTargetAnswer {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

export interface PhotoServerOptions {
  readonly settings?: Partial<ServerSettings['photos']>;
  readonly isRateLimited?: boolean;
  readonly floorBytes?: number;
  /** Replaces the frozen form. */
  readonly form?: Form;
  readonly scanner?: VirusScanner;
  /** A bucket instead of the folder. */
  readonly s3?: { readonly endpoint: string; readonly bucket: string } | undefined;
  /** Timeouts of the bucket, if not those that ship. */
  readonly bucketSettings?: Partial<ServerSettings['bucket']>;
  /** The start time of the test's clock; the bucket uses the real time. */
  readonly startsAt?: number;
  /** Wraps the photos for the routes. */
  readonly wrap?: (photos: PhotoService) => PhotoService;
}

const site = { domains: [], id: 1, domain: 'www.example.com' };
const ready = compileFormSchemas(compileTestForm());

/** Starts the routes of photos on a bare Fastify, with a real store and the test's own clock. */
export async function startPhotoServer(options: PhotoServerOptions = {}) {
  const {
    settings,
    isRateLimited = false,
    floorBytes = 0,
    form,
    scanner,
    s3,
    bucketSettings,
    startsAt = Date.UTC(2026, 10, 21, 7),
  } = options;
  const { wrap = (photos) => photos } = options;
  const folder = mkdtempSync(join(tmpdir(), 'slipway-photos-'));
  const lines: string[] = [];
  let time = startsAt;
  const now = () => time;
  const log = createLog({ write: (line) => lines.push(line), now });
  const store = openSqliteStore({ dataFolder: folder, settings: serverSettings });
  const bucket = s3 && openBucket(s3, { ...serverSettings.bucket, ...bucketSettings });
  const windows = createMemoryWindows(serverSettings.limits);
  const photos = wrap(
    await openPhotoService({
      folder: join(folder, 'photos'),
      floorBytes,
      isLimited: isRateLimited,
      bucket,
      windows,
      scanner,
      secret: 'a secret that is only a test’s own',
      uploadTtlMs: 300_000,
      settings: { ...serverSettings.photos, ...withoutPolling, ...settings },
      records: store,
      log,
      now,
    }),
  );
  const forms = openTestFormStore(store, { folder });
  await forms.deploy({ ready: form ? compileFormSchemas(form) : ready, documents: {} });
  const app = Fastify({ forceCloseConnections: true });
  const parts = {
    photos,
    log,
    now,
    forms,
    content: () => ({ sites: [site] }) as unknown as Content,
    limits: createLimits({ settings: serverSettings.limits, isOn: isRateLimited, windows }),
    config: readConfig({}).config,
  };
  await allowSites(app, { ...parts, isDev: false });
  addUploadRoute(app, parts);
  await addPhotoTargetRoute(app, parts);
  addPhotoLinkRoute(app, parts);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await app.close();
    await photos.close();
    bucket?.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${origin}/api/contact-upload`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const target = async (contentType = 'image/jpeg', filename = 'stern.jpg'): Promise<UploadTargetAnswer> => {
    const answer = await ask({ filename, contentType });
    if (!answer.ok) throw new Error(`No target: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const put = ({ method, url }: UploadTargetAnswer, bytes: Uint8Array, contentType = 'image/jpeg') =>
    fetch(url, { method, headers: { 'Content-Type': contentType }, body: new Uint8Array(bytes) });

  return {
    origin,
    folder,
    photos,
    store,
    ask,
    target,
    put,
    now,
    logged: () => lines.map((line) => JSON.parse(line)),
    pass: (ms: number) => {
      time += ms;
    },
    /** Uploads a photo that must be accepted, and returns its path. */
    stored: async (bytes: Uint8Array, contentType = 'image/jpeg', filename = 'stern.jpg') => {
      const issued = await target(contentType, filename);
      const answer = await put(issued, bytes, contentType);
      if (answer.status !== 200) throw new Error(`Not stored: ${answer.status} ${await answer.text()}`);
      return issued.path;
    },
    /** Uploads a photo that must be accepted, adds it to an enquiry, and returns its path. */
    named: async (bytes: Uint8Array, contentType = 'image/jpeg', filename = 'stern.jpg') => {
      const issued = await target(contentType, filename);
      const answer = await put(issued, bytes, contentType);
      if (answer.status !== 200) throw new Error(`Not stored: ${answer.status} ${await answer.text()}`);
      await store.accept(createPhotoEntry([issued.path], time));
      return issued.path;
    },
    /** Creates a photo in the folder and the records as it is before re-encoding. */
    unmade: async (bytes: Uint8Array) => {
      const { path } = await target();
      const file = join(folder, 'photos', 'originals', path.replace('photos/', ''));
      writeFileSync(file, bytes);
      await store.recordPhotoStored({ path, bytes: bytes.length, storedAt: time });
      return { path, file };
    },
    claim: (paths: readonly string[]) => store.accept(createPhotoEntry(paths, time)),
    suspect: async (paths: readonly string[]) => {
      const entry = { ...createPhotoEntry(paths, time), suspicion: 'honeypot' } as const;
      await store.accept(entry);
      return entry;
    },
    state: async (path: string) => (await store.findPhotos([path]))[0]?.state,
    link: (path: string) => photos.createLink({ path, origin, at: time }),
    unusable: (paths: readonly string[]) => photos.findUnusable({ paths, now: time }),
    hasOriginal: (path: string) => hasOriginal(path, folder, s3),
    /** Returns every file below the photos' folder: `originals/ab….jpg`. */
    files: () =>
      readdirSync(join(folder, 'photos'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .filter(({ name }) => !name.startsWith('owner.lock'))
        .map(({ parentPath, name }) => `${parentPath.split('/').at(-1)}/${name}`)
        .sort(),
  };
}

/**
 * Stores a photo, adds it to an enquiry, and returns the re-encoded photo that an office gets.
 * @throws If it is not re-encoded.
 */
export async function storeAndReencode(
  server: Awaited<ReturnType<typeof startPhotoServer>>,
  bytes: Buffer,
  type = 'image/jpeg',
): Promise<Buffer> {
  const path = await server.named(bytes, type);
  await server.photos.idle();
  const state = await server.state(path);
  if (state !== 'ready') throw new Error(`The photo is "${state}"`);
  return Buffer.from(await (await fetch(server.link(path))).arrayBuffer());
}

async function hasOriginal(path: string, folder: string, s3: PhotoServerOptions['s3']): Promise<boolean> {
  const name = path.replace('photos/', '');
  if (!s3) return existsSync(join(folder, 'photos', 'originals', name));
  const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
  const head = new HeadObjectCommand({ Bucket: s3.bucket, Key: `originals/${name}` });
  return client.send(head).then(
    () => true,
    () => false,
  );
}

/** The queue polls only when a test asks it to. */
const withoutPolling = { reencoding: { ...serverSettings.photos.reencoding, pollMs: 1_000_000_000 } };

/** Creates an enquiry with photos, and with a mail that shows them. */
function createPhotoEntry(photos: readonly string[], receivedAt: number): NewEnquiry {
  const { mail, ...entry } = createEntry({ photos, receivedAt });
  const words = { heading: 'Photos', withheld: photos.map(String), links: photos.map(String) };
  return { ...entry, mail: { ...mail, content: { ...mail.content, photos: words } } };
}
