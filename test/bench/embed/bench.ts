import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Chromium, startChromium } from '../page/browser/chromium.ts';
import { type Found, interleaved } from '../page/measures/rounds.ts';
import { buildPage } from '../page/peers/build-peers.ts';
import { type Bench, type Row, rangeOf } from '../row.ts';
import { type Host, type Hosts, hostsWith } from './hosts.ts';
import { type Arriving, type Loading, measureArriving, measureLoading, measureShift } from './measures.ts';

const rounds = 7;
const officeCount = 120;

/**
 * A host page with our element, without a form, and with an embed of the usual kind: one script that contains
 * stock RJSF, Ajv and React, and requests the form from its server. Page, offices and types are the same; the
 * browser's main thread is slowed 4 times.
 */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-embedded-'));
  const entry = fileURLToPath(new URL('../page/peers/embedded/client.tsx', import.meta.url));
  const hosts = await hostsWith(officeCount, await buildPage(entry, join(folder, 'embedded')));
  const browser = await startChromium();
  try {
    return [
      ...(await loadingRows(browser, hosts, 'far')),
      ...(await loadingRows(browser, hosts, 'near')),
      ...(await arrivingRows(browser, hosts)),
      ...(await shiftRows(browser, hosts)),
    ];
  } finally {
    await browser.close();
    await hosts.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Measures the cost of a host page before anybody comes near the form, and with the form in view. */
async function loadingRows(
  browser: Chromium,
  { all }: Hosts,
  place: 'near' | 'far',
): Promise<readonly Row[]> {
  const found = await interleaved(
    all,
    () => rounds,
    (host) => measureLoading(browser, host[place]),
  );
  const bare = found.median('without', ({ load }) => load.total);
  const where = place === 'far' ? 'form far below' : 'form in view';
  const total = ({ load }: Loading) => load.total;
  return [
    {
      ...beside(found, `${where}: main thread to load (page without a form)`, 'ms', total, 'without'),
    },
    beside(found, '  above the page without a form', 'ms', (one) => total(one) - bare, 'stock', 0.5),
    beside(found, '  of it script', 'ms', ({ load }) => load.script, 'stock'),
    {
      ...beside(found, `${where}: kB of the form’s server`, 'kB', ({ kilobytes }) => kilobytes, 'stock', 0.5),
      ...(place === 'far' && { limit: 2 }),
    },
  ];
}

/** Measures the loading of a form in view on a slow network. */
async function arrivingRows(browser: Chromium, { all }: Hosts): Promise<readonly Row[]> {
  const forms = all.filter(({ name }) => name !== 'without');
  const found = await interleaved(
    forms,
    () => rounds,
    (host) => measureArriving(browser, host),
  );
  const row = (what: string, unit: string, figure: (one: Arriving) => number) =>
    beside(found, what, unit, figure, 'stock', 0.5);
  return [
    row('kB of the form’s server until the form answers', 'kB', ({ kilobytes }) => kilobytes),
    row('slow network: until the first field takes text', 'ms', ({ textAt }) => textAt),
    row('slow network: until a change of type works', 'ms', ({ typeAt }) => typeAt),
  ];
}

const fewRounds = 3;

async function shiftRows(browser: Chromium, { all }: Hosts): Promise<readonly Row[]> {
  const forms = all.filter(({ name }) => name !== 'without');
  const rows: Row[] = [];
  for (const place of ['near', 'far'] as const) {
    const found = await interleaved(
      forms,
      () => fewRounds,
      (host) => measureShift(browser, host[place], host),
    );
    const most = (name: Host['name']) => Math.max(...found.all(name));
    const what = `slow network: layout shift, form ${place === 'near' ? 'in view' : 'scrolled to'}`;
    rows.push(
      { what, ours: most('ours'), unit: '', limit: 0 },
      { what: '    stock RJSF instead of ours', ours: most('stock'), unit: '' },
    );
  }
  return rows;
}

function beside<Figures>(
  found: Found<Figures, Host['name']>,
  what: string,
  unit: string,
  figure: (figures: Figures) => number,
  other: Host['name'],
  below?: number,
): Row {
  return {
    what,
    ours: found.median('ours', figure),
    theirs: found.median(other, figure),
    unit,
    range: { ours: rangeOf(found.all('ours').map(figure)), theirs: rangeOf(found.all(other).map(figure)) },
    ...(below !== undefined && { aim: { below } }),
  };
}
