import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Bench, BenchFault, Row } from '../row.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { isMarkedBy } from './marked-photo.ts';
import { createFailurePlan, type FailurePlan, type FailureRound } from './plan.ts';
import { findDeliveryFaults, type StoredEnquiry } from './tally.ts';
import { EnquiryRefused, postMarkedEnquiry, type SentEnquiry, sendMarkedEnquiry } from './visitor.ts';

/** The number of concurrent visitors. */
const atATime = 24;

/** One enquiry in this many is posted without scripts. */
const postedEvery = 10;

/** A guard against mails, webhooks and photos that never finish. */
const patienceMs = 600_000;

/**
 * Three servers behind a proxy; one after another is killed (SIGKILL) during sends with photos and replaced
 * by one with an empty disk. In some rounds PostgreSQL also restarts or crashes. Each acknowledged enquiry
 * must be stored once, complete, and delivered.
 */
export const bench: Bench = async (told) => {
  const plan = createFailurePlan(told);
  const cluster = await startCluster();
  console.log(`${plan.rounds.length} rounds, seed ${plan.seed}; photos in ${cluster.photos.name}`);
  try {
    return await measureCluster(cluster, plan);
  } finally {
    await cluster.stop();
  }
};

async function measureCluster(cluster: Cluster, plan: FailurePlan): Promise<readonly (Row | BenchFault)[]> {
  const sent: SentEnquiry[] = [];
  const faults: string[] = [];
  const began = performance.now();
  for (const round of plan.rounds) await carryOut(round, { cluster, sent, faults });
  const sentMs = performance.now() - began;
  const left = await awaitSettled(cluster);
  const stored = await readStored(cluster);
  const torn = await findTornPhotos(cluster, stored);
  faults.push(...left, ...(await repeatSends(sent)));
  const { mails, webhooks } = cluster.receivers;
  faults.push(...findDeliveryFaults(sent, { stored: await readStored(cluster), mails, webhooks, torn }));
  for (const [event, count] of countErrors(cluster.logged()))
    console.log(`  logged ${count} times: ${event}`);
  return [...createRows({ cluster, plan, sent, stored, sentMs }), ...faults.map((fault) => ({ fault }))];
}

interface Course {
  readonly cluster: Cluster;
  readonly sent: SentEnquiry[];
  readonly faults: string[];
}

/** Sends all enquiries until they are acknowledged. Failures start when a number of them are. */
async function carryOut(round: FailureRound, { cluster, sent, faults }: Course): Promise<void> {
  const before = sent.length;
  const breaking: Promise<void>[] = [];
  const begin = (work: Promise<void>) => {
    // It is awaited below.
    work.catch(() => undefined);
    breaking.push(work);
  };
  const whenDue = () => {
    const done = sent.length - before;
    if (done === round.killAfter) begin(cluster.replace(round.killed));
    if (done === round.restart?.after) begin(restartPostgres(cluster, round.restart.how));
  };
  let left = round.sends;
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      while (left > 0) {
        left -= 1;
        const send = left % postedEvery === 0 ? postMarkedEnquiry : sendMarkedEnquiry;
        try {
          sent.push(await send(cluster.url));
        } catch (error) {
          if (!(error instanceof EnquiryRefused)) throw error;
          faults.push(error.message);
        }
        whenDue();
      }
    }),
  );
  await Promise.all(breaking);
}

async function restartPostgres({ postgres }: Cluster, how: 'restarts' | 'dies'): Promise<void> {
  if (how === 'restarts') return postgres.restart();
  await postgres.kill();
  await postgres.start();
}

/** Waits until no work is queued. Returns the work that never finished. */
async function awaitSettled(cluster: Cluster): Promise<readonly string[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const [left] = await queryDatabase<Record<string, string>>(
      cluster,
      `SELECT (SELECT count(*) FROM mails WHERE state = 'waiting') AS mails,
        (SELECT count(*) FROM deliveries WHERE state = 'waiting') AS webhooks,
        (SELECT count(*) FROM photos JOIN enquiry_photos USING (path) WHERE state = 'stored') AS photos`,
    );
    const open = Object.entries(left ?? {}).filter(([, count]) => Number(count) > 0);
    if (open.length === 0) return [];
    if (Date.now() > deadline) return open.map(([what, count]) => `${count} ${what} still wait`);
    await wait(500);
  }
}

