import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAccountLink } from '../admin/people/account-links.ts';
import { StartError } from '../platform/config/config.ts';
import type { StartOptions } from './server-context.ts';
import { openServer } from './start-server.ts';

/** A server inside another HTTP server, at that server's address. */
export interface MountedServer {
  /** Answers a request whose body has not been read yet. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** The link by which the first owner of the studio signs up; absent if an owner exists. */
  readonly firstOwnerLink?: string;
  readonly stop: () => Promise<void>;
}

/**
 * Opens the server for a host that listens itself.
 * @throws StartError if a setting is invalid, or if `SLIPWAY_PUBLIC_URL` is absent: only the host knows its
 * address, and a guessed one would be unsafe.
 */
export async function mountServer(options: StartOptions): Promise<MountedServer> {
  const { publicOrigin } = options.config;
  const { app, firstOwnerToken, stop } = await openServer(options, async () => {
    if (publicOrigin === undefined)
      throw new StartError([
        'Cannot mount Slipway without SLIPWAY_PUBLIC_URL: links and targets begin with the address of the host; set it to https://forms.example.com',
      ]);
  });
  try {
    await app.ready();
  } catch (error) {
    await stop();
    throw error;
  }
  const isNew = firstOwnerToken !== undefined && publicOrigin !== undefined;
  return {
    handle: (request, response) => app.routing(request, response),
    ...(isNew && {
      firstOwnerLink: createAccountLink('welcome', { origin: publicOrigin, token: firstOwnerToken }),
    }),
    stop,
  };
}
