import type { lookup } from 'node:dns';
import { createServer as createSocketServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { explainInvalidWebhook } from '../../../cli/commands/webhook-listen.ts';
import { isAllowedAddress } from '../../platform/reachable-address.ts';
import { type PostedWebhook, postWebhook } from './post-webhook.ts';
import { parseWebhookSecret } from './sign-webhook.ts';
import { startWebhookReceiver } from './testing/receiver.ts';

const key = new Uint8Array(32).fill(7);
const other = new Uint8Array(32).fill(8);

type Posted = Partial<Omit<PostedWebhook, 'destination'>> & Partial<PostedWebhook['destination']>;

function post({ url = '', mayBePrivate = true, ...more }: Posted) {
  return postWebhook({
    id: 'a-1',
    timestampS: 1_800_000_000,
    body: '{"n":"Zoë"}',
    keys: [key],
    settings: { timeoutMs: 5000, answerBytes: 16_384 },
    signal: new AbortController().signal,
    destination: { url, mayBePrivate },
    ...more,
  });
}

const reasonOf = async (posted: Posted) => {
  const delivered = await post(posted);
  return `${delivered.kind}: ${'reason' in delivered ? delivered.reason : (delivered.remark ?? '')}`;
};

describe('postWebhook', () => {
  it('posts what is signed with every key, word for word', async () => {
    const { port, received } = await startWebhookReceiver();
    const delivered = await post({ url: `http://localhost:${port}/in?a=1`, keys: [key, other] });
    expect(delivered).toEqual({ kind: 'taken' });
    expect(received).toHaveLength(1);
    const [{ headers = {}, url, body = '' } = {}] = received;
    expect({ url, body, type: headers['content-type'] }).toEqual({
      url: '/in?a=1',
      body: '{"n":"Zoë"}',
      type: 'application/json',
    });
    for (const keys of [[key], [other], [key, other]])
      expect(explainInvalidWebhook(headers, { body, keys, nowS: 1_800_000_001 })).toBeUndefined();
    const fault = (more: object) =>
      explainInvalidWebhook(headers, { body, keys: [key], nowS: 1_800_000_001, ...more });
    expect(fault({ keys: [new Uint8Array(32)] })).toMatch(/no signature with this secret/);
    expect(fault({ body: '{"n":"Zoe"}' })).toMatch(/no signature/);
    // A replay: somebody stored the request and sends it again later.
    expect(fault({ nowS: 1_800_000_400 })).toMatch(/signed 400 s ago/);
  });

  it('takes neither the environment’s proxy nor a redirect', async () => {
    const redirectTarget = await startWebhookReceiver();
    const { port } = await startWebhookReceiver((response) =>
      response.writeHead(307, { location: `http://localhost:${redirectTarget.port}/` }).end(),
    );
    expect(await reasonOf({ url: `http://localhost:${port}/` })).toMatch(
      /^deferred: it answers 307, a redirect, which is not followed; put/,
    );
    expect(redirectTarget.received).toEqual([]);
  });

  it.each([
    [500, /^deferred: it answers 500; see its own log/],
    [401, /^deferred: it answers 401; give it the secret/],
    [413, /^deferred: it answers 413; let it accept larger/],
    [410, /^refused: it answers 410/],
  ])('says of an answer %i what to mend', async (status, says) => {
    const { port } = await startWebhookReceiver((response) => response.writeHead(status).end('s3cret words'));
    const reason = await reasonOf({ url: `http://localhost:${port}/` });
    expect(reason).toMatch(says);
    expect(reason).not.toContain('s3cret');
  });

  it('reads no more of an answer than it may', async () => {
    let written = 0;
    const { port } = await startWebhookReceiver((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (written < 10_000_000 && response.write(chunk)) written += chunk.length;
        if (written >= 10_000_000) response.end();
        else response.once('drain', more);
      };
      more();
    });
    expect(await reasonOf({ url: `http://localhost:${port}/` })).toMatch(
      /^taken: its answer is longer than 16 kB/,
    );
    expect(written).toBeLessThan(10_000_000);
  });

  it('gives up one that hangs, before its answer or amid one', async () => {
    const silent = await startWebhookReceiver(() => undefined);
    const settings = { timeoutMs: 200, answerBytes: 16_384 };
    const hang = /^deferred: it did not answer within 0.2 s; let it answer/;
    expect(await reasonOf({ url: `http://localhost:${silent.port}/`, settings })).toMatch(hang);
    const mute = createSocketServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void mute.close());
    const { port } = mute.address() as { port: number };
    expect(await reasonOf({ url: `https://localhost:${port}/`, settings })).toMatch(hang);
    // Its status was there.
    const slow = await startWebhookReceiver((response) => void response.writeHead(200).write('a'));
    expect((await post({ url: `http://localhost:${slow.port}/`, settings })).kind).toBe('taken');
  });

  it('tells of a connection that ends without an answer, and of too many headers', async () => {
    const ended = await startWebhookReceiver((response) => void response.socket?.destroy());
    expect(await reasonOf({ url: `http://localhost:${ended.port}/` })).toMatch(
      /^deferred: the connection ended without an answer \(ECONNRESET\)/,
    );
    const wordy = await startWebhookReceiver(
      (response) => void response.writeHead(204, { 'x-words': 'a'.repeat(20_000) }).end(),
    );
    expect(await reasonOf({ url: `http://localhost:${wordy.port}/` })).toMatch(
      /^deferred: the headers of its answer are too large \(HPE_HEADER_OVERFLOW\)/,
    );
  });

  it('tells of a certificate that does not hold, of no TLS at all, and of nobody there', async () => {
    const { port } = await startWebhookReceiver(undefined, { isSafe: true });
    expect(await reasonOf({ url: `https://localhost:${port}/` })).toMatch(
      /^deferred: its certificate is not valid \(\w+\); renew it there/,
    );
    const plain = await startWebhookReceiver();
    expect(await reasonOf({ url: `https://localhost:${plain.port}/` })).toMatch(
      /^deferred: its TLS does not work/,
    );
    expect(await reasonOf({ url: 'http://localhost:1/' })).toMatch(
      /^deferred: nothing listens at port 1 \(ECONNREFUSED\)/,
    );
    const unknown = ((_name: string, _options: object, done: (error: Error) => void) =>
      done(
        Object.assign(new Error('words of the system'), { code: 'ENOTFOUND' }),
      )) as unknown as typeof lookup;
    expect(await reasonOf({ url: 'https://no.example/', resolveName: unknown })).toMatch(
      /^deferred: its host name has no address \(ENOTFOUND\)/,
    );
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00:ec2::254]',
    'localhost',
    '①②⑦.⓪.⓪.①',
  ])('connects to no private address, however it is spelled: %s', async (host) => {
    const { port, received } = await startWebhookReceiver();
    const reason = await reasonOf({ url: `http://${host}:${port}/`, mayBePrivate: false });
    expect(reason).toMatch(/^deferred: its host has a private or reserved address/);
    expect(received).toEqual([]);
  });

  it('connects to the address that it looked at, and to none where one of several is private', async () => {
    const { port, received } = await startWebhookReceiver();
    let asked = 0;
    /** Rebinds: public when it is looked at, this machine whenever else. */
    const rebinding = (...first: readonly string[]) =>
      ((_name: string, _options: object, done: (error: null, all: object[]) => void) => {
        asked += 1;
        const addresses = asked === 1 ? first : ['127.0.0.1'];
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        );
      }) as unknown as typeof lookup;
    const settings = { timeoutMs: 300, answerBytes: 1024 };
    const url = `http://rebound.example:${port}/`;
    const pinned = await reasonOf({
      url,
      mayBePrivate: false,
      settings,
      resolveName: rebinding('192.0.1.1'),
    });
    expect(pinned).not.toMatch(/private/);
    expect(asked).toBe(1);
    asked = 0;
    const mixed = await reasonOf({
      url,
      mayBePrivate: false,
      resolveName: rebinding('192.0.1.1', '127.0.0.1'),
    });
    expect(mixed).toMatch(/private or reserved address/);
    expect(received).toEqual([]);
  });
});

