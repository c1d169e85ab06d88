import { brotliCompressSync } from 'node:zlib';

/** What a page takes until its form answers, in bytes of brotli at its utmost, bodies alone, by what they are. */
export interface PageWeight {
  /** What its head names: modules, and the validators of a type that cannot be drawn without. */
  readonly script: number;
  readonly style: number;
  /** What travels for the script, in the page and beside it. */
  readonly data: number;
  /** Everything else of the page, which is what a visitor without scripts takes. */
  readonly markup: number;
  /** What comes once a visitor is in the form: what spares work at each key, what sends, and what judges the largest type. */
  readonly late: number;
}

/** What is asked for once a visitor is in a form, which no page names. */
export interface LateParts {
  /** Addresses of modules. */
  readonly modules: readonly string[];
  /** The keys of all types, one of which is judged. */
  readonly types: readonly string[];
}

/** Weighs pages of servers of one build, and each file only once: its address says what is in it. */
export function createScales(late: LateParts): (origin: string, path: string) => Promise<PageWeight> {
  const weighed = new Map<string, Promise<number>>();
  return async (origin, path) => {
    const weightOf = (address: string) => {
      const known = weighed.get(address) ?? bodyAt(origin + address).then(compressed);
      weighed.set(address, known);
      return known;
    };
    const sum = async (addresses: readonly string[]) => {
      const weights = await Promise.all([...new Set(addresses)].map(weightOf));
      return weights.reduce((total, weight) => total + weight, 0);
    };
    const html = (await bodyAt(origin + path)).toString();
    const data = /id="slipway-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    const written = alike(html, data);
    const lateWeight = async () => {
      const validators: string = JSON.parse(data).form.validators;
      const ofTypes = late.types.map((type) => weightOf(validators.replace(':type', type)));
      return (await sum(late.modules)) + Math.max(...(await Promise.all(ofTypes)));
    };
    const modules = addressesIn(html, /<(?:script[^>]+src|link rel="modulepreload"[^>]+href)="([^"]+)"/g);
    return {
      script: await sum(modules.filter((address) => !isPart(address))),
      style: await sum(addressesIn(html, /<link rel="stylesheet"[^>]+href="([^"]+)"/g)),
      data: (data === '' ? 0 : compressed(written(data))) + (await sum(modules.filter(isPart))),
      markup: compressed(written(html.replace(data, ''))),
      late: data === '' ? 0 : await lateWeight(),
    };
  };
}

/** Whether an address is that of what travels beside a page. */
function isPart(address: string): boolean {
  return address.startsWith('/parts/');
}

async function bodyAt(address: string): Promise<Buffer> {
  const answer = await fetch(address, { headers: { accept: '*/*', 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`Cannot weigh "${address}": the server answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

function addressesIn(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].flatMap(([, address = '']) => address.replaceAll('&amp;', '&'));
}

function compressed(body: Buffer | string): number {
  return brotliCompressSync(body).length;
}

/** A page's texts without what is another at each drawing, and in each build. */
function alike(html: string, data: string): (text: string) => string {
  const { ticket = '', key = '' } =
    data === '' ? {} : (JSON.parse(data) as { ticket?: string; key?: string });
  return (text) =>
    [ticket, key, ...html.matchAll(/\b[\da-f]{64}\b/g)]
      .map(String)
      .filter((own) => own !== '')
      .reduce((rest, own) => rest.replaceAll(own, 'own'), text)
      .replaceAll(/-[\w-]{8}\.(js|css)\b/g, '.$1');
}
