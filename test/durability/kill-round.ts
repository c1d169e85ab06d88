import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { killWhen } from '../support/kill-when.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

/** The result of a kill: all lists are empty if nothing was lost or duplicated. */
export interface KillRound {
  /** The number of enquiries acknowledged before the kill. */
  readonly acknowledged: number;
  /** Acknowledged references that are no longer stored. */
  readonly lost: readonly string[];
  /** References that are stored more than once. */
  readonly doubled: readonly string[];
  readonly withoutOneMail: readonly string[];
}

/**
 * Kills the server (SIGKILL) during concurrent submissions once some are acknowledged, restarts it on the
 * same data, sends the unacknowledged ones again with their key, and compares the stored with the
 * acknowledged enquiries.
 */
export async function runKillRound(
  data: string,
  { sends, killAfter }: { readonly sends: number; readonly killAfter: number },
): Promise<KillRound> {
  const env = { SLIPWAY_DATA: data, SLIPWAY_RATE_LIMIT: 'off' };
  const keys = Array.from({ length: sends }, () => randomUUID());
  // A tenth of the sends is pending at the moment of the kill, however fast the server is.
  const atTheKill = new Set(keys.slice(-sends / 10));
  const acknowledged = new Map<string, string>();
  const first = await startServerProcess({ env });
  const moment = Promise.withResolvers<void>();
  const death = killWhen(first, () => {
    const hasCome = acknowledged.size >= killAfter;
    if (hasCome) moment.resolve();
    return hasCome;
  });
  await Promise.allSettled(
    keys.map(async (key) => {
      if (atTheKill.has(key)) await moment.promise;
      acknowledged.set(key, await sendOne(first, key));
    }),
  );
  await death;
  const before = acknowledged.size;
  const second = await startServer({ env });
  try {
    const unanswered = keys.filter((key) => !acknowledged.has(key));
    await Promise.all(unanswered.map(async (key) => acknowledged.set(key, await sendOne(second, key))));
    await second.mailsDone();
    return { acknowledged: before, ...(await compareStored(second, data, [...acknowledged.values()])) };
  } finally {
    await second.stop();
  }
}

async function sendOne({ url }: RunningServer, key: string): Promise<string> {
  const variables = {
    domain: 'www.trevarrow.example',
    // A fixed address, because the port changes with the restart and a repeat must be identical.
    submission_url: 'https://www.trevarrow.example/contact',
    upload: [],
    enquiry_type: 5,
    name: 'Ada Marsh',
    email: 'ada@example.com',
    message: `Sent with ${key}`,
  };
  const { isSuccess, body } = await postEnquiry(url, variables, { headers: { 'idempotency-key': key } });
  const reference = body.extensions?.reference;
  if (!isSuccess || reference === undefined) throw new Error(`not acknowledged: ${JSON.stringify(body)}`);
  return reference;
}

async function compareStored(server: RunningServer, data: string, expected: readonly string[]) {
  const enquiries = await server.enquiries();
  const count = new Map<string, number>();
  for (const { reference } of enquiries) count.set(reference, (count.get(reference) ?? 0) + 1);
  const files = readdirSync(join(data, 'outbox')).filter((file) => file.endsWith('.eml'));
  const mailsOf = (id: string) => files.filter((file) => file.includes(id)).length;
  return {
    lost: expected.filter((reference) => !count.has(reference)),
    doubled: [...count].filter(([, times]) => times > 1).map(([reference]) => reference),
    withoutOneMail: enquiries
      .filter(({ id, mail }) => mail.state !== 'no-recipient' && mailsOf(id) !== 1)
      .map(({ id }) => id),
  };
}
