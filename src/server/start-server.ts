import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type Config, StartError } from './config/config.ts';
import { serverSettings } from './config/settings.ts';
import { openFormStore } from './documents/form-store.ts';
import { codeOf } from './files/files.ts';
import { createGraphql } from './graphql/create-graphql.ts';
import { createHttp, maxBodyBytes } from './http/create-http.ts';
import { createTakeEnquiry } from './judge/take-enquiry.ts';
import { createLimits } from './limits/limits.ts';
import { createLiveSource, type SaveListener } from './live-source.ts';
import { createLog, type Log } from './log/log.ts';
import { createPageDrawer } from './pages/draw-pages.ts';
import { readSiteBuild, type SiteBuild } from './pages/site-build.ts';
import { openPhotos, type Photos } from './photos/open-photos.ts';
import { createAnswerPost } from './posts/answer-post.ts';

import { loadSecret } from './secret/load-secret.ts';
import { deriveKey } from './secret/signed-token.ts';
import type { Store } from './store/store.ts';
import { openStore } from './worker/open-store.ts';

/** What a server is started with. */
export interface StartOptions {
  readonly config: Config;
  /** The folder of the documents. */
  readonly schemasFolder: string;
  /** Draws with the site's sources, and takes up changes of documents and content as they are saved. */
  readonly isDev: boolean;
  /** Takes the lines of the log. */
  readonly writeLog: (line: string) => void;
  /** Takes what a person is to read, one line each. */
  readonly print: (line: string) => void;
}

/** A server that listens. */
export interface RunningServer {
  /** Where it can be reached from this machine: `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** Lets requests and mails that are under way end, and closes. */
  readonly stop: () => Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The content that ships with the demonstration, and what `npm run build` makes. */
const shippedContent = here('../site/content');
const builtSite = here('../../dist');

/**
 * Starts everything: the documents and the content, the store with its mails, and the HTTP server.
 * @throws StartError where something that a person gave does not do.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config } = options;
  const log = createLog({ write: options.writeLog, now });
  const written = await openWritten(options, log);
  const site = await siteOf(options);
  const stores = await openStores(options, { secret: written.secret, log });
  const app = await createApp(options, { ...written, ...stores, site, log });
  written.source.onSave(site);
  const stop = async () => {
    written.source.stop();
    await app.close();
    await site.close();
    await stores.photos.close();
    await stores.store.close();
  };
  try {
    return { origin: await listen(app, config), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Milliseconds since 1970 UTC. */
const now = Date.now;

/** What people write, and what the data folder has of it: the secret and the versions of the form. */
async function openWritten(options: StartOptions, log: Log) {
  const { dataFolder, contentFolder = shippedContent, secret: given } = options.config;
  await mkdir(dataFolder, { recursive: true }).catch(unusable(`the data folder "${dataFolder}"`));
  const secret = await loadSecret({ given, dataFolder }).catch(unusable('the secret'));
  const retainedMs = serverSettings.ticket.maxAgeMs;
  const forms = await openFormStore({ folder: join(dataFolder, 'forms'), retainedMs, now });
  const source = await createLiveSource({ ...options, contentFolder, forms, log });
  return { secret, forms, source };
}

/** The enquiries with their mails, and the photos. */
async function openStores(
  { config, writeLog }: StartOptions,
  { secret, log }: { readonly secret: string; readonly log: Log },
) {
  const { dataFolder, smtpUrl, mailFrom, uploadTtlMs, s3 } = config;
  const mailing = { dataFolder, smtpUrl, mailFrom, settings: serverSettings };
  const store = await openStore({ ...mailing, log, writeLog }).catch(
    unusable(`the database in "${dataFolder}"`),
  );
  const place = s3 ? `the bucket "${s3.bucket}" at ${s3.endpoint}` : `the photos in "${dataFolder}"`;
  const photos = await openPhotos({
    ...{ dataFolder, s3, secret, uploadTtlMs, settings: serverSettings.photos, records: store, log, now },
  }).catch(async (cause) => {
    await store.close();
    return unusable(place)(cause);
  });
  return { store, photos };
}

interface AppDependencies extends Awaited<ReturnType<typeof openWritten>> {
  readonly store: Store;
  readonly photos: Photos;
  readonly site: ServedSite;
  readonly log: Log;
}

/** The HTTP server over everything that it answers with. */
async function createApp(
  { config, isDev }: StartOptions,
  { secret, forms, source, store, photos, site, log }: AppDependencies,
): Promise<FastifyInstance> {
  const { content } = source;
  const { build, serve } = site;
  const limits = createLimits({ settings: serverSettings.limits, isOn: config.isRateLimited });
  const takeEnquiry = createTakeEnquiry({ content, store, limits, photos, log, now });
  return createHttp({
    ...{ config, settings: serverSettings, forms, content, store, photos, limits, build, isDev, log, now },
    graphql: createGraphql({ takeEnquiry, content, now, log, maxBytes: maxBodyBytes }),
    pages: createPageDrawer({ build, isCaching: !isDev, log }),
    answerPost: createAnswerPost({ takeEnquiry, namesOf: photos.namesOf, log }),
    ticketKey: deriveKey(secret, 'ticket'),
    postKey: deriveKey(secret, 'form-post'),
    ...(serve && { serve }),
  });
}

/** The site as it is served: built, or from its sources. */
interface ServedSite extends SaveListener {
  readonly build: SiteBuild;
  readonly serve?: (app: FastifyInstance) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function siteOf({ isDev, schemasFolder, print }: StartOptions): Promise<ServedSite> {
  if (isDev) {
    const { createDevSite } = await import('./dev/dev-site.ts');
    return createDevSite({ root: here('../..'), schemasFolder, print });
  }
  const build = await readSiteBuild(builtSite).catch((cause: Error) => {
    throw new StartError([cause.message], { cause });
  });
  return { build, reload: () => {}, check: () => {}, close: async () => {} };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw new StartError([listenFailure(cause, host, port)], { cause });
  }
  const address = app.server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${reachableHost(host)}:${listening}`;
}

function listenFailure(cause: unknown, host: string, port: number): string {
  const code = String(codeOf(cause) ?? cause);
  const place = `${host}:${port}`;
  if (code === 'EADDRINUSE')
    return `Cannot listen on ${place}: something else does already; stop it or set PORT`;
  if (code === 'EACCES') return `Cannot listen on ${place}: that is not allowed; set PORT to 1024 or more`;
  return `Cannot listen on ${place} (${code}); set HOST to an address of this machine`;
}

/** A person's browser cannot open "all addresses". */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Errors of the system tell a person what to mend; anything else is our own mistake. */
function unusable(what: string): (cause: unknown) => never {
  return (cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError([`Cannot use ${what}: ${reason}`], { cause });
  };
}
