import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { killed } from '../support/killed.ts';
import { send } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

/** What a round of killing left: all lists are empty where nothing was lost or doubled. */
export interface KillRound {
  /** Enquiries that had been acknowledged before the kill. */
  readonly acknowledged: number;
  /** References that were acknowledged, but are not there any more. */
  readonly lost: readonly string[];
  /** References that are there more than once. */
  readonly doubled: readonly string[];
  /** Enquiries without exactly one mail file. */
  readonly withoutOneMail: readonly string[];
}

/**
 * Kills the server (SIGKILL) amid concurrent submissions once some of them are acknowledged, starts it again on the same data, sends what
 * was not acknowledged again with its key, and compares what is there with what was acknowledged.
 */
export async function killRound(
  data: string,
  { sends, killAfter }: { readonly sends: number; readonly killAfter: number },
): Promise<KillRound> {
  const env = { SLIPWAY_DATA: data, SLIPWAY_RATE_LIMIT: 'off' };
  const keys = Array.from({ length: sends }, () => randomUUID());
  // However fast the server was with all others, a tenth of them is on its way at the very moment of the kill.
  const atTheKill = new Set(keys.slice(-sends / 10));
  const acknowledged = new Map<string, string>();
  const first = await startServerProcess({ env });
  const moment = Promise.withResolvers<void>();
  const death = killed(first, () => {
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
    return { acknowledged: before, ...(await compare(second, data, [...acknowledged.values()])) };
  } finally {
    await second.stop();
  }
}

async function sendOne({ url }: RunningServer, key: string): Promise<string> {
  const variables = {
    domain: 'www.trevarrow.example',
    // Not the server's own address: it has another port after the restart, and a repeat has to say the same.
    submission_url: 'https://www.trevarrow.example/contact',
    upload: [],
    enquiry_type: 5,
    name: 'Ada Marsh',
    email: 'ada@example.com',
    message: `Sent with ${key}`,
  };
  const { isSuccess, body } = await send(url, variables, { headers: { 'idempotency-key': key } });
  const reference = body.extensions?.reference;
  if (!isSuccess || reference === undefined) throw new Error(`not acknowledged: ${JSON.stringify(body)}`);
  return reference;
}

async function compare(server: RunningServer, data: string, expected: readonly string[]) {
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
