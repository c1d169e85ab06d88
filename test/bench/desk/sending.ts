import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getArrivalTime } from '../../support/many-enquiries.ts';
import { postEnquiry } from '../../support/send.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { getMedian, getRange, type Row } from '../row.ts';

const rounds = 7;
const sends = 40;

/** Visitors send slowly; an export must not delay them. */
const pauseMs = 20;

/** Measures the response times of sends with and without repeated exports at the same time. */
export async function measureSendingRows(
  dataFolder: string,
  { count, exported }: { readonly count: number; readonly exported: number },
): Promise<readonly Row[]> {
  const until = new Date(getArrivalTime(exported, count)).toISOString();
  const server = await startServerProcess({ env: { SLIPWAY_DATA: dataFolder, SLIPWAY_RATE_LIMIT: 'off' } });
  const [alone, beside]: [number[], number[]] = [[], []];
  let exports = 0;
  try {
    await sendSome(server.url);
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await sendSome(server.url));
      const exporting = startExports(dataFolder, { until, exported });
      // The export is running by then.
      await wait(1_500);
      beside.push(await sendSome(server.url));
      exports += await exporting.end();
    }
  } finally {
    await server.stop();
  }
  return [
    {
      what: `an enquiry is answered, while ${exported} are exported beside`,
      ours: getMedian(beside),
      theirs: getMedian(alone),
      unit: 'ms',
      aim: { below: 2 },
      range: { ours: getRange(beside), theirs: getRange(alone) },
    },
    { what: `exports of ${exported} meanwhile, whole and without any twice`, ours: exports, unit: '' },
  ];
}

/** Returns the median response time of some sends. */
async function sendSome(url: string): Promise<number> {
  const waited: number[] = [];
  for (let sent = 0; sent < sends; sent += 1) {
    const start = performance.now();
    const answer = await postEnquiry(url, createSend(url));
    waited.push(performance.now() - start);
    if (!answer.isSuccess) throw new Error(`An enquiry was refused: ${JSON.stringify(answer.body)}`);
    await wait(pauseMs);
  }
  return getMedian(waited);
}

function createSend(url: string) {
  return {
    domain: 'www.trevarrow.example',
    submission_url: new URL('/contact', url).href,
    upload: [],
    enquiry_type: 5,
    name: 'Ada Marsh',
    email: 'ada@example.com',
    phone: '+44 1202 555010',
    message: 'Which of your yards is open to visitors?',
  };
}

/** The range of an export: the number of enquiries before a time. */
interface ExportRange {
  readonly until: string;
  readonly exported: number;
}

/** Exports repeatedly until it is ended. Returns the number of exports. */
function startExports(dataFolder: string, what: ExportRange): { readonly end: () => Promise<number> } {
  let isEnded = false;
  const run = async () => {
    let done = 0;
    while (!isEnded || done === 0) {
      await exportOnce(dataFolder, what);
      done += 1;
    }
    return done;
  };
  const running = run();
  return {
    end: () => {
      isEnded = true;
      return running;
    },
  };
}

/** @throws If an enquiry is missing or occurs twice. */
async function exportOnce(dataFolder: string, { until, exported }: ExportRange): Promise<void> {
  const script = fileURLToPath(new URL('../../../src/server/enquiries.ts', import.meta.url));
  const child = spawn(process.execPath, [script, '--jsonl', '--until', until], {
    env: { PATH: process.env.PATH, SLIPWAY_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  const ids = text
    .split('\n')
    .slice(0, -1)
    .map((line): string => JSON.parse(line).id);
  if (new Set(ids).size !== ids.length || ids.length !== exported)
    throw new Error(`The export has ${ids.length} enquiries, ${new Set(ids).size} of them different`);
}
