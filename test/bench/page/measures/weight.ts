import { get } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { type Contender, contendersWith } from '../contenders.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';

/** What of a page is no file of its build, in kilobytes (1,000) as they are sent: brotli, bodies alone. */
export interface Weight {
  readonly page: number;
  /** What travels beside the page, and stays in the browser's cache. */
  readonly part: number;
}

/** Weighs the page of each contender with so many offices. */
export async function measureWeights(
  officeCount: number,
  built: BuiltPeers,
): Promise<ReadonlyMap<Contender['name'], Weight>> {
  const { all, stop } = await contendersWith(officeCount, built);
  const weights = new Map<Contender['name'], Weight>();
  for (const { name, address } of all) weights.set(name, await weightOf(address));
  await stop();
  return weights;
}

async function weightOf(address: string): Promise<Weight> {
  const page = await sentFrom(address);
  const html = brotliDecompressSync(page).toString();
  const part = /<script[^>]+src="(\/parts\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  const beside = part === undefined ? undefined : await sentFrom(new URL(part, address).href);
  return { page: page.length / 1000, part: (beside?.length ?? 0) / 1000 };
}

/** A body as it is sent; `fetch` would unpack it. */
function sentFrom(address: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { accept: '*/*', 'accept-encoding': 'br' };
    get(address, { headers }, async (answer) => resolve(Buffer.concat(await answer.toArray()))).once(
      'error',
      reject,
    );
  });
}
