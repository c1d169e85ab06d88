import type { FastifyInstance } from 'fastify';
import { createAccountLink } from '../admin/people/account-links.ts';
import { openPeople } from '../admin/people/open-people.ts';
import { createPrivacyService, type PrivacyService } from '../admin/privacy/privacy-service.ts';
import {
  openDeliveryWorker,
  requireDestinations,
  withDeliveryPolling,
} from '../delivery/webhooks/open-delivery-worker.ts';
import { type ContentSourcesService, createContentSources } from '../forms/sources/content-sources.ts';
import { createSourceClient } from '../forms/sources/source-client.ts';
import { createLimits, type Limits } from '../limits/limits.ts';
import { startNotifications } from '../notifications/start-notifications.ts';
import { systemClock } from '../platform/concurrency/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { requireFolders } from '../platform/config/require-folders.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import { withDamageReports } from '../store/report-damage.ts';
import { startSweeping } from '../store/sweeping.ts';
import { openStudio, type StudioServices } from '../studio/open-studio.ts';
import { type Closers, createClosers } from './closers.ts';
import { createApp } from './create-app.ts';
import { joinInstances } from './join-instances.ts';
import { requirePorts, serveMetrics, startListening } from './listen.ts';
import { type LoadedSource, readSource } from './live-source.ts';
import { type LiveForms, openForms } from './open-forms.ts';
import { openSite, type ServedSite } from './open-site.ts';
import { openStorage, type Storage } from './open-storage.ts';
import {
  createServerContext,
  createStartErrorThrower,
  type ServerContext,
  type StartOptions,
} from './server-context.ts';

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
 * Opens everything but does not listen, except for the metrics if they have a port. If one part cannot be
 * opened, those before it are closed.
 * @param requireAddress Checks the address before anything is changed; rejects if it cannot be used.
 * @throws StartError if a setting, a document or the content is invalid, or if the database or the port of
 * the metrics cannot be used.
 */
export async function openServer(
  options: StartOptions,
  requireAddress: (config: Config) => Promise<void>,
): Promise<OpenServer> {
  const context = createServerContext(options);
  const closers = createClosers();
  try {
    const written = await readSourceFolders(context);
    const site = await openSite(context);
    closers.add(site.close);
    await requireAddress(context.config);
    const storage = await openStorage(context, closers);
    await joinOtherInstances(context, { written, storage }, closers);
    const live = await openForms(context, { written, store: storage.store }, closers);
    const enquiries = openEnquiries(context, { storage, live }, closers);
    const studio = await openStudioServices(context, { storage: enquiries, live, site }, closers);
    const contentSources = openContentSources(context, { storage, live, studio: studio.studio }, closers);
    const app = await createApp(context, { ...enquiries, ...live, ...studio, contentSources, site });
    closers.add(() => closeApp(app, context));
    closers.add(openNotifications(context, { storage: enquiries, live }));
    live.source.onSave(site);
    live.source.onSave({ content: studio.studio.draftService.reportContent });
    live.forms.watch();
    contentSources.start();
    const metricsOrigin = await serveMetrics(context.config, { app, health: context.health });
    const { pages } = live.source.content();
    return {
      app,
      firstOwnerToken: studio.firstOwnerToken,
      metricsOrigin,
      formPath: (pages.find(({ placement }) => placement === 'inline') ?? pages[0])?.path,
      async stop() {
        context.health.startStopping();
        await closers.closeAll();
      },
    };
  } catch (error) {
    // What prevented the start is reported, not what this prevented from closing.
    await closers.closeAll().catch(() => undefined);
    throw error;
  }
}

/**
 * Reads documents and content, and checks the folders and the destinations.
 * @throws StartError with a line for each problem.
 */
async function readSourceFolders({
  config,
  schemasFolder,
  contentFolder,
  env,
}: ServerContext): Promise<LoadedSource> {
  await requireFolders(config);
  const written = await readSource({ schemasFolder, contentFolder });
  await requireDestinations(written.content['destinations.json'] ?? [], {
    env,
    hasBucket: config.s3 !== undefined,
  });
  return written;
}

/** Joins the servers that share the database; there are none with SQLite. */
async function joinOtherInstances(
  { contentFolder, settings, health, log }: ServerContext,
  { written, storage }: { readonly written: LoadedSource; readonly storage: Storage },
  closers: Closers,
): Promise<void> {
  const { shared } = storage.store;
  if (shared === undefined) return;
  const leave = await joinInstances({
    store: shared,
    secret: storage.secret,
    documents: written.form.ready.form.hash,
    contentFolder,
    settings: settings.instances,
    health,
    log,
  }).catch(createStartErrorThrower('the database'));
  closers.add(leave);
}

