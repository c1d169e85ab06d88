import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { type Contender, startContenders } from '../contenders.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';

/** The size of a page's response without its build files, in kilobytes (1,000) of brotli, bodies only. */
export interface ResponseWeight {
  readonly page: number;
  /** The fragments beside the page, which the browser caches. */
  readonly part: number;
}

/** Measures the page of each contender with `officeCount` offices. */
export async function measureWeights(
  officeCount: number,
  built: BuiltPeers,
): Promise<ReadonlyMap<Contender['name'], ResponseWeight>> {
  const { all, stop } = await startContenders(officeCount, built);
  const weights = new Map<Contender['name'], ResponseWeight>();
  for (const { name, address } of all) weights.set(name, await measureWeight(address));
  await stop();
  return weights;
}

async function measureWeight(address: string): Promise<ResponseWeight> {
  const page = await fetchCompressed(address);
  const html = brotliDecompressSync(page).toString();
  const part = /<script[^>]+src="(\/parts\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const beside = part === undefined ? undefined : await fetchCompressed(new URL(part, address).href);
  return { page: page.length / 1000, part: (beside?.length ?? 0) / 1000 };
}

/** Returns the compressed body; `fetch` would decompress it. */
function fetchCompressed(address: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { accept: '*/*', 'accept-encoding': 'br' };
    get(address, { headers }, async (answer) => resolve(Buffer.concat(await answer.toArray()))).once(
      'error',
      reject,
    );
  });
}
