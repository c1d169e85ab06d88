import Fastify from 'fastify';
import { describe } from 'vitest';
import { addWorkerRoute, type WorkerDependencies } from '../../src/server/http/public/worker-route.ts';
import { readRawDemoContent } from '../support/content.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { journeysOn } from '../support/journey.ts';
import { openLine } from '../support/line.ts';
import { buildNewerRelease } from '../support/newer-release.ts';
import { startServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import type { Visitor } from '../support/visitor.ts';
import {
  awaitStored,
  listStoredFiles,
  listStoredPages,
  visitedPath,
  visitUntilStored,
} from './offline-journey.ts';

const it = journeysOn();

const portals = [
  { name: 'a captive portal', answer: { status: 200 } },
  {
    name: 'a portal that redirects to its own address',
    answer: { status: 302, location: 'http://127.0.0.1:9/' },
  },
  { name: 'the gateway of a server that is down', answer: { status: 502 } },
] as const;

/** Runs in the page. Returns true if the origin has a service worker. */
async function hasWorker(): Promise<boolean> {
  return (await navigator.serviceWorker.getRegistrations()).length > 0;
}

/** Runs in the page. Returns the addresses of the files of the release that it has loaded. */
function listScripts(): readonly string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return loaded.filter((path) => /^\/(?:assets|parts|forms)\//.test(path));
}

/** Returns the text of the open page. */
const readPage = ({ page }: Visitor) => page.locator('body').textContent();

/** Returns the script that a server sends in which the owner has switched the worker off. */
async function fetchRemovingScript(): Promise<string> {
  const app = Fastify();
  addWorkerRoute(app, { build: {}, config: {}, photos: {} } as WorkerDependencies);
  return (await app.inject('/slipway-worker.js')).body;
}

describe('a page that was visited', () => {
  it.for(portals)('opens behind $name', async ({ answer }, { newVisitor, server, expect }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    await line.divert(answer);
    await visitor.visits(visitedPath);
    await expect.poll(() => visitor.page.locator('#slipway-offline').isVisible()).toBe(true);
    expect(await readPage(visitor)).not.toContain('Accept our terms');
    await line.restore();
    await visitor.visits(visitedPath);
    expect(await visitor.page.locator('#slipway-offline').count()).toBe(0);
    await line.close();
  });

  it('opens if the network takes the request and is silent', async ({ newVisitor, server, expect }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    await line.silence();
    await visitor.visits(visitedPath);
    await expect.poll(() => visitor.page.locator('#slipway-offline').isVisible()).toBe(true);
    await line.close();
  });

  it('opens by a link of a campaign, but not as the receipt of an enquiry', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    await line.cut();
    await visitor.visits(`${visitedPath}?utm_source=letter`);
    await expect.poll(() => visitor.page.locator('#slipway-offline').isVisible()).toBe(true);
    for (const query of ['sent=abc', 'resume=abc'])
      await expect(visitor.page.goto(`${visitedPath}?${query}`)).rejects.toThrow('ERR_');
    await line.close();
  });

  it('is removed when the site has it no more', async ({ newVisitor, server, expect }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    const pages = readRawDemoContent()['pages.json'].filter(({ path }) => path !== visitedPath);
    const without = await startServer({ content: { 'pages.json': pages } });
    await line.restore(without.url);
    await visitor.page.goto(visitedPath);
    await expect.poll(() => visitor.page.evaluate(listStoredPages)).not.toContain(visitedPath);
    await line.cut();
    await expect(visitor.page.goto(visitedPath)).rejects.toThrow('ERR_');
    await line.close();
    await without.stop();
  });

  it('leaves with its worker when the server has none any more', async ({ newVisitor, server, expect }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    await line.divert({ status: 404 });
    await visitor.page.goto(visitedPath);
    expect(await readPage(visitor)).toContain('Accept our terms');
    await expect.poll(() => visitor.page.evaluate(hasWorker)).toBe(false);
    await expect.poll(() => visitor.page.evaluate(() => caches.keys())).toEqual([]);
    await line.close();
  });

  it('is shown as one release, before and after a newer one replaces it', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    const { page } = visitor;
    const former = await page.evaluate(listStoredFiles);
    const release = () => page.evaluate(() => document.documentElement.dataset.release);
    const newer = buildNewerRelease();
    const newerServer = await startServerProcess({ folder: newer.folder });
    // The newer page is there, but its files are not yet stored.
    const isStored = async () => {
      const files = await page.evaluate(listStoredFiles);
      const isNewer = files.some((file) => !former.includes(file));
      return isNewer && (await page.evaluate(listScripts)).every((script) => files.includes(script));
    };
    await line.restore(newerServer.url);
    await visitor.visits(visitedPath);
    expect(await release()).toBe('newer');
    await expect.poll(isStored).toBe(true);
    await line.cut();
    await visitor.visits(visitedPath);
    const scripts = await page.evaluate(listScripts);
    const stored = await page.evaluate(listStoredFiles);
    for (const script of scripts) expect(stored).toContain(script);
    await visitor.fills({ name: 'Ada' });
    await visitor.chooses('enquiry_type', 6);
    await visitor.control('interested_in').waitFor();
    // The former server returns, as in a rollback: its page, with its scripts.
    await line.restore(server.url);
    await visitor.visits(visitedPath);
    expect(await release()).toBe(undefined);
    expect(visitor.troubles.filter((trouble) => /policy|hydrat|mended/i.test(trouble))).toEqual([]);
    await line.close();
    await newerServer.stop();
    newer.remove();
  });
});

