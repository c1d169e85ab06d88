import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from './server.ts';

/** The folder of the browser build. */
export const clientFolder = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** Returns the files that a page's head names: what it loads before anybody touches its form. */
export async function listHeadFiles({ url }: RunningServer, pagePath: string): Promise<readonly string[]> {
  return findHeadFiles(await (await fetch(url + pagePath)).text());
}

/**
 * Returns the files that a first visit loads until the form is interactive: those of the head, and the modules that
 * are fetched at the first touch at the latest; not the fragments beside the page.
 */
export async function listFirstFiles({ url }: RunningServer, pagePath: string): Promise<readonly string[]> {
  const page = await (await fetch(url + pagePath)).text();
  return [...new Set([...findHeadFiles(page), ...findFormModules(page)])];
}

function findHeadFiles(page: string): readonly string[] {
  const links = page.matchAll(/<link[^>]+rel="(?:stylesheet|modulepreload)"[^>]+href="([^"]+)"/g);
  const scripts = page.matchAll(/<script[^>]+src="([^"]+)"/g);
  return [...new Set([...links, ...scripts].flatMap(([, address]) => address ?? []))];
}

/** Returns the modules that hydrate the form of a page, given as HTML. Empty if it has none. */
export function findFormModules(page: string): readonly string[] {
  const text = /id="slipway-data">(.*?)<\/script>/s.exec(page)?.[1];
  return text === undefined ? [] : JSON.parse(text).modules;
}

/** Returns the chunk of a manifest entry with all its static imports. */
export async function listEntryFiles(entry: string): Promise<readonly string[]> {
  const manifest: Record<string, { file: string; css?: string[]; imports?: string[] }> = JSON.parse(
    await readFile(`${clientFolder}/.vite/manifest.json`, 'utf8'),
  );
  const found = new Set<string>();
  const add = (name: string) => {
    const { file, css = [], imports = [] } = manifest[name] ?? { file: `${name} is not in the manifest` };
    if (found.has(`/${file}`)) return;
    for (const one of [file, ...css]) found.add(`/${one}`);
    imports.forEach(add);
  };
  add(entry);
  return [...found];
}

/** Entries of the manifest that a first visit must not load. */
export const nestedFieldsEntry = 'widgets/nested/nested-fields.ts';
export const uploaderEntry = 'widgets/photos/uploader.tsx';
export const transportEntry = 'src/contact/send/apollo-transport.ts';
export const validatorRuntimeEntry = 'src/site/validator-runtime.ts';
