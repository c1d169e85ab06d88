import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A content management system on this machine, which answers as a test says. */
export interface FakeCms {
  readonly origin: string;
  /** The requests so far, in order. */
  readonly requests: readonly IncomingMessage[];
  /** Sets the answer to the next requests: a value as JSON, or a function. */
  readonly answers: (answer: CmsAnswer) => void;
  readonly stop: () => Promise<void>;
}

export type CmsAnswer = object | ((response: ServerResponse, request: IncomingMessage) => void);

export async function startFakeCms(first: CmsAnswer = []): Promise<FakeCms> {
  let current = first;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (typeof current === 'function') current(response, request);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(current));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers: (answer) => {
      current = answer;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