describe('a page that was not visited', () => {
  it('shows the error of the browser', async ({ newVisitor, server, expect }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    visitor.expectsTrouble();
    await line.cut();
    await expect(visitor.page.goto('/contact')).rejects.toThrow('ERR_');
    await line.close();
  });
});

describe('a first visit', () => {
  it('asks for nothing of the worker before its load event', async ({ newVisitor, server, expect }) => {
    const line = await openLine(server.url);
    const visitor = await newVisitor({ baseURL: line.url, serviceWorkers: 'allow' });
    const page = await (await fetch(line.url + visitedPath)).text();
    const [address = ''] = /\/assets\/start-worker[^"]+/.exec(page) ?? [];
    // A picture that does not arrive delays the event.
    const gate = Promise.withResolvers<void>();
    await visitor.page.route('**/favicon-late.svg', async (route) => {
      await gate.promise;
      await route.fulfill({
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        contentType: 'image/svg+xml',
      });
    });
    await visitor.page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        const late = new Image();
        late.src = '/favicon-late.svg';
        document.body.append(late);
      }),
    );
    await visitor.page.goto(visitedPath, { waitUntil: 'domcontentloaded' });
    await visitor.isHydrated();
    const ofWorker = () => line.requests().filter((request) => /worker|protocol/.test(request));
    expect(address).not.toBe('');
    expect(ofWorker()).toEqual([]);
    gate.resolve();
    await awaitStored(visitor);
    expect(ofWorker()).toContain(`GET ${address}`);
    await line.close();
  });

  it('stores nothing for a visitor who saves data', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ serviceWorkers: 'allow' });
    await visitor.page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
    );
    await visitor.page.goto(server.url + visitedPath);
    await expect.poll(() => visitor.page.evaluate(hasWorker)).toBe(true);
    await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(await visitor.page.evaluate(() => caches.keys())).toEqual([]);
  });
});

describe('a worker', () => {
  const faults = {
    'that cannot be started': 'throw new Error("broken");',
    'that fails at each request': 'addEventListener("fetch", () => { throw new Error("broken"); });',
  };

  it.for(Object.entries(faults))('%s breaks no page', async ([, script], { newVisitor, server, expect }) => {
    let isServed = false;
    const proxy = await startFaultyProxy(server.url, async ({ path, headers }, forward) => {
      const reply = await forward({ headers: { ...headers, 'accept-encoding': 'identity' } });
      if (path !== '/slipway-worker.js') return reply;
      isServed = true;
      return { ...reply, body: script };
    });
    const visitor = await newVisitor({ baseURL: proxy.url, serviceWorkers: 'allow' });
    visitor.expectsTrouble();
    await visitor.page.goto(visitedPath);
    await expect.poll(() => isServed).toBe(true);
    await visitor.visits(visitedPath);
    await visitor.fills({ name: 'Ada' });
    expect(await visitor.readValues('name')).toEqual({ name: 'Ada' });
    await proxy.stop();
  });

  it('removes itself and what it has stored where the owner has switched it off', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    const script = await fetchRemovingScript();
    const proxy = await startFaultyProxy(server.url, async ({ path, headers }, forward) => {
      const { 'if-none-match': _tag, ...others } = headers;
      const reply = await forward({ headers: { ...others, 'accept-encoding': 'identity' } });
      return path === '/slipway-worker.js' ? { ...reply, body: script } : reply;
    });
    await line.restore(proxy.url);
    await visitor.visits(visitedPath);
    await expect.poll(() => visitor.page.evaluate(hasWorker)).toBe(false);
    await expect.poll(() => visitor.page.evaluate(() => caches.keys())).toEqual([]);
    await visitor.fills({ name: 'Ada' });
    await line.close();
    await proxy.stop();
  });

  it('leaves the studio alone', async ({ newVisitor, server, expect }) => {
    const { visitor, line } = await visitUntilStored(newVisitor, server);
    const { page } = visitor;
    const before = line.requests().length;
    await page.goto('/studio');
    await page.getByRole('heading').first().waitFor();
    expect(
      line
        .requests()
        .slice(before)
        .filter((request) => request === 'GET /studio'),
    ).toHaveLength(1);
    await page.goto(visitedPath);
    await awaitStored(visitor);
    expect(await page.evaluate(listStoredPages)).toEqual([visitedPath]);
    expect((await page.evaluate(listStoredFiles)).filter((file) => file.includes('studio'))).toEqual([]);
    await line.close();
  });
});