interface EnquiryStorage extends Storage {
  readonly limits: Limits;
}

/** Starts the delivery of enquiries, and creates the limits. In the result, the store wakes the deliveries. */
function openEnquiries(
  { config, settings, env, log }: ServerContext,
  { storage, live }: { readonly storage: Storage; readonly live: LiveForms },
  closers: Closers,
): EnquiryStorage {
  const deliveryWorker = openDeliveryWorker({
    content: live.source.content,
    store: storage.store,
    bucket: storage.bucket,
    env,
    settings: settings.deliveries,
    log,
  });
  closers.add(deliveryWorker.stop);
  const { isRateLimited: isOn, isChallenging } = config;
  return {
    ...storage,
    store: withDamageReports(withDeliveryPolling(storage.store, deliveryWorker), log),
    limits: createLimits({ settings: settings.limits, isOn, isChallenging, windows: storage.windows }),
  };
}

/** Starts the mails to people about enquiries. Returns the function that stops them. */
function openNotifications(
  { config, settings, log }: ServerContext,
  { storage: { store, secret }, live }: { readonly storage: EnquiryStorage; readonly live: LiveForms },
): () => Promise<void> {
  const { dataFolder, smtpUrl, mailFrom, publicOrigin } = config;
  const { stop } = startNotifications({
    store,
    form: () => live.forms.current().form,
    content: live.source.content,
    async openTransport() {
      const { openMailTransport } = await import('../delivery/mail/open-mail-transport.ts');
      return openMailTransport({ dataFolder, smtpUrl, settings: settings.people.mail });
    },
    mailFrom,
    publicOrigin,
    keys: deriveKeys(secret, 'notifications'),
    settings,
    clock: systemClock,
    random: Math.random,
    log,
  });
  return stop;
}

/** Opens the studio with its people, and what owners do with personal data. */
async function openStudioServices(
  context: ServerContext,
  {
    storage,
    live,
    site,
  }: { readonly storage: EnquiryStorage; readonly live: LiveForms; readonly site: ServedSite },
  closers: Closers,
): Promise<{
  readonly studio: StudioServices;
  readonly privacy: PrivacyService;
  readonly firstOwnerToken: string | undefined;
}> {
  const { config, settings, schemasFolder, log, now } = context;
  const { secret, store, photos, limits } = storage;
  const people = await openPeople({
    config,
    settings: settings.people,
    secret,
    store,
    limits,
    log,
    now,
  });
  closers.add(people.refused.close);
  closers.add(people.links.close);
  const studio = await openStudio({
    config,
    secret,
    people,
    forms: live.forms,
    store,
    build: site.studio,
    site: site.build,
    log,
    now,
    schemasFolder,
    live: live.source.live,
  });
  closers.add(studio.draftService.close);
  const { dataFolder } = config;
  const privacy = createPrivacyService({ dataFolder, secret, store, photos, audit: people.audit, log, now });
  const stopSweeping = startSweeping(privacy.sweep, {
    job: { name: 'privacy', shared: store.shared },
    everyMs: settings.photos.sweepEveryMs,
    event: 'privacy-not-swept',
    log,
  });
  closers.add(stopSweeping);
  return { studio, privacy, firstOwnerToken: people.firstOwnerToken };
}

/** Creates the requests of lists of the content that come from addresses, not yet started. */
function openContentSources(
  { config, settings, env, now, log }: ServerContext,
  {
    storage: { store },
    live: { forms, source },
    studio,
  }: { readonly storage: Storage; readonly live: LiveForms; readonly studio: StudioServices },
  closers: Closers,
): ContentSourcesService {
  const origins = config.contentOrigins;
  const { contentSources } = settings;
  const service = createContentSources(
    {
      client: createSourceClient({ origins, env, settings: contentSources }),
      origins,
      forms,
      live: source.live,
      adoptCopies: source.adoptCopies,
      store,
      settings: contentSources,
      now,
      log,
    },
    (faulty) => studio.draftService.broadcast({ kind: 'sources', faulty }),
  );
  closers.add(service.stop);
  return service;
}

/** Closes the HTTP server; requests that take longer than the settings allow are ended. */
async function closeApp(app: FastifyInstance, { settings }: ServerContext): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), settings.stop.requestsMs);
  await app.close();
  clearTimeout(timer);
}
