import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Form } from '#engine';
import { describeUnreachedSite, findUnreachedSites } from '#engine/compare/unreached-sites.ts';
import { createAccountLink } from '../admin/people/account-links.ts';
import { openPeople } from '../admin/people/open-people.ts';
import { createPrivacyService, type PrivacyService } from '../admin/privacy/privacy-service.ts';
import { addMailHealth } from '../delivery/mail/mail-health.ts';
import { addDeliveryHealth } from '../delivery/webhooks/delivery-health.ts';
import {
  openDeliveryWorker,
  requireDestinations,
  withDeliveryPolling,
} from '../delivery/webhooks/open-delivery-worker.ts';
import { createFigureCounter } from '../enquiries/figures/count-figures.ts';
import { createGraphql } from '../enquiries/graphql/create-graphql.ts';
import { createAcceptEnquiry } from '../enquiries/judge/accept-enquiry.ts';
import { createAnswerPost } from '../enquiries/posts/answer-post.ts';
import { createLazySaving } from '../enquiries/saved/open-saving.ts';
import { shippedContentFolder } from '../forms/content/shipped-content.ts';
import { toUtcDay } from '../forms/content/visit.ts';
import { compileInThread } from '../forms/documents/compile-in-thread.ts';
import { openFormStore } from '../forms/documents/form-store.ts';
import { createPageParts } from '../forms/pages/page-parts.ts';
import { requireRelease } from '../forms/pages/release.ts';
import { createPageRenderer } from '../forms/pages/render-pages.ts';
import { readSiteBuild, type SiteBuild } from '../forms/pages/site-build.ts';
import { listBuiltFiles, listFormModules } from '../forms/sharing/own-files.ts';
import { noSharedFiles, openSharedFiles } from '../forms/sharing/shared-files.ts';
import { createHttp } from '../http/create-http.ts';
import { createLimits, type Limits } from '../limits/limits.ts';
import { createSharedWindows } from '../limits/shared-windows.ts';
import { createMemoryWindows, type LimitWindows } from '../limits/windows.ts';
import { createClamd } from '../photos/clamd.ts';
import { openPhotoService, type PhotoService } from '../photos/open-photo-service.ts';
import { addPhotoHealth } from '../photos/photo-health.ts';
import { BucketError } from '../platform/bucket/bucket-error.ts';
import { openConfiguredBucket } from '../platform/bucket/open-configured-bucket.ts';
import { watchBucket } from '../platform/bucket/watch-bucket.ts';
import { type Config, type Environment, getPhotosFolder, StartError } from '../platform/config/config.ts';
import { requireFolders } from '../platform/config/require-folders.ts';
import { type ServerSettings, serverSettings as shippedSettings } from '../platform/config/settings.ts';
import { getErrorCode } from '../platform/files/files.ts';
import { countLogLines } from '../platform/health/count-lines.ts';
import { createHealth, type Health } from '../platform/health/health.ts';
import { createMetrics } from '../platform/health/metrics.ts';
import { getServerPort, startMetricsServer } from '../platform/health/metrics-server.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { loadSecret } from '../platform/secret/load-secret.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import { withDamageReports } from '../store/report-damage.ts';
import type { Store } from '../store/store.ts';
import { createStoreCheck } from '../store/store-check.ts';
import { StoreError } from '../store/store-error.ts';
import {
  startSweeping,
  sweepCredentials,
  sweepSavedAnswers,
  sweepSharedFiles,
  sweepSuspected,
} from '../store/sweeping.ts';
import { openStudio, type StudioServices } from '../studio/open-studio.ts';
import { refuseDue } from '../studio/refuse-due.ts';
import { readStudioBuild, type StudioBuild } from '../studio/studio-build.ts';
import { findStudioFolder } from '../studio/studio-folder.ts';
import { joinInstances } from './join-instances.ts';
import {
  createLiveSource,
  findContentProblems,
  type LoadedSource,
  readSource,
  type SaveListener,
} from './live-source.ts';
import { openStoreInThread } from './worker/open-store.ts';

