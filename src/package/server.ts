import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { mountServer } from '../server/app/mount-server.ts';
import type { StartOptions } from '../server/app/server-context.ts';
import { type RunningServer, startConfiguredServer as start } from '../server/app/start-server.ts';
import { readConfig, StartError } from '../server/platform/config/config.ts';
import { createLogWriter } from '../server/platform/log/log-writer.ts';

export { type RunningServer, StartError };

export interface ServerOptions {
  /** The file of a form, or the folder of the documents, as a path or a `file:` URL. */
  readonly schemas: string | URL;
  /** The folder of the site's content, as a path or a `file:` URL (docs/contract.md, "Site content"). */
  readonly content: string | URL;
  /**
   * Settings by the names of docs/running.md, "Environment": `{PORT: 4000, SLIPWAY_DATA:
   * '/var/lib/slipway'}`. Secrets of destinations (`env:CRM_SECRET`) that are not given here are read from
   * the environment of the process. The `AWS_*` variables of a bucket are read only from there, and no other
   * setting is.
   */
  readonly settings?: Readonly<Record<string, string | number | undefined>>;
  /** Receives each line of the log, which is JSON. Absent: the log goes to standard error. */
  readonly log?: (line: string) => void;
  /** Receives each message for the operator, one line per call. Absent: messages go to standard error. */
  readonly print?: (line: string) => void;
}

/**
 * Starts the reference back end: GraphQL, validation, storage, mails, photos, pages and the studio. Resolves
 * when it listens.
 * @throws StartError If the configuration, the documents or the environment are invalid. It has one line for
 * each problem to correct.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return start(toStartOptions(options));
}

/**
 * A Fastify plugin that mounts the back end in your own server: `await host.register(slipwayPlugin, {schemas,
 * content, settings})`. It answers every request for which the host has no route, and stops when the host
 * closes. If the studio has no owner, it prints the link by which the first one signs up. Set
 * `SLIPWAY_PUBLIC_URL` in `settings` to the address of the host; `PORT` and `HOST` have no effect.
 * @throws StartError If the plugin is registered with a prefix, or for the reasons of `startServer`.
 */
export async function slipwayPlugin(host: FastifyInstance, options: ServerOptions): Promise<void> {
  // The content determines the paths of pages, from the root.
  if (host.prefix !== '')
    throw new StartError([
      `Cannot mount Slipway below "${host.prefix}": its addresses begin at the root; remove the prefix`,
    ]);
  const starting = toStartOptions(options);
  const { handle, firstOwnerLink, stop } = await mountServer(starting);
  if (firstOwnerLink) starting.print(`Create the first owner of the studio: ${firstOwnerLink}`);
  // Slipway reads request bodies itself. The parsers are removed in this plugin's scope only.
  host.removeAllContentTypeParsers();
  host.addContentTypeParser('*', (_request, _payload, done) => done(null));
  host.all('/*', (request, reply) => {
    reply.hijack();
    handle(request.raw, reply.raw);
  });
  host.addHook('onClose', stop);
}

/**
 * Reads the configuration from the settings, prints its warnings, and returns the options to start with.
 * Their environment is that of the process, overridden by the settings.
 * @throws StartError If a setting is invalid.
 */
function toStartOptions({
  schemas,
  content,
  settings = {},
  log = createLogWriter(2, Date.now).write,
  print = (line) => console.error(line),
}: ServerOptions): StartOptions {
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
  const { config, warnings } = readConfig({ ...env, SLIPWAY_CONTENT: toFolderPath(content) });
  for (const warning of warnings) print(warning);
  const given = { config, schemasFolder: toFolderPath(schemas), isDev: false, writeLog: log, print };
  return { ...given, env: { ...process.env, ...env } };
}

/** Converts `file:` URLs to paths. Returns paths unchanged. */
function toFolderPath(folder: string | URL): string {
  return folder instanceof URL || folder.startsWith('file:') ? fileURLToPath(folder) : folder;
}
