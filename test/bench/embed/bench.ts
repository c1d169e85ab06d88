import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Chromium, startChromium } from '../page/browser/chromium.ts';
import { measureInterleaved, type RoundResults } from '../page/measures/rounds.ts';
import { buildPage } from '../page/peers/build-peers.ts';
import { type Bench, getRange, type Row } from '../row.ts';
import { type Host, type Hosts, startHosts } from './hosts.ts';
import {
  type HostArrival,
  type HostLoading,
  measureHostArrival,
  measureHostLoading,
  measureHostShift,
} from './measures.ts';

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
  const hosts = await startHosts(officeCount, await buildPage(entry, join(folder, 'embedded')));
  const browser = await startChromium();
  try {
    return [
      ...(await measureLoadingRows(browser, hosts, 'far')),
      ...(await measureLoadingRows(browser, hosts, 'near')),
      ...(await measureArrivingRows(browser, hosts)),
      ...(await measureShiftRows(browser, hosts)),
    ];
  } finally {
    await browser.close();
    await hosts.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Measures the cost of a host page before anybody comes near the form, and with the form in view. */
async function measureLoadingRows(
  browser: Chromium,
  { all }: Hosts,
  place: 'near' | 'far',
): Promise<readonly Row[]> {
  const found = await measureInterleaved(
    all,
    () => rounds,
    (host) => measureHostLoading(browser, host[place]),
  );
  const bare = found.median('without', ({ load }) => load.total);
  const where = place === 'far' ? 'form far below' : 'form in view';
  const total = ({ load }: HostLoading) => load.total;
  return [
    {
      ...createComparison(
        found,
        `${where}: main thread to load (page without a form)`,
        'ms',
        total,
        'without',
      ),
    },
    createComparison(
      found,
      '  above the page without a form',
      'ms',
      (one) => total(one) - bare,
      'stock',
      0.5,
    ),
    createComparison(found, '  of it script', 'ms', ({ load }) => load.script, 'stock'),
    {
      ...createComparison(
        found,
        `${where}: kB of the form’s server`,
        'kB',
        ({ kilobytes }) => kilobytes,
        'stock',
        0.5,
      ),
      ...(place === 'far' && { limit: 2 }),
    },
  ];
}

/** Measures the loading of a form in view on a slow network. */
async function measureArrivingRows(browser: Chromium, { all }: Hosts): Promise<readonly Row[]> {
  const forms = all.filter(({ name }) => name !== 'without');
  const found = await measureInterleaved(
    forms,
    () => rounds,
    (host) => measureHostArrival(browser, host),
  );
  const row = (what: string, unit: string, figure: (one: HostArrival) => number) =>
    createComparison(found, what, unit, figure, 'stock', 0.5);
  return [
    row('kB of the form’s server until the form answers', 'kB', ({ kilobytes }) => kilobytes),
    row('slow network: until the first field takes text', 'ms', ({ textAt }) => textAt),
    row('slow network: until a change of type works', 'ms', ({ typeAt }) => typeAt),
  ];
}

const fewRounds = 3;

async function measureShiftRows(browser: Chromium, { all }: Hosts): Promise<readonly Row[]> {
  const forms = all.filter(({ name }) => name !== 'without');
  const rows: Row[] = [];
  for (const place of ['near', 'far'] as const) {
    const found = await measureInterleaved(
      forms,
      () => fewRounds,
      (host) => measureHostShift(browser, host[place], host),
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

function createComparison<Figures>(
  found: RoundResults<Figures, Host['name']>,
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
    range: { ours: getRange(found.all('ours').map(figure)), theirs: getRange(found.all(other).map(figure)) },
    ...(below !== undefined && { aim: { below } }),
  };
}