export interface StartOptions {
  readonly config: Config;
  /** The folder of the documents. */
  readonly schemasFolder: string;
  /** If true, the site is rendered from its sources, and saved documents and content are loaded at once. */
  readonly isDev: boolean;
  /** If true, a lost database is created anew; everything else in the data folder stays. */
  readonly isBeginningAnew?: boolean;
  /** The variables that contain the secrets of destinations; absent: those of the process. */
  readonly env?: Environment;
  /** Limits, times and sizes; absent: those of `config/settings.json`. */
  readonly settings?: ServerSettings;
  /** Returns milliseconds since 1970; absent: the system's clock. */
  readonly now?: () => number;
  /** Receives the lines of the log. */
  readonly writeLog: (line: string) => void;
  /** Receives messages for people, one line each. */
  readonly print: (line: string) => void;
}

export interface RunningServer {
  /** The origin by which this machine reaches it: `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** The address of the first page with an inline form, else of the first page; absent if there is none. */
  readonly formAddress?: string;
  /** The origin of the metrics; absent if they have no port. */
  readonly metricsOrigin?: string;
  /** The link by which the first owner of the studio signs up; absent if an owner exists. */
  readonly firstOwnerLink?: string;
  /** Waits for unfinished requests and mails, and closes. */
  readonly stop: () => Promise<void>;
}

/** Returns the absolute path of a path relative to this file. */
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The folder of this package. */
const root = resolvePath('../../..');
const builtSite = join(root, 'dist');

/**
 * Starts everything: documents and content, the store with its mails, and the HTTP server.
 * @throws StartError if a setting, a document or the content is invalid, or if a port or the database cannot
 * be used.
 */