describe('isAllowedAddress', () => {
  it.each(['8.8.8.8', '2a00:1450:4001::1', '2606:4700::1111'])('lets public hosts be: %s', (address) => {
    expect(isAllowedAddress(address, { mayBePrivate: false })).toBe(true);
  });

  it.each(['10.1.2.3', '100.64.0.1', '100.100.100.201', 'fd00::1', 'fd12:3456::1', '::1'])(
    'lets the hosts of an own network be where they are allowed: %s',
    (address) => {
      expect(isAllowedAddress(address, { mayBePrivate: true })).toBe(true);
      expect(isAllowedAddress(address, { mayBePrivate: false })).toBe(false);
    },
  );

  it.each([
    '169.254.169.254',
    'fe80::1',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '::ffff:10.0.0.1',
    '100.100.100.200',
    '::ffff:100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2:0:0::254',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fe80::a9fe:a9fe',
    '192.0.0.192',
  ])('lets no link, no group and nothing wrapped be, though private ones are allowed: %s', (address) => {
    expect(isAllowedAddress(address, { mayBePrivate: true })).toBe(false);
  });
});

describe('parseWebhookSecret', () => {
  it('reads what Standard Webhooks calls a secret, and nothing else', () => {
    expect(parseWebhookSecret(`whsec_${Buffer.from(key).toString('base64')}\n`)).toEqual(Buffer.from(key));
    for (const bad of ['', 'whsec_', 'whsec_AAAA', 'secret', `whsec_${'A'.repeat(200)}`, 'whsec_ä'])
      expect(parseWebhookSecret(bad)).toBeUndefined();
  });
});
