import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { connect } from './connect.ts';
import { createTemporaryDatabase } from './testing/temporary-database.ts';

/** A way to a database on which those who are connected hear nothing any more once `fallSilent` is called, as behind a broken line. */
async function breakableWay(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connectSocket({ host: hostname, port: Number(port) });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  const address = relay.address();
  const here = typeof address === 'object' && address ? String(address.port) : '';
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: here }).href,
    fallSilent() {
      for (const socket of sockets) socket.unpipe();
    },
  };
}

describe('connect', () => {
  it('asks on another connection once one has fallen silent', async () => {
    const { url, fallSilent } = await breakableWay(await createTemporaryDatabase());
    const { db, close } = connect({
      url,
      settings: { ...serverSettings.postgres, connections: 1, silenceTimeoutMs: 500 },
      onLost: () => undefined,
    });
    onTestFinished(close);
    const ask = async () => (await sql<{ one: number }>`SELECT ${1}::integer AS one`.execute(db)).rows;
    expect(await ask()).toEqual([{ one: 1 }]);
    fallSilent();
    await expect(ask()).rejects.toThrow('timeout');
    await expect.poll(() => ask().catch(() => 'silent')).toEqual([{ one: 1 }]);
  });
});
