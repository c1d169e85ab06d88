import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';
import type { PageData } from './page-data.ts';

/**
 * The peers: the form hand-written in React, the same rendered by the server and hydrated at once, stock RJSF, and
 * plain HTML.
 */
export const peerNames = ['handWritten', 'rendered', 'stock', 'plain'] as const;

export type PeerName = (typeof peerNames)[number];

/** The addresses that a peer's page loads, and their bytes. */
export interface BuiltPeer {
  readonly script: string | undefined;
  readonly style: string;
  /** By address. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** The peers as Vite builds them. */
export interface BuiltPeers {
  readonly pages: Readonly<Record<PeerName, BuiltPeer>>;
  /** The hand-written form with the number of further fields in its data. */
  readonly long: BuiltPeer;
  /** Renders the hand-written form as HTML. */
  readonly renderFormHtml: (data: PageData) => string;
}

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds every peer for production into a folder, each with its own chunks. */
export async function buildPeers(folder: string): Promise<BuiltPeers> {
  return {
    pages: {
      handWritten: await buildPage(resolvePath('hand-written/client.tsx'), join(folder, 'hand-written')),
      rendered: await buildPage(resolvePath('hand-written/rendered-client.tsx'), join(folder, 'rendered')),
      stock: await buildPage(resolvePath('stock/client.tsx'), join(folder, 'stock')),
      plain: {
        ...(await buildPage(resolvePath('plain/client.ts'), join(folder, 'plain'))),
        script: undefined,
      },
    },
    long: await buildPage(resolvePath('hand-written/long-client.tsx'), join(folder, 'long')),
    renderFormHtml: await buildServerEntry(resolvePath('hand-written/server.tsx'), join(folder, 'drawing')),
  };
}

const common: InlineConfig = {
  configFile: false,
  root: resolvePath('.'),
  logLevel: 'error',
  plugins: [react()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
};

export async function buildPage(input: string, outDir: string): Promise<BuiltPeer> {
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input },
    },
  });
  const names = readdirSync(join(outDir, 'assets'));
  const files = new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(outDir, 'assets', name))]));
  const style = names.find((name) => name.endsWith('.css'));
  const entry = `${parse(input).name}-`;
  const script = names.find((name) => name.startsWith(entry) && name.endsWith('.js'));
  if (style === undefined) throw new Error(`Cannot find the style sheet of "${input}" in what Vite built`);
  return { script: script && `/assets/${script}`, style: `/assets/${style}`, files };
}

async function buildServerEntry(input: string, outDir: string): Promise<BuiltPeers['renderFormHtml']> {
  await build({
    ...common,
    ssr: { noExternal: true },
    build: { outDir, ssr: true, rolldownOptions: { input, output: { entryFileNames: 'drawing.js' } } },
  });
  const { renderFormHtml } = await import(pathToFileURL(join(outDir, 'drawing.js')).href);
  return renderFormHtml;
}
