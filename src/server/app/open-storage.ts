import { addMailHealth } from '../delivery/mail/mail-health.ts';
import { addDeliveryHealth } from '../delivery/webhooks/delivery-health.ts';
import { createSharedWindows } from '../limits/shared-windows.ts';
import { createMemoryWindows, type LimitWindows } from '../limits/windows.ts';
import { createClamd } from '../photos/clamd.ts';
import { openPhotoService, type PhotoService } from '../photos/open-photo-service.ts';
import { addPhotoHealth } from '../photos/photo-health.ts';
import type { Bucket } from '../platform/bucket/bucket.ts';
import { openConfiguredBucket } from '../platform/bucket/open-configured-bucket.ts';
import { watchBucket } from '../platform/bucket/watch-bucket.ts';
import { getPhotosFolder } from '../platform/config/config.ts';
import type { ServerSettings } from '../platform/config/settings.ts';
import type { Log, LogEvent } from '../platform/log/log.ts';
import { loadSecret } from '../platform/secret/load-secret.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import { createStoreCheck } from '../store/store-check.ts';
import {
  startSweeping,
  sweepCredentials,
  sweepSavedAnswers,
  sweepSharedFiles,
  sweepSuspected,
} from '../store/sweeping.ts';
import type { Closers } from './closers.ts';
import { createStartErrorThrower, type ServerContext } from './server-context.ts';
import { openStoreInThread } from './worker/open-store.ts';

/** The parts of the server that keep data. */
export interface Storage {
  readonly secret: string;
  readonly store: Store;
  readonly windows: LimitWindows;
  readonly photos: PhotoService;
  readonly bucket: Bucket | undefined;
}

/**
 * Opens the store, the secret, the photos, the counters of rate limits, and the bucket if there is one; adds
 * their health checks and starts their sweeps. They are closed in reverse, the store last.
 * @throws StartError if one of them cannot be used.
 */
export async function openStorage(context: ServerContext, closers: Closers): Promise<Storage> {
  const { config, settings, log } = context;
  const store = await openStore(context);
  closers.add(store.close);
  // The database is opened first: a secret without a database shows that the database was lost.
  const { secret: given, dataFolder } = config;
  const secret = await loadSecret({ given, dataFolder }).catch(createStartErrorThrower('the secret'));
  const bucket = await openConfiguredBucket(config.s3);
  if (bucket) closers.add(bucket.close);
  const windows = openWindows({ store, secret, log, settings: settings.limits });
  const photos = await openPhotos(context, { store, secret, bucket, windows });
  closers.add(photos.close);
  if (bucket)
    closers.add(watchBucket({ bucket, health: context.health, everyMs: settings.bucket.lookEveryMs }));
  startSweeps(context, store, closers);
  return { secret, store, windows, photos, bucket };
}

/** Opens the store and adds its state, and that of mails and deliveries, to the health. */
async function openStore({
  config,
  settings,
  isBeginningAnew,
  log,
  writeLog,
  health,
  now,
}: ServerContext): Promise<Store> {
  const { dataFolder, databaseUrl, smtpUrl, mailFrom } = config;
  const store = await openStoreInThread({
    dataFolder,
    databaseUrl,
    smtpUrl,
    mailFrom,
    settings,
    whenAbsent: isBeginningAnew ? 'make' : 'unless-lost',
    log,
    writeLog,
  }).catch(
    createStartErrorThrower(
      databaseUrl === undefined ? `the database in "${dataFolder}"` : 'the database in DATABASE_URL',
    ),
  );
  health.addCheck(createStoreCheck(store, log));
  addDeliveryHealth({ health, store, alarmMs: settings.deliveries.alarmMs, now });
  addMailHealth({ health, store, alarmMs: settings.mail.alarmMs, now });
  return store;
}

/** Opens the photos and adds their state to the health. */
async function openPhotos(
  { config, settings, log, health, now }: ServerContext,
  { store, secret, bucket, windows }: Omit<Storage, 'photos'>,
): Promise<PhotoService> {
  const folder = getPhotosFolder(config);
  const scanner = config.clamd && createClamd(config.clamd, settings.photos.scanSilenceMs);
  const photos = await openPhotoService({
    scanner,
    folder,
    bucket,
    secret,
    uploadTtlMs: config.uploadTtlMs,
    settings: settings.photos,
    records: store,
    log,
    now,
    floorBytes: config.photosFloorBytes,
    isLimited: config.isRateLimited,
    windows,
  }).catch(createStartErrorThrower(`SLIPWAY_PHOTOS="${folder}"`));
  const { alarmMs } = settings.photos.reencoding;
  addPhotoHealth({ health, store, scanner, space: photos.space, alarmMs, now });
  return photos;
}

/** Starts the removal of what has expired. */
function startSweeps({ config, settings, log, now }: ServerContext, store: Store, closers: Closers): void {
  const { limits, people, sharedFiles } = settings;
  const { suspectedMs: keptMs } = config;
  const { sweepEveryMs } = settings.photos;
  const sweep = (name: string, event: LogEvent, run: () => Promise<void>, everyMs = sweepEveryMs) =>
    closers.add(startSweeping(run, { job: { name, shared: store.shared }, everyMs, event, log }));
  sweep('suspected', 'suspected-not-swept', () => sweepSuspected({ store, log, keptMs }, now()));
  sweep('saved-answers', 'saved-answers-not-swept', () => sweepSavedAnswers({ store, log }, now()));
  sweep('passes', 'studio-passes-not-swept', () =>
    sweepCredentials({ store, keptMs: people.endedTokensMs }, now()),
  );
  const { shared } = store;
  if (shared === undefined) return;
  sweep('shared-files', 'shared-files-not-swept', () => sweepSharedFiles({ shared, log, ...sharedFiles }));
  sweep(
    'limits',
    'limits-not-swept',
    () => shared.sweepLimits({ mostOfLimit: limits.addresses }),
    limits.shared.sweepEveryMs,
  );
}

/** Returns the counters of rate limits: shared if servers share a database, else in memory. */
function openWindows({
  store: { shared },
  secret,
  log,
  settings,
}: {
  readonly store: Store;
  readonly secret: string;
  readonly log: Log;
  readonly settings: ServerSettings['limits'];
}): LimitWindows {
  const alone = createMemoryWindows(settings);
  if (shared === undefined) return alone;
  const { aloneMs } = settings.shared;
  return createSharedWindows({ store: shared, keys: deriveKeys(secret, 'limits'), alone, aloneMs, log });
}
