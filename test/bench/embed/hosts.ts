import { startServerProcess } from '../../support/server-process.ts';
import { readSiteFile } from '../page/contenders.ts';
import { createBenchContent, pagePath, toPeerData } from '../page/content.ts';
import type { BuiltPeer } from '../page/peers/build-peers.ts';
import { dataAddress } from '../page/peers/embedded/embedded.ts';
import { servePeer } from '../page/peers/serve-peer.ts';

/** A host page, twice: with the form in view, and far below. */
export interface Host {
  /** Its form: ours, stock RJSF's, or none. */
  readonly name: 'ours' | 'stock' | 'without';
  readonly near: string;
  readonly far: string;
  /** Returns the selector of a control by its field's name. */
  readonly control: (field: string) => string;
}

/** The same host page with each form, each on an origin that differs from the form server's. */
export interface Hosts {
  readonly all: readonly Host[];
  readonly stop: () => Promise<void>;
}

/** Serves the host pages, our server and that of the embedded peer, with `officeCount` offices each. */
export async function startHosts(officeCount: number, peer: BuiltPeer): Promise<Hosts> {
  const content = createBenchContent(officeCount);
  const ours = await startServerProcess({ content });
  const json = Buffer.from(JSON.stringify(toPeerData(content)));
  const stock = await createHandler('', new Map([...peer.files, [dataAddress, json]]));
  const forms: Readonly<Record<Host['name'], EmbedMarkup>> = {
    ours: {
      head: `<script type="module" src="${ours.url}/embed.js"></script>`,
      body: `<enquiry-form page="${pagePath}"></enquiry-form>`,
    },
    stock: {
      head: `<script type="module" src="${stock.url}${peer.script}"></script>`,
      body: '<div data-form="contact"></div>',
    },
    without: { head: '', body: '<div data-form="none"></div>' },
  };
  const stops: (() => Promise<unknown>)[] = [ours.stop, stock.stop];
  const all: Host[] = [];
  for (const name of ['ours', 'stock', 'without'] as const) {
    const near = await createHandler(
      createHostHtml(forms[name], 1),
      new Map([['/host.css', Buffer.from(hostStyles)]]),
    );
    const far = await createHandler(
      createHostHtml(forms[name], 60),
      new Map([['/host.css', Buffer.from(hostStyles)]]),
    );
    stops.push(near.stop, far.stop);
    const control = (field: string) => (name === 'stock' ? `#root_${field}` : `[name="${field}"]`);
    all.push({ name, near: `${near.url}/`, far: `${far.url}/`, control });
  }
  return { all, stop: async () => void (await Promise.all(stops.map((stop) => stop()))) };
}

interface EmbedMarkup {
  readonly head: string;
  readonly body: string;
}

function createHandler(page: string, files: ReadonlyMap<string, Buffer>) {
  const pageHeaders = { 'Content-Type': 'text/html; charset=utf-8' };
  return servePeer({ path: '/', page, pageHeaders, files, otherFile: readSiteFile });
}

function createHostHtml({ head, body }: EmbedMarkup, paragraphs: number): string {
  const text = `<p>${'Boats are laid up ashore from October on, and looked after until spring. '.repeat(4)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A host</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/host.css">${head}</head><body><h1>Winter storage</h1>${text.repeat(paragraphs)}${body}${text.repeat(10)}</body></html>`;
}

/**
 * The reserved height that docs/embed.md asks for. The peer gets the same, and the colours that its styles
 * use.
 */
const hostStyles = `body { margin: 1rem; font: 1rem/1.5 sans-serif; --site-line: #ccc; --site-raised: #fff; --site-deep: #123; --site-on-deep: #fff; --site-ink-muted: #555; --site-accent: #0b5d66; --site-radius: 4px }
enquiry-form, [data-form] { display: block; min-block-size: 100vh }`;
