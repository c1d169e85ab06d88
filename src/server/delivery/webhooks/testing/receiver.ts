import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSafeServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: string;
}

/** A server at `127.0.0.1`, and the requests that it has received so far, in order. */
export interface WebhookReceiver {
  readonly port: number;
  readonly received: readonly ReceivedWebhook[];
}

/** Reads a file beside this module. */
const pem = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A self-signed certificate for `hooks.example`. */
const selfMade = { key: pem('self-made-key.pem'), cert: pem('self-made-cert.pem') };

/**
 * Starts a receiver on a free port of this machine; it ends with the test.
 * @param answer Answers each request, after it is added to `received`. By default the status is 204.
 * @param options With `isSafe` it uses TLS with a self-signed certificate for `hooks.example`.
 */
export async function startWebhookReceiver(
  answer: (response: ServerResponse, received: ReceivedWebhook) => void = (response) =>
    response.writeHead(204).end(),
  { isSafe = false }: { readonly isSafe?: boolean } = {},
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  /** Reads a whole request, adds it to `received` and answers it. */
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = { headers: request.headers, url: request.url ?? '', body: Buffer.concat(chunks).toString() };
    received.push(one);
    answer(response, one);
  };
  const server = isSafe ? createSafeServer(selfMade, take) : createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { port: (server.address() as AddressInfo).port, received };
}
