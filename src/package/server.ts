import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { readConfig, StartError } from '../server/config/config.ts';
import { createLogWriter } from '../server/log/log-writer.ts';
import { mountServer } from '../server/mount-server.ts';
import { type RunningServer, type StartOptions, startServer as start } from '../server/start-server.ts';

export { type RunningServer, StartError };

/** What a server is started with from code. */
export interface ServerOptions {
  /** The folder of the documents. */
  readonly schemas: string | URL;
  /** The folder of the site's content (docs/contract.md, "Site content"). */
  readonly content: string | URL;
  /** By the names of docs/running.md, "Environment": `{PORT: 4000, SLIPWAY_DATA: '/var/lib/slipway'}`. What they do not name and destinations ask for (`env:CRM_SECRET`) is read from the process's environment; nothing else is. */
  readonly settings?: Readonly<Record<string, string | number | undefined>>;
  /** Takes each line of the log, which is JSON; absent: standard error. */
  readonly log?: (line: string) => void;
  /** Takes what a person is to read, one line each; absent: standard error. */
  readonly print?: (line: string) => void;
}

/**
 * Starts the reference back end: GraphQL, judging, storing, mails, photos, pages and the studio.
 * @throws StartError with a line for each thing that a person has to mend.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return start(startOptions(options));
}

/**
 * A plugin for a Fastify of your own: `await host.register(slipwayPlugin, {schemas, content, settings})`. Whatever the host has no route for
 * is answered as by `startServer`, and closes with the host. `settings` has `SLIPWAY_PUBLIC_URL`, the host's address; `PORT` and `HOST` have
 * no effect.
 * @throws StartError with a line for each thing that a person has to mend.
 */
export async function slipwayPlugin(host: FastifyInstance, options: ServerOptions): Promise<void> {
  // Pages stand at the paths that the content gives them.
  if (host.prefix !== '')
    throw new StartError([
      `Cannot be mounted below "${host.prefix}": addresses begin at the root; leave the prefix out`,
    ]);
  const starting = startOptions(options);
  const { handle, firstOwnerLink, stop } = await mountServer(starting);
  if (firstOwnerLink) starting.print(`Make the first owner of the studio: ${firstOwnerLink}`);
  // In this scope alone nothing of the host's reads a body.
  host.removeAllContentTypeParsers();
  host.addContentTypeParser('*', (_request, _payload, done) => done(null));
  host.all('/*', (request, reply) => {
    reply.hijack();
    handle(request.raw, reply.raw);
  });
  host.addHook('onClose', stop);
}

function startOptions({
  schemas,
  content,
  settings = {},
  log = createLogWriter(2, Date.now).write,
  print = (line) => console.error(line),
}: ServerOptions): StartOptions {
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
  const { config, warnings } = readConfig({ ...env, SLIPWAY_CONTENT: pathOf(content) });
  for (const warning of warnings) print(warning);
  const given = { config, schemasFolder: pathOf(schemas), isDev: false, writeLog: log, print };
  return { ...given, env: { ...process.env, ...env } };
}

function pathOf(folder: string | URL): string {
  return folder instanceof URL || folder.startsWith('file:') ? fileURLToPath(folder) : folder;
}