export async function startConfiguredServer(options: StartOptions): Promise<RunningServer> {
  const { config } = options;
  const opened = await openServer(options, requirePorts);
  const { app, firstOwnerToken, formPath, metricsOrigin, stop } = opened;
  try {
    const origin = await startListening(app, config);
    return {
      origin,
      ...(formPath !== undefined && { formAddress: origin + formPath }),
      ...(metricsOrigin && { metricsOrigin }),
      ...(firstOwnerToken !== undefined && {
        firstOwnerLink: createAccountLink('welcome', {
          origin: config.publicOrigin ?? origin,
          token: firstOwnerToken,
        }),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An open server without an address: a host passes requests to `app.routing`. */
export interface OpenServer {
  readonly app: FastifyInstance;
  /**
   * The token for `createAccountLink('welcome')`, by which the first owner of the studio signs up; absent if
   * an owner exists.
   */
  readonly firstOwnerToken: string | undefined;
  /** The origin of the metrics; undefined if they have no port. */
  readonly metricsOrigin: string | undefined;
  /** The path of the first page with an inline form, else of the first page; undefined if there is none. */
  readonly formPath: string | undefined;
  /** Waits for unfinished requests and mails, and closes everything. */
  readonly stop: () => Promise<void>;
}

/**
 * Opens everything but does not listen, except for the metrics if they have a port.
 * @param requireAddress Checks the address before anything is changed; rejects if it cannot be used.
 * @throws StartError if a setting, a document or the content is invalid, or if the database or the port of
 * the metrics cannot be used.
 */
export async function openServer(
  options: StartOptions,
  requireAddress: (config: Config) => Promise<void>,
): Promise<OpenServer> {
  const { settings: serverSettings = shippedSettings, now = Date.now } = options;
  const metrics = createMetrics();
  const writeLog = countLogLines(options.writeLog, metrics);
  const log = createLog({ write: writeLog, now });
  const health = createHealth({ settings: serverSettings.readiness, metrics, now, log });
  const written = await readSourceFolders(options);
  const site = await openSite(options);
  await requireAddress(options.config);
  const stores = await openStores(options, { log, writeLog, health });
  const leaveInstances = await joinInstances({
    store: stores.store,
    secret: stores.secret,
    documents: written.form.ready.form.hash,
    contentFolder: getContentFolder(options.config),
    settings: serverSettings.instances,
    health,
    log,
  }).catch(async (cause) => {
    await stores.close();
    return createStartErrorThrower('the database')(cause);
  });
  const { forms, source } = await openForms(options, { written, store: stores.store, log }).catch(
    async (cause) => {
      await leaveInstances();
      await stores.close();
      throw cause;
    },
  );
  const deliveryWorker = openDeliveryWorker({
    content: source.content,
    store: stores.store,
    bucket: stores.bucket,
    env: getEnvironment(options),
    settings: serverSettings.deliveries,
    log,
  });
  const { config } = options;
  const { isRateLimited: isOn, isChallenging } = config;
  const { secret, windows } = stores;
  const limits = createLimits({ settings: serverSettings.limits, isOn, isChallenging, windows });
  const store = withDamageReports(withDeliveryPolling(stores.store, deliveryWorker), log);
  const people = await openPeople({
    config,
    settings: serverSettings.people,
    secret,
    store,
    limits,
    log,
    now,
  });
  const studio = await openStudio({
    config,
    secret,
    people,
    forms,
    store,
    build: site.studio,
    log,
    now,
    schemasFolder: options.schemasFolder,
    content: source.content,
  });
  const { dataFolder } = config;
  const { photos } = stores;
  const privacy = createPrivacyService({ dataFolder, secret, store, photos, audit: people.audit, log, now });
  const stopSweeping = startSweeping(privacy.sweep, {
    job: { name: 'privacy', store },
    everyMs: serverSettings.photos.sweepEveryMs,
    event: 'privacy-not-swept',
    log,
  });
  const app = await createApp(options, {
    ...stores,
    store,
    limits,
    forms,
    source,
    site,
    studio,
    privacy,
    log,
    health,
  });
  source.onSave(site);
  source.onSave({ content: studio.draftService.reportContent });
  forms.watch();
  /** Closes everything, the HTTP server first and the store last. Connections are closed after a timeout. */
  const stop = async () => {
    health.startStopping();
    stopSweeping();
    source.stop();
    forms.stop();
    const requestTimer = setTimeout(() => app.server.closeAllConnections(), serverSettings.stop.requestsMs);
    await app.close();
    clearTimeout(requestTimer);
    people.links.close();
    await people.refused.close();
    await studio.draftService.close();
    await site.close();
    await deliveryWorker.stop();
    await leaveInstances();
    await stores.close();
  };
  try {
    const metricsOrigin = await serveMetrics(options, { app, health });
    const { pages } = source.content();
    const formPath = (pages.find(({ placement }) => placement === 'inline') ?? pages[0])?.path;
    return { app, firstOwnerToken: people.firstOwnerToken, metricsOrigin, formPath, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Checks that the ports are free before anything is changed: a server that cannot listen must not change the
 * data folder, or the form that another server publishes.
 * @throws StartError for the first port that is not free.
 */
async function requirePorts({ host, port, metricsPort }: Config): Promise<void> {
  const asked = [
    [port, 'PORT'] as const,
    ...(metricsPort ? [[metricsPort, 'SLIPWAY_METRICS_PORT'] as const] : []),
  ];
  for (const [number, variable] of asked) {
    const probe = createServer();
    const isFree = new Promise((resolve, reject) =>
      probe.once('error', reject).listen({ host, port: number }, () => resolve(true)),
    );
    await isFree.catch((cause) => {
      throw new StartError([formatListenFailure(cause, host, number, variable)], { cause });
    });
    await new Promise((resolve) => probe.close(resolve));
  }
}

/**
 * Reads documents and content, and checks the folders and the destinations.
 * @throws StartError with a line for each problem.
 */
async function readSourceFolders(options: StartOptions): Promise<LoadedSource> {
  const { config, schemasFolder } = options;
  await requireFolders(config);
  const written = await readSource({ schemasFolder, contentFolder: getContentFolder(config) });
  const given = { env: getEnvironment(options), hasBucket: config.s3 !== undefined };
  await requireDestinations(written.content.destinations, given);
  return written;
}

/** Returns the given variables, else those of the process. */
function getEnvironment({ env = process.env }: Pick<StartOptions, 'env'>): Environment {
  return env;
}

/** Returns the configured folder of the content, else that of the demonstration. */
function getContentFolder({ contentFolder = shippedContentFolder }: Config): string {
  return contentFolder;
}

/**
 * Opens the form store, deploys the documents of the folder, and returns the store with a live source of
 * forms and content. Prints and logs warnings: of content that is not valid for the live version, and of
 * sites whose enquiries have no recipient.
 * @throws StartError if the deployed documents do not fit the content.
 */
async function openForms(
  options: StartOptions,
  { written, store, log }: { readonly written: LoadedSource; readonly store: Store; readonly log: Log },
) {
  const { config, settings: serverSettings = shippedSettings, now = Date.now } = options;
  const { dataFolder } = config;
  const forms = openFormStore({
    store,
    leftFolder: join(dataFolder, 'forms'),
    now,
    log,
    compileInThread,
    refuseDue: (due) => refuseDue(store, due),
    retainedMs: serverSettings.ticket.maxAgeMs,
  });
  const contentFolder = getContentFolder(options.config);
  /**
   * Reads the content, and throws a `StartError` with a line for each problem if it does not fit the form.
   */
  const requireValidContent = async (form: Form) => {
    const lines = await findContentProblems(contentFolder, form);
    if (lines.length > 0) throw new StartError(lines);
  };
  await forms
    .deploy(written.form, requireValidContent)
    .catch(createStartErrorThrower('the versions in the database'));
  // A version that was published in the studio may need content that is missing. This must not prevent a
  // start.
  for (const line of await findContentProblems(contentFolder, forms.current().form)) {
    options.print(`Starts with content that does not fit the live version: ${line}`);
    log.warn('content-misfits', { reason: line });
  }
  for (const unreached of findUnreachedSites(forms.current().form, written.content, toUtcDay(now()))) {
    const { site, offices, types } = unreached;
    options.print(`Starts, but ${describeUnreachedSite(unreached)}`);
    log.warn('site-without-recipient', {
      site: site.id,
      ...(offices && { offices: offices.map(({ id }) => id).join(' ') }),
      ...(types && { types: types.map(({ key }) => key).join(' ') }),
    });
  }
  const source = createLiveSource({ ...options, contentFolder, forms, written, log });
  return { forms, source };
}

/**
 * Opens the store, the secret, the photos, the counters of rate limits, and the bucket if there is one; adds
 * their health checks and starts their sweeps. `close` stops and closes all of them.
 * @throws StartError if one of them cannot be used.
 */
async function openStores(
  {
    config,
    isBeginningAnew = false,
    settings: serverSettings = shippedSettings,
    now = Date.now,
  }: StartOptions,
  {
    log,
    writeLog,
    health,
  }: {
    readonly log: Log;
    readonly writeLog: (line: string) => void;
    readonly health: Health;
  },
) {
  const {
    dataFolder,
    databaseUrl,
    smtpUrl,
    mailFrom,
    secret: given,
    uploadTtlMs,
    s3,
    suspectedMs: keptMs,
  } = config;
  const photosFolder = getPhotosFolder(config);
  const mailing = { dataFolder, databaseUrl, smtpUrl, mailFrom, settings: serverSettings };
  const whenAbsent = isBeginningAnew ? 'make' : 'unless-lost';
  const store = await openStoreInThread({ ...mailing, whenAbsent, log, writeLog }).catch(
    createStartErrorThrower(
      databaseUrl === undefined ? `the database in "${dataFolder}"` : 'the database in DATABASE_URL',
    ),
  );
  health.addCheck(createStoreCheck(store, log));
  addDeliveryHealth({ health, store, alarmMs: serverSettings.deliveries.alarmMs, now });
  addMailHealth({ health, store, alarmMs: serverSettings.mail.alarmMs, now });
  /** Returns a handler that closes the store and then throws the error as `createStartErrorThrower` does. */
  const createClosingThrower = (what: string) => async (cause: unknown) => {
    await store.close();
    return createStartErrorThrower(what)(cause);
  };
  // The database is opened first: a secret without a database shows that the database was lost.
  const secret = await loadSecret({ given, dataFolder }).catch(createClosingThrower('the secret'));
  const bucket = await openConfiguredBucket(s3);
  const { photos: settings, limits } = serverSettings;
  const scanner = config.clamd && createClamd(config.clamd, settings.scanSilenceMs);
  const windows = openWindows(config, { store, secret, log, settings: serverSettings.limits });
  const photos = await openPhotoService({
    scanner,
    folder: photosFolder,
    bucket,
    secret,
    uploadTtlMs,
    settings,
    records: store,
    log,
    now,
    floorBytes: config.photosFloorBytes,
    isLimited: config.isRateLimited,
    windows,
  }).catch(createClosingThrower(`SLIPWAY_PHOTOS="${photosFolder}"`));
  const { lookEveryMs } = serverSettings.bucket;
  const stopWatching = bucket && watchBucket({ bucket, health, everyMs: lookEveryMs });
  const { sweepEveryMs: everyMs } = settings;
  const sweeps = [
    startSweeping(() => sweepSuspected({ store, log, keptMs }, now()), {
      job: { name: 'suspected', store },
      everyMs,
      event: 'suspected-not-swept',
      log,
    }),
    startSweeping(() => sweepSavedAnswers({ store, log }, now()), {
      job: { name: 'saved-answers', store },
      everyMs,
      event: 'saved-answers-not-swept',
      log,
    }),
    startSweeping(() => sweepCredentials({ store, keptMs: serverSettings.people.endedTokensMs }, now()), {
      job: { name: 'passes', store },
      everyMs,
      event: 'studio-passes-not-swept',
      log,
    }),
    // SQLite belongs to one server, which counts limits in memory.
    ...(databaseUrl === undefined
      ? []
      : [
          startSweeping(() => store.sweepLimits({ mostOfLimit: limits.addresses }), {
            job: { name: 'limits', store },
            everyMs: limits.shared.sweepEveryMs,
            event: 'limits-not-swept',
            log,
          }),
        ]),
    startSweeping(() => sweepSharedFiles({ store, log, ...serverSettings.sharedFiles }), {
      job: { name: 'shared-files', store },
      everyMs,
      event: 'shared-files-not-swept',
      log,
    }),
  ];
  /** Stops the sweeps and closes the photos, the bucket and, last, the store. */
  const close = async () => {
    for (const stop of sweeps) stop();
    stopWatching?.();
    await photos.close();
    bucket?.close();
    await store.close();
  };
  addPhotoHealth({ health, store, scanner, space: photos.space, alarmMs: settings.reencoding.alarmMs, now });
  return { secret, store, windows, photos, bucket, close };
}

/** Returns the counters of rate limits: shared if servers share a database, else in memory. */
function openWindows(
  { databaseUrl }: Config,
  {
    store,
    secret,
    log,
    settings,
  }: {
    readonly store: Store;
    readonly secret: string;
    readonly log: Log;
    readonly settings: ServerSettings['limits'];
  },
): LimitWindows {
  const alone = createMemoryWindows(settings);
  if (databaseUrl === undefined) return alone;
  const { aloneMs } = settings.shared;
  return createSharedWindows({ store, keys: deriveKeys(secret, 'limits'), alone, aloneMs, log });
}

interface AppDependencies extends Awaited<ReturnType<typeof openForms>> {
  readonly secret: string;
  readonly store: Store;
  readonly photos: PhotoService;
  readonly site: ServedSite;
  readonly studio: StudioServices;
  readonly privacy: PrivacyService;
  readonly limits: Limits;
  readonly log: Log;
  readonly health: Health;
}

/**
 * Creates the HTTP server with the services that its routes need, not yet listening. Shares its files with
 * other servers, unless it is alone: in development, or without a shared database. Resolves after the first
 * attempt to share.
 */
async function createApp(
  { config, isDev, settings: serverSettings = shippedSettings, now = Date.now }: StartOptions,
  { secret, forms, source, store, photos, site, studio, privacy, limits, log, health }: AppDependencies,
): Promise<FastifyInstance> {
  const { content } = source;
  const { build, serve } = site;
  const figures = createFigureCounter({ store, settings: serverSettings.figures, log, now });
  const challenges = { keys: deriveKeys(secret, 'challenge'), settings: serverSettings.limits.challenge };
  const acceptEnquiry = createAcceptEnquiry({
    content,
    findVersionNumber: forms.findNumber,
    store,
    limits,
    challenges,
    photos,
    figures,
    log,
    now,
    receipts: serverSettings.receipts,
  });
  const { dataFolder, smtpUrl, mailFrom } = config;
  const { saveAnswers, close: stopSaving } = createLazySaving({
    dataFolder,
    smtpUrl,
    mailFrom,
    store,
    limits,
    log,
    now,
    settings: serverSettings.resume,
  });
  const isAlone = isDev || config.databaseUrl === undefined;
  const sharedFiles = isAlone
    ? noSharedFiles
    : openSharedFiles({ store, settings: serverSettings.sharedFiles, log });
  const parts = createPageParts(sharedFiles.share);
  const app = await createHttp({
    config,
    settings: serverSettings,
    forms,
    content,
    store,
    photos,
    limits,
    health,
    build,
    isDev,
    log,
    now,
    graphql: createGraphql({ acceptEnquiry, content, now, log, isDev }),
    pages: createPageRenderer({ build, parts, isCaching: !isDev, log }),
    sharedFiles,
    answerPost: createAnswerPost({
      acceptEnquiry,
      findPhotoNames: photos.findNames,
      saveAnswers,
      figures,
      log,
    }),
    saveAnswers,
    figures,
    figuresKey: deriveKeys(secret, 'figures'),
    studio,
    privacy,
    ticketKey: deriveKeys(secret, 'ticket'),
    postKey: deriveKeys(secret, 'form-post'),
    ...(serve && { serve }),
  });
  app.addHook('onClose', async () => {
    stopSaving();
    sharedFiles.stop();
    await figures.close();
  });
  // Before the first request: by then other servers can serve the files that this server's pages name.
  const built = build.folder === undefined ? [] : [listBuiltFiles(build.folder)];
  await sharedFiles.begin([...built, listFormModules(forms, build.validatorRuntime), parts.files]);
  forms.onLive(sharedFiles.shareNew);
  return app;
}

/** The pages of the site and of the studio, as builds or from the sources. */
interface ServedSite extends Required<Pick<SaveListener, 'reload' | 'check'>> {
  readonly build: SiteBuild;
  readonly studio: StudioBuild;
  /** Serves the sources in development; absent for a built site. */
  readonly serve?: (app: FastifyInstance) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Returns the site: in development from its sources, otherwise the built one, whose `reload` and `check` do
 * nothing.
 * @throws StartError if there is no build of this release.
 */
async function openSite({ isDev, schemasFolder, print }: StartOptions): Promise<ServedSite> {
  if (isDev) {
    const { createDevSite } = await import('./dev/dev-site.ts');
    return createDevSite({ root, schemasFolder, print });
  }
  const [build, studio] = await readBuilds().catch((cause: Error) => {
    throw new StartError([cause.message], { cause });
  });
  return { build, studio, reload: () => {}, check: () => {}, close: async () => {} };
}

/**
 * Returns the builds of the site and of the studio.
 * @throws Error if one is missing or of another release.
 */
async function readBuilds() {
  requireRelease(root);
  return Promise.all([readSiteBuild(builtSite), readStudioBuild(findStudioFolder(root))]);
}

/**
 * Starts the metrics server if it has a port, and closes it with the app. Returns its origin; undefined
 * without a port.
 * @throws StartError if the port cannot be used.
 */
async function serveMetrics(
  { config: { host, metricsPort: port } }: StartOptions,
  { app, health }: { readonly app: FastifyInstance; readonly health: Health },
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const server = await startMetricsServer({ host, port, metrics: health }).catch((cause) => {
    throw new StartError([formatListenFailure(cause, host, port, 'SLIPWAY_METRICS_PORT')], { cause });
  });
  app.addHook('onClose', server.close);
  return `http://${toReachableHost(host)}:${server.port}`;
}

/**
 * Starts listening, and returns the origin for a browser on this machine.
 * @throws StartError if the port cannot be used.
 */
async function startListening(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw new StartError([formatListenFailure(cause, host, port, 'PORT')], { cause });
  }
  return `http://${toReachableHost(host)}:${getServerPort(app.server, port)}`;
}

/**
 * Returns a message for the operator about a port that cannot be used.
 * @param variable The environment variable that sets the port.
 */
function formatListenFailure(cause: unknown, host: string, port: number, variable: string): string {
  const code = String(getErrorCode(cause) ?? cause);
  const place = `${host}:${port}`;
  if (code === 'EADDRINUSE')
    return `Cannot listen on ${place}: another program listens there already; stop it or set ${variable}`;
  if (code === 'EACCES')
    return `Cannot listen on ${place}: that is not allowed; set ${variable} to 1024 or more`;
  return `Cannot listen on ${place} (${code}); set HOST to an address of this machine`;
}

/**
 * Returns the host for a URL on this machine: `localhost` for "all addresses", which a browser cannot open,
 * and an IPv6 address in brackets.
 */
function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Returns a handler that throws an error as a `StartError` with a line for a person; throws a `StartError` as
 * it is. `what` names the thing that cannot be used.
 */
function createStartErrorThrower(what: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    // The messages of these errors already name the failed action.
    const isWhole = cause instanceof StoreError || cause instanceof BucketError;
    const line = isWhole ? reason : `Cannot use ${what}: ${reason}`;
    throw new StartError([line], { cause });
  };
}
