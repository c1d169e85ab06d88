import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { serverSettings } from '../../../src/server/platform/config/settings.ts';
import type { EnquiryFilter } from '../../../src/server/store/records/inbox-entry.ts';
import { getDatabasePath } from '../../../src/server/store/sqlite/database.ts';
import { openSqliteStore } from '../../../src/server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../src/server/store/store.ts';
import { lastArrival, sampleTerms, storeEnquiries } from '../../support/many-enquiries.ts';
import { readResidentMegabytes } from '../process-figures.ts';
import { type Bench, getMedian, getRange, type Row } from '../row.ts';
import { type BareInbox, type BareQuery, createBareInbox } from './bare.ts';
import { measureSendingRows } from './sending.ts';

const rounds = 9;
/** Calls per round: one alone is shorter than the interruptions by other processes. */
const calls = 5;
const { pageSize, mostCounted, exportBatch } = serverSettings.desk;
const exported = 5_000;
const dayMs = 86_400_000;

/**
 * Queries of the inbox over 200,000 enquiries, beside hand-written queries of the same rows in a table made
 * for them; then the effect of an export on visitors. `SLIPWAY_BENCH_ENQUIRIES` sets another number of
 * enquiries.
 */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-desk-'));
  const dataFolder = join(folder, 'data');
  try {
    const count = Number(process.env.SLIPWAY_BENCH_ENQUIRIES ?? 200_000);
    const start = performance.now();
    await storeEnquiries(dataFolder, count);
    const storedMs = performance.now() - start;
    const rows = await measureQueryRows(dataFolder, createBareInbox(dataFolder, join(folder, 'bare.db')));
    return [
      { what: `to store ${count} enquiries, one after the other`, ours: storedMs / 1000, unit: 's' },
      { what: 'their database', ours: statSync(getDatabasePath(dataFolder)).size / 1e6, unit: 'MB' },
      ...rows,
      ...(await measureSendingRows(dataFolder, { count, exported })),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Question {
  readonly what: string;
  readonly filter: EnquiryFilter;
  readonly bare: BareQuery;
}

const month = { from: lastArrival - 60 * dayMs, until: lastArrival - 30 * dayMs };
const unsuspected = ['waiting', 'sent', 'failed', 'no-recipient'] as const;

const questions: readonly Question[] = [
  { what: 'everything', filter: {}, bare: { where: '1', values: [] } },
  {
    what: 'what nobody suspects, which the list shows',
    filter: { mail: unsuspected },
    bare: { where: `state <> 'suspected'`, values: [] },
  },
  { what: 'a rare word', ...createSearch(sampleTerms.rare) },
  { what: 'a common word', ...createSearch(sampleTerms.common) },
  { what: 'the beginning of a rare word', ...createSearch(sampleTerms.rare.slice(0, 5)) },
  { what: 'a rare and a common word', ...createSearch(`${sampleTerms.rare} ${sampleTerms.common}`) },
  { what: 'a mail address', ...createSearch('ada.marsh.1000') },
  { what: 'a type', filter: { type: '9' }, bare: { where: 'type = ?', values: ['9'] } },
  { what: 'an office', filter: { office: '3' }, bare: { where: 'office = ?', values: ['3'] } },
  {
    what: 'a site',
    filter: { site: 'hafen.example' },
    bare: { where: 'site = ?', values: ['hafen.example'] },
  },
  { what: 'a state', filter: { handling: 'in-hand' }, bare: { where: 'handling = ?', values: ['in-hand'] } },
  {
    what: 'an assignee',
    filter: { assignee: 'person-3' },
    bare: { where: 'assignee = ?', values: ['person-3'] },
  },
  { what: 'failed', filter: { mail: ['failed'] }, bare: { where: 'state = ?', values: ['failed'] } },
  { what: 'suspected', filter: { mail: ['suspected'] }, bare: { where: 'state = ?', values: ['suspected'] } },
  {
    what: 'a month',
    filter: month,
    bare: { where: 'received_at >= ? AND received_at < ?', values: [month.from, month.until] },
  },
  {
    what: 'type, office and state together',
    filter: { type: '9', office: '3', handling: 'in-hand', mail: unsuspected },
    bare: {
      where: `type = ? AND office = ? AND handling = ? AND state <> 'suspected'`,
      values: ['9', '3', 'in-hand'],
    },
  },
  {
    what: 'a common word, a type and what failed',
    filter: { search: sampleTerms.common, type: '9', mail: ['failed'] },
    bare: {
      ...createSearch(sampleTerms.common).bare,
      where: `enquiry_words MATCH ? AND type = '9' AND state = 'failed'`,
    },
  },
  {
    what: 'two types and a site that somebody is limited to',
    filter: { within: { types: ['9', '5'], sites: ['hafen.example'] } },
    bare: { where: 'type IN (?, ?) AND site IN (?)', values: ['9', '5', 'hafen.example'] },
  },
];

function createSearch(search: string): Pick<Question, 'filter' | 'bare'> {
  const match = search
    .split(' ')
    .map((word) => `"${word}"*`)
    .join(' ');
  return { filter: { search }, bare: { where: 'enquiry_words MATCH ?', values: [match], isSearch: true } };
}

async function measureQueryRows(dataFolder: string, bare: BareInbox): Promise<readonly Row[]> {
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  const rows: Row[] = [];
  try {
    for (const { what, filter, bare: query } of questions) {
      const page = async () => (await store.findEnquiries({ filter, limit: pageSize })).length;
      rows.push(await compareQueries(`first page: ${what}`, page, () => bare.page(query, pageSize)));
    }
    for (const { what, filter, bare: query } of questions) {
      const count = () => store.countEnquiries({ filter, most: mostCounted });
      rows.push(await compareQueries(`count: ${what}`, count, () => bare.count(query, mostCounted)));
    }
    for (const what of ['everything', 'a common word', 'a type', 'a month']) {
      const { filter, bare: query } = questions.find((question) => question.what === what) as Question;
      const read = () => readInBatches(store, filter);
      rows.push(
        await compareQueries(`export of ${exported}: ${what}`, read, () => bare.read(query, exported)),
      );
    }
    return [
      ...rows,
      { what: 'resident memory of the process', ours: readResidentMegabytes(process.pid), unit: 'MB' },
    ];
  } finally {
    bare.close();
    await store.close();
  }
}

async function readInBatches(store: Store, filter: EnquiryFilter): Promise<number> {
  let read = 0;
  let after = 0;
  while (read < exported) {
    const limit = Math.min(exportBatch, exported - read);
    const page = await store.findEnquiries({ filter, after, limit });
    read += page.length;
    if (page.length < limit) break;
    after = page.at(-1)?.sequence ?? 0;
  }
  return read;
}

/** Measures both alternately. They must find the same number of rows. */
async function compareQueries(what: string, ours: () => Promise<number>, theirs: () => number): Promise<Row> {
  const [found, expected] = [await ours(), theirs()];
  if (found !== expected) throw new Error(`${what}: the store finds ${found}, the query ${expected}`);
  const times: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await measureMs(ours));
    times.theirs.push(await measureMs(async () => theirs()));
  }
  return {
    what,
    unit: 'ms',
    aim: { below: 2 },
    ours: getMedian(times.ours),
    theirs: getMedian(times.theirs),
    range: { ours: getRange(times.ours), theirs: getRange(times.theirs) },
  };
}

async function measureMs(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) await task();
  return (performance.now() - start) / calls;
}
