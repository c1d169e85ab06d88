import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../../support/server-process.ts';
import { contentWith, pagePath, peerDataOf } from './content.ts';
import { type BuiltPeer, type BuiltPeers, type PeerName, peerNames } from './peers/build-peers.ts';
import type { PageData } from './peers/page-data.ts';
import { peerPage } from './peers/peer-page.ts';
import { servePeer } from './peers/serve-peer.ts';

/** One form that is measured, and how a program finds its way about it. */
export interface Contender {
  readonly name: 'ours' | PeerName;
  readonly address: string;
  /** The selector of a control by its field's name. */
  readonly control: (field: string) => string;
  /** The selector of a control, or a message, that stands for a problem. */
  readonly problem: string;
}

/** Ours and its peers, each on a server of its own with the same page around it. */
export interface Contenders {
  readonly all: readonly Contender[];
  readonly stop: () => Promise<void>;
}

/** Serves our page with this many offices, and every peer's with the same. */
export async function contendersWith(officeCount: number, built: BuiltPeers): Promise<Contenders> {
  const content = contentWith(officeCount);
  const server = await startServerProcess({ content });
  const answer = await fetch(server.url + pagePath);
  const ours = { page: await answer.text(), headers: answer.headers };
  const data = peerDataOf(content);
  const peers = await Promise.all(
    peerNames.map((name) => servePeerBeside({ name, peer: built.pages[name], data, ours })),
  );
  return {
    all: [contender('ours', server.url), ...peers],
    async stop() {
      await Promise.all([server.stop(), ...peers.map(({ stop }) => stop())]);
    },
  };
}

/** What a peer is served from: the built peer, its data, and our page as our server answered. */
interface PeerBeside {
  readonly name: PeerName;
  readonly peer: BuiltPeer;
  readonly data: PageData;
  readonly ours: { readonly page: string; readonly headers: Headers };
}

/** Serves a peer with the same page around it as ours. */
export async function servePeerBeside({ name, peer, data, ours }: PeerBeside) {
  const served = await servePeer({
    path: pagePath,
    page: peerPage({ name, peer, data, ourPage: ours.page }),
    pageHeaders: headersFor(name, ours.headers),
    files: peer.files,
    otherFile: sitesFile,
  });
  return { ...contender(name, served.url), stop: served.stop };
}

/** A contender by the origin of its server. */
export function contender(name: Contender['name'], url: string): Contender {
  const isStock = name === 'stock';
  return {
    name,
    address: url + pagePath,
    control: (field) => (isStock ? `#root_${field}` : `[name="${field}"]`),
    problem: isStock ? '.text-danger' : '[aria-invalid="true"]',
  };
}

/** Ours, but for stock RJSF, whose Ajv evaluates what it compiles and fails without a word where that is forbidden. */
function headersFor(name: PeerName, headers: Headers): Readonly<Record<string, string>> {
  const all = Object.fromEntries([...headers].filter(([header]) => !ofOneAnswer.includes(header)));
  const policy = all['content-security-policy'] ?? '';
  if (name !== 'stock') return all;
  return {
    ...all,
    'content-security-policy': policy
      .replace("script-src 'self'", "script-src 'self' 'unsafe-eval'")
      .replace(/;?\s*require-trusted-types-for 'script'/, ''),
  };
}

/** What belongs to the bytes and the connection, not to the page. */
const ofOneAnswer = [
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

const publicFolder = new URL('../../../src/site/public/', import.meta.url);

/** A picture or a font of the site. */
export async function sitesFile(path: string): Promise<Buffer | undefined> {
  const file = new URL(`.${path}`, publicFolder);
  if (!file.href.startsWith(publicFolder.href)) return undefined;
  return readFile(fileURLToPath(file)).catch(() => undefined);
}
