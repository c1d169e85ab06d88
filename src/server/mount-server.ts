import type { IncomingMessage, ServerResponse } from 'node:http';
import { StartError } from './config/config.ts';
import { linkTo } from './people/links.ts';
import { openServer, type StartOptions } from './start-server.ts';

/** A server that answers at somebody else's address. */
export interface MountedServer {
  /** Answers a request whose body nobody has read. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** The link that makes the first owner of the studio; absent: there is one. */
  readonly firstOwnerLink?: string;
  readonly stop: () => Promise<void>;
}

/**
 * Opens the server for a host that listens itself.
 * @throws StartError where something that a person gave does not do; without the host's address, which nothing here can tell, none is safe.
 */
export async function mountServer(options: StartOptions): Promise<MountedServer> {
  const { publicOrigin } = options.config;
  const {
    app,
    firstOwnerWord: word,
    stop,
  } = await openServer(options, async () => {
    if (publicOrigin === undefined)
      throw new StartError([
        'Cannot be mounted without SLIPWAY_PUBLIC_URL: links and targets begin with the address of the host; set it to https://forms.example.com',
      ]);
  });
  try {
    await app.ready();
  } catch (error) {
    await stop();
    throw error;
  }
  const isNew = word !== undefined && publicOrigin !== undefined;
  return {
    handle: (request, response) => app.routing(request, response),
    ...(isNew && { firstOwnerLink: linkTo('welcome', { origin: publicOrigin, word }) }),
    stop,
  };
}
