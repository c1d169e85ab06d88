import { brotliCompressSync } from 'node:zlib';
import { findFormModules } from './first-visit.ts';

/**
 * The bytes that a page loads until its form is interactive: bodies only, in brotli at the highest quality,
 * by kind.
 */
export interface PageWeight {
  /** The scripts in its head, which every visitor loads. */
  readonly boot: number;
  /** The modules of the form, with the validators of a type that needs them for drawing. */
  readonly script: number;
  readonly style: number;
  /** The data for the script, in the page and beside it. */
  readonly data: number;
  /** The rest of the page: the part for visitors without scripts. */
  readonly markup: number;
  /**
   * Loaded once a visitor uses the form: the typing optimisations, the transport, and the validator of the
   * largest type.
   */
  readonly late: number;
}

/** Modules that are requested once a visitor uses a form, and that no page names. */
export interface LazyRequests {
  readonly modules: readonly string[];
  /** The keys of all types, one of which is validated. */
  readonly types: readonly string[];
}

/**
 * Creates a function that weighs pages of servers of one build. Each file is weighed once: its address
 * contains its hash.
 */
export function createPageWeigher(late: LazyRequests): (origin: string, path: string) => Promise<PageWeight> {
  const weighed = new Map<string, Promise<number>>();
  return async (origin, path) => {
    const weighAddress = (address: string) => {
      const known = weighed.get(address) ?? fetchBody(origin + address).then(getCompressedSize);
      weighed.set(address, known);
      return known;
    };
    const sum = async (addresses: readonly string[]) => {
      const weights = await Promise.all([...new Set(addresses)].map(weighAddress));
      return weights.reduce((total, weight) => total + weight, 0);
    };
    const html = (await fetchBody(origin + path)).toString();
    const data = /id="slipway-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    const lateWeight = async () => {
      const validators: string = JSON.parse(data).form.validators;
      const ofTypes = late.types.map((type) => weighAddress(validators.replace(':type', type)));
      return (await sum(late.modules)) + Math.max(...(await Promise.all(ofTypes)));
    };
    const fragments: readonly string[] = data === '' ? [] : [JSON.parse(data).part];
    return {
      boot: await sum(addressesIn(html, /<script[^>]+src="([^"]+)"/g)),
      script: await sum(findFormModules(html)),
      style: await sum(addressesIn(html, /<link rel="stylesheet"[^>]+href="([^"]+)"/g)),
      data: (data === '' ? 0 : getCompressedSize(normalizeText(data))) + (await sum(fragments)),
      markup: getCompressedSize(normalizeText(html.replace(data, ''))),
      late: data === '' ? 0 : await lateWeight(),
    };
  };
}

async function fetchBody(address: string): Promise<Buffer> {
  const answer = await fetch(address, { headers: { accept: '*/*', 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`Cannot weigh "${address}": the server answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

function addressesIn(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].flatMap(([, address = '']) => address.replaceAll('&amp;', '&'));
}

function getCompressedSize(body: Buffer | string): number {
  return brotliCompressSync(body).length;
}

/** A ticket or pass: what it says, and its signature of 256 bits, both as base64url. */
const signedToken = /[\w-]{20,}\.[\w-]{43}(?![\w-])/g;

/** Removes from a page's texts the parts that differ for each response and each build. */
function normalizeText(text: string): string {
  return text
    .replaceAll(signedToken, 'own')
    .replaceAll(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'own')
    .replaceAll(/\b[\da-f]{64}\b/g, 'own')
    .replaceAll(/-[\w-]{8}\.(js|css)\b/g, '.$1');
}