function readStored(cluster: Cluster): Promise<readonly StoredEnquiry[]> {
  return queryDatabase(
    cluster,
    `SELECT reference, coalesce(substring(enquiries.content FROM 'Sent as ([0-9a-f-]{36})'), '') AS mark, mails.state AS mail,
      array(SELECT state FROM deliveries WHERE enquiry = sequence) AS deliveries,
      array(SELECT path FROM enquiry_photos WHERE enquiry = sequence) AS photos
    FROM enquiries JOIN mails ON mails.enquiry = sequence`,
  );
}

async function queryDatabase<Line>({ databaseUrl }: Cluster, statement: string): Promise<Line[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Reads each photo from the storage and by the link of its webhook: both must be equal, complete, and belong
 * to the enquiry. Returns the references of others.
 */
async function findTornPhotos(
  { photos, receivers }: Cluster,
  stored: readonly StoredEnquiry[],
): Promise<ReadonlySet<string>> {
  const torn = new Set<string>();
  for (const {
    reference,
    mark,
    photos: [path = ''],
  } of stored) {
    const bytes = await photos.read(basename(path));
    const [link] = receivers.webhooks.get(reference)?.at(-1)?.photos ?? [];
    const linked = link === undefined ? undefined : await fetchBytes(link);
    const isSame = bytes !== undefined && linked !== undefined && hashBytes(bytes) === hashBytes(linked);
    if (!isSame || !(await isMarkedBy(mark, bytes))) torn.add(reference);
  }
  return torn;
}

async function fetchBytes(link: string): Promise<Buffer | undefined> {
  const answer = await fetch(link);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? bytes : undefined;
}

function hashBytes(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Sends some acknowledged enquiries again: each must get the same answer, whichever server answers. */
async function repeatSends(sent: readonly SentEnquiry[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { reference, repeat } of sent.filter((_, at) => at % 10 === 0)) {
    const again = await repeat?.();
    if (again !== reference) faults.push(`${reference} was sent again, and acknowledged as ${again}`);
  }
  return faults;
}

function countErrors(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines.filter((one) => one.includes('"level":"error"'))) {
    const event = /"event":"([^"]*)"/.exec(line)?.[1] ?? line;
    counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  return counts;
}

function createRows({
  cluster: { receivers },
  plan,
  sent,
  stored,
  sentMs,
}: {
  readonly cluster: Cluster;
  readonly plan: FailurePlan;
  readonly sent: readonly SentEnquiry[];
  readonly stored: readonly StoredEnquiry[];
  readonly sentMs: number;
}): readonly Row[] {
  const restarts = plan.rounds.filter((round) => round.restart).length;
  const twice = (counts: Iterable<number>) => [...counts].filter((count) => count > 1).length;
  const webhookCounts = [...receivers.webhooks.values()].map((all) => all.length);
  const again = sent.filter(({ repeats }) => repeats > 0);
  return [
    {
      what: `acknowledged amid ${plan.rounds.length} kills and ${restarts} ends of PostgreSQL`,
      ours: sent.length,
      unit: 'enquiries',
    },
    { what: 'of them only after something was done once more', ours: again.length, unit: 'enquiries' },
    {
      what: 'of them only after a photo was added again, as its visitor was told',
      ours: sent.filter(({ addedAgain }) => addedAgain > 0).length,
      unit: 'enquiries',
    },
    { what: 'stored', ours: stored.length, unit: 'enquiries' },
    {
      what: 'mails that came, and of them more than once',
      ours: receivers.mails.size,
      unit: `mails, ${twice(receivers.mails.values())} twice`,
    },
    {
      what: 'webhooks that came, and of them more than once',
      ours: webhookCounts.length,
      unit: `webhooks, ${twice(webhookCounts)} twice`,
    },
    {
      what: 'the longest that one waited',
      ours: Math.max(...sent.map(({ waitedMs }) => waitedMs)) / 1000,
      unit: 's',
    },
    { what: 'all of it', ours: sentMs / 1000, unit: 's' },
  ];
}
