import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../../support/server-process.ts';
import { createBenchContent, pagePath, toPeerData } from './content.ts';
import { type BuiltPeers, type PeerName, peerNames } from './peers/build-peers.ts';
import { createPeerPage, type PeerPageParts } from './peers/peer-page.ts';
import { servePeer } from './peers/serve-peer.ts';

/** A measured form, and the selectors that a program needs. */
export interface Contender {
  readonly name: 'ours' | PeerName;
  readonly address: string;
  /** Returns the selector of a control by its field's name. */
  readonly control: (field: string) => string;
  /** The selector of an invalid control or of its message. */
  readonly problem: string;
}

/** Our form and its peers, each on its own server with the same page around it. */
export interface Contenders {
  readonly all: readonly Contender[];
  readonly stop: () => Promise<void>;
}

/** Serves our page and every peer's with `officeCount` offices. */
export async function startContenders(officeCount: number, built: BuiltPeers): Promise<Contenders> {
  const content = createBenchContent(officeCount);
  const server = await startServerProcess({ content });
  const answer = await fetch(server.url + pagePath);
  const ours = { page: await answer.text(), headers: answer.headers };
  const data = toPeerData(content);
  const peers = await Promise.all(
    peerNames.map((name) =>
      servePeerBeside({ name, peer: built.pages[name], data, renderFormHtml: built.renderFormHtml, ours }),
    ),
  );
  return {
    all: [createContender('ours', server.url), ...peers],
    async stop() {
      await Promise.all([server.stop(), ...peers.map(({ stop }) => stop())]);
    },
  };
}

/** The parts of a peer's server: the built peer, its data, and our server's response. */
interface PeerBeside extends Omit<PeerPageParts, 'ourPage'> {
  readonly ours: { readonly page: string; readonly headers: Headers };
}

export async function servePeerBeside({ ours, ...parts }: PeerBeside) {
  const { name, peer } = parts;
  const served = await servePeer({
    path: pagePath,
    page: createPeerPage({ ...parts, ourPage: ours.page }),
    pageHeaders: headersFor(name, ours.headers),
    files: peer.files,
    otherFile: readSiteFile,
  });
  return { ...createContender(name, served.url), stop: served.stop };
}

export function createContender(name: Contender['name'], url: string): Contender {
  const isStock = name === 'stock';
  return {
    name,
    address: url + pagePath,
    control: (field) => (isStock ? `#root_${field}` : `[name="${field}"]`),
    problem: isStock ? '.text-danger' : '[aria-invalid="true"]',
  };
}

/** Our headers, except for stock RJSF, whose Ajv uses `eval` and fails silently if the policy forbids it. */
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

/** Headers of the bytes and the connection, not of the page. */
const ofOneAnswer = [
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
];

const publicFolder = new URL('../../../src/site/public/', import.meta.url);

export async function readSiteFile(path: string): Promise<Buffer | undefined> {
  const file = new URL(`.${path}`, publicFolder);
  if (!file.href.startsWith(publicFolder.href)) return undefined;
  return readFile(fileURLToPath(file)).catch(() => undefined);
}
