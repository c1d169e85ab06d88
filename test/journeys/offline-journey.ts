import { expect } from 'vitest';
import { type Line, openLine } from '../support/line.ts';
import type { RunningServer } from '../support/server.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

/** A page of the demonstration. */
export const visitedPath = '/service/falmouth';

export interface OfflineVisit {
  readonly visitor: Visitor;
  readonly line: Line;
}

/** Has a visitor with a service worker visit a page over a line, until the worker has stored it. */
export async function visitUntilStored(
  newVisitor: (options?: VisitorOptions) => Promise<Visitor>,
  server: Pick<RunningServer, 'url'>,
): Promise<OfflineVisit> {
  const line = await openLine(server.url);
  const visitor = await newVisitor({ baseURL: line.url, serviceWorkers: 'allow' });
  await visitor.page.goto(visitedPath);
  await awaitStored(visitor);
  return { visitor, line };
}

/** Waits until the worker has stored a page. */
export async function awaitStored({ page }: Visitor, path = visitedPath): Promise<void> {
  await expect.poll(() => page.evaluate(listStoredPages)).toContain(path);
}

/** Runs in the page. Returns the paths of the stored pages. */
export async function listStoredPages(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith('slipway-pages'));
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return keys.flat().map(({ url }) => new URL(url).pathname);
}

/** Runs in the page. Returns the addresses of the stored files. */
export async function listStoredFiles(): Promise<readonly string[]> {
  const keys = await (await caches.open('slipway-files-1')).keys();
  return keys.map(({ url }) => new URL(url).pathname);
}
