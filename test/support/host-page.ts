import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Visitor } from './visitor.ts';

/** A host site: another origin with pages that embed forms. */
interface HostSite {
  /** `http://127.0.0.1:4567`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The answer of a path. */
export interface HostFile {
  readonly text: string;
  readonly type?: string;
  readonly policy?: string;
}

/** Serves files by path. URLs of the example's server are replaced by that of the test. */
export async function startHostSite(
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

/** The script tag of the custom element, from docs/embed.md. */
export const scriptTag = '<script type="module" src="http://localhost:4000/embed.js"></script>';

export function createHostPage(body: string, head = scriptTag): HostFile {
  return {
    text: `<!doctype html><html lang="en"><head><title>Host</title>${head}</head><body>${body}</body></html>`,
  };
}

/**
 * Opens the first page of a host. Its `window.seen` collects the events of the elements and the layout
 * shifts.
 */
export async function openHostPage(
  visitor: Visitor,
  formsUrl: string,
  files: Readonly<Record<string, HostFile>>,
): Promise<string> {
  const site = await startHostSite(files, formsUrl);
  visitor.context.on('close', () => void site.close());
  await visitor.page.addInitScript(() => {
    const seen = { told: [] as unknown[], shifts: 0 };
    Object.assign(window, { seen });
    for (const type of ['ready', 'conversion', 'sent'])
      addEventListener(type, ({ detail }: CustomEventInit) => seen.told.push([type, detail]));
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as { value: number }[]) seen.shifts += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visitor.page.goto(site.url);
  return site.url;
}

export function readSeenEvents({
  page,
}: Visitor): Promise<{ readonly told: unknown[]; readonly shifts: number }> {
  return page.evaluate(() => (window as unknown as { seen: { told: unknown[]; shifts: number } }).seen);
}
