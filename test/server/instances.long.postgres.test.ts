import { describe, expect, it } from 'vitest';
import type { ReadinessTrouble } from '../../src/server/platform/health/health.ts';
import { runStatements } from '../../src/server/store/postgres/testing/temporary-database.ts';
import { postEnquiry } from '../support/send.ts';
import { failToStart } from '../support/server.ts';
import { createServerGroup } from '../support/server-group.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';

async function pageOf({ url }: ServerProcess): Promise<{ readonly html: string; readonly ticket: string }> {
  const html = await (await fetch(new URL('/contact?enquiryType=service', url))).text();
  const text = /id="slipway-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null';
  return { html, ...(JSON.parse(text) as { ticket: string }) };
}

const see = async (servers: readonly ServerProcess[], word: string) =>
  (await Promise.all(servers.map(pageOf))).map(({ html }) => html.includes(word));

/** Returns the unknown servers in `/readyz`. */
async function strangers({ url }: ServerProcess): Promise<readonly string[]> {
  const troubles = (await (await fetch(`${url}/readyz`)).json()) as readonly ReadinessTrouble[];
  return troubles.flatMap(({ check, reason }) => (check === 'instances' ? [reason] : []));
}

describe('servers of one database', () => {
  it('all show what one publishes, also once their connections broke, and take what is posted from before', async () => {
    const { url, start } = await createServerGroup();
    const servers = [await start(), await start(), await start()];
    const [one, two, three] = servers as [ServerProcess, ServerProcess, ServerProcess];
    const before = await pageOf(one);
    const studio = await openStudioClient(one);
    await studio.change(changePhoneLabel('Mobile number'));
    expect(await studio.publish()).toMatchObject({ kind: 'published' });
    await expect.poll(() => see(servers, 'Mobile number')).toEqual([true, true, true]);
    for (const server of servers) {
      const answer = await postEnquiry(server.url, enquiryOf(server), {
        headers: { 'slipway-ticket': before.ticket },
      });
      expect(answer.isSuccess).toBe(true);
    }
    await runStatements(url, cut);
    const again = await openStudioClient(one);
    await again.change(changePhoneLabel('Cell phone'));
    expect(await again.publish()).toMatchObject({ kind: 'published' });
    await expect.poll(() => see([two, three], 'Cell phone')).toEqual([true, true]);
    expect(three.logged()).not.toContain('instances-differ');
  });

  it('do not begin beside one with another secret, and are not ready where it was there before', async () => {
    const { url, start } = await createServerGroup();
    const server = await start();
    const failed = await failToStart({
      env: { DATABASE_URL: url, SLIPWAY_SECRET: 'another one of which nobody else has heard' },
    });
    expect(failed.lines).toEqual([
      expect.stringMatching(
        /^Cannot start beside ".+:\d+" on the same database: its SLIPWAY_SECRET is different; give all servers of a database the same$/,
      ),
    ]);
    expect(await strangers(server)).toEqual([]);
    // Both at once: neither knows the other when it starts.
    const marks = '{"secrets":["x"],"documents":"","content":""}';
    await runStatements(
      url,
      `INSERT INTO instances VALUES (gen_random_uuid(), 'web9:1', now() - interval '1 day', 'infinity', '${marks}')`,
    );
    const reason = '"web9:1" on the same database has a different SLIPWAY_SECRET; give all servers the same';
    await expect.poll(() => strangers(server)).toEqual([reason]);
    await runStatements(url, `DELETE FROM instances WHERE name = 'web9:1'`);
    await expect.poll(() => strangers(server)).toEqual([]);
  });

  it('begin beside one whose secret they read as well, and tell of another content', async () => {
    const { env, start } = await createServerGroup();
    const SLIPWAY_SECRET = `a newer one which is to be the only one soon,${env.SLIPWAY_SECRET}`;
    await start({ env: { SLIPWAY_SECRET: SLIPWAY_SECRET.split(',').toReversed().join(',') } });
    const second = await start({ env: { SLIPWAY_SECRET }, content: { 'yacht-models.json': [] } });
    await expect
      .poll(second.logged)
      .toMatch(/"event":"instances-differ","reason":".+ has different content \(SLIPWAY_CONTENT\)/);
    expect(second.logged()).not.toContain('has a different SLIPWAY_SECRET');
    expect(await strangers(second)).toEqual([]);
  });
});

describe('limits of servers of one database', () => {
  /** Returns the statuses of `count` sends from one address, each to the next of the servers. */
  async function sendsFrom(address: string, servers: readonly ServerProcess[], count: number) {
    const codes: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const { url } = servers[at % servers.length] as ServerProcess;
      const wrong = { domain: 'nowhere.example', submission_url: 'https://nowhere.example/', upload: [] };
      const { body } = await postEnquiry(url, wrong, { headers: { 'x-forwarded-for': address } });
      codes.push(body.errors?.[0]?.extensions?.code ?? 'taken');
    }
    return codes;
  }
  const limited = { SLIPWAY_RATE_LIMIT: 'on', SLIPWAY_TRUST_PROXY: '1' };
  const writable = 'SET default_transaction_read_only = off';
  const bad = (count: number) => Array<string>(count).fill('BAD_USER_INPUT');

  it('are used up at one when they are at the other, and after a restart; no address is stored', async () => {
    const { url, start } = await createServerGroup();
    const [one, two] = [await start({ env: limited }), await start({ env: limited })];
    expect(await sendsFrom('203.0.113.7', [one, two], 30)).toEqual(bad(30));
    expect(await sendsFrom('203.0.113.7', [one, two], 2)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
    await Promise.all([one.stop(), two.stop()]);
    const again = await start({ env: limited });
    expect(await sendsFrom('203.0.113.7', [again], 1)).toEqual(['TOO_MANY_REQUESTS']);
    expect(await sendsFrom('203.0.113.8', [again], 1)).toEqual(bad(1));
    const stored = JSON.stringify(await runStatements(url, 'SELECT * FROM limit_counts'));
    expect(stored).toContain('"name":"sends"');
    expect(stored).not.toContain('203.0.113');
  });

  it('are each server’s own while the database does not count: neither refused for it, nor without any', async () => {
    const { url, start } = await createServerGroup();
    const server = await start({ env: limited });
    expect(await sendsFrom('203.0.113.7', [server], 30)).toEqual(bad(30));
    const name = new URL(url).pathname.slice(1);
    await runStatements(url, `ALTER DATABASE "${name}" SET default_transaction_read_only = on`, cut);
    expect(await sendsFrom('203.0.113.9', [server], 31)).toEqual([...bad(30), 'TOO_MANY_REQUESTS']);
    const answer = await postEnquiry(server.url, enquiryOf(server), {
      headers: { 'x-forwarded-for': '203.0.113.10' },
    });
    expect(answer.body.errors?.[0]?.extensions?.code).toBe('UNAVAILABLE');
    await expect.poll(server.logged).toContain('"event":"limits-not-shared"');
    await runStatements(url, writable, `ALTER DATABASE "${name}" RESET default_transaction_read_only`, cut);
    const isShared = async () => {
      await sendsFrom('203.0.113.11', [server], 1);
      return server.logged().includes('"event":"limits-shared-again"');
    };
    await expect.poll(isShared).toBe(true);
    expect(await sendsFrom('203.0.113.7', [server], 1)).toEqual(['TOO_MANY_REQUESTS']);
  });
});

/** Ends every connection of the servers. */
const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'slipway' AND datname = current_database()`;

function enquiryOf({ url }: ServerProcess) {
  return {
    domain: 'www.trevarrow.example',
    submission_url: new URL('/contact', url).href,
    upload: [],
    enquiry_type: 3,
    name: 'Ann Berry',
    email: 'ann@example.com',
    message: 'Hello',
    office_location: '1',
  };
}
