import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else's: an origin of its own, with pages that embed forms. */
export interface HostSite {
  /** `http://127.0.0.1:4567`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What a path answers with. */
export interface HostFile {
  readonly text: string;
  readonly type?: string;
  /** The policy of a page. */
  readonly policy?: string;
}

/** Serves files by path until it is closed. What links to the example's server leads to that of the test. */
export async function hostSite(
  files: Readonly<Record<string, HostFile>>,
  formsUrl: string,
): Promise<HostSite> {
  const server = createServer((request, reply) => {
    const file = files[request.url ?? ''];
    if (file === undefined) {
      reply.writeHead(request.url === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    const { text, type = 'text/html', policy } = file;
    const whole = (one: string) => one.replaceAll('http://localhost:4000', formsUrl);
    reply.setHeader('Content-Type', `${type}; charset=utf-8`);
    if (policy) reply.setHeader('Content-Security-Policy', whole(policy));
    reply.end(whole(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
