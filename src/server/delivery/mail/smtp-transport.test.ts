import { type AddressInfo, createServer } from 'node:net';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { composeMail } from './compose.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { createDueMail } from './testing/due-mail.ts';
import { startMailServer } from './testing/mail-server.ts';

function transport(url: string) {
  const transport = createSmtpTransport({ url, settings: serverSettings.mail });
  onTestFinished(transport.close);
  return transport;
}

function reply(responseCode: number): Error {
  return Object.assign(new Error('that is how it is'), { responseCode });
}

async function deliverTo(options: SMTPServerOptions) {
  const { url } = await startMailServer(options);
  return transport(url).deliver(await composeMail({ due: createDueMail(), mailFrom: undefined }));
}

describe('createSmtpTransport', () => {
  it('hands the mail over as it was composed', async () => {
    const { url, received } = await startMailServer();
    const mail = await composeMail({ due: createDueMail(), mailFrom: undefined });
    expect(await transport(url).deliver(mail)).toEqual({ kind: 'accepted' });
    expect(received).toMatchObject([{ from: 'enquiries@www.example.com', to: ['poole@example.com'] }]);
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed).toMatchObject({
      subject: 'Sales enquiry, www.example.com (K7Q-M4X-HP9)',
      messageId: '<11111111-2222-4333-8444-555555555555@www.example.com>',
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.org' }],
    });
  });

  it('sends many over a few connections', async () => {
    let connections = 0;
    const { url, received } = await startMailServer({
      onConnect: (_, callback) => {
        connections += 1;
        callback();
      },
    });
    const mail = await composeMail({ due: createDueMail(), mailFrom: undefined });
    const { deliver } = transport(url);
    await Promise.all(Array.from({ length: 20 }, () => deliver(mail)));
    expect(received).toHaveLength(20);
    expect(connections).toBeLessThanOrEqual(serverSettings.mail.concurrency);
  });

  it('is refused for good where the server knows no such recipient', async () => {
    const options: SMTPServerOptions = {
      onRcptTo: (_address, _session, callback) => callback(reply(550)),
    };
    expect(await deliverTo(options)).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('that is how it is'),
      code: '550',
    });
  });

  it.each([
    ['is busy', { onRcptTo: (_address, _session, callback) => callback(reply(451)) }, '451'],
    ['has no room', { onMailFrom: (_address, _session, callback) => callback(reply(452)) }, '452'],
    ['asks for a login', { onMailFrom: (_address, _session, callback) => callback(reply(530)) }, '530'],
    ['refuses the sender', { onMailFrom: (_address, _session, callback) => callback(reply(550)) }, '550'],
    [
      'refuses the message',
      {
        onData: (stream, _session, callback) => {
          stream.resume();
          stream.on('end', () => callback(reply(554)));
        },
      },
      '554',
    ],
    ['does not want to talk', { onConnect: (_session, callback) => callback(reply(554)) }, '554'],
  ] satisfies [string, SMTPServerOptions, string][])(
    'is delayed where the server %s',
    async (_, options, code) => {
      expect(await deliverTo(options)).toMatchObject({ kind: 'deferred', code });
    },
  );

  it('is delayed where the login is refused: that is not the mail’s fault', async () => {
    const { url } = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(reply(535)),
    });
    const mail = await composeMail({ due: createDueMail(), mailFrom: undefined });
    const withLogin = url.replace('smtp://', 'smtp://user:wrong@');
    expect(await transport(withLogin).deliver(mail)).toMatchObject({ kind: 'deferred', code: '535' });
  });

  it('is delayed where the connection breaks in the midst', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 here\r\n');
      socket.on('data', (data) => {
        if (data.toString().startsWith('DATA')) socket.destroy();
        else socket.write('250 yes\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const mail = await composeMail({ due: createDueMail(), mailFrom: undefined });
    expect(await transport(`smtp://127.0.0.1:${port}`).deliver(mail)).toMatchObject({ kind: 'deferred' });
  });

  it('is delayed where nobody answers', async () => {
    const mail = await composeMail({ due: createDueMail(), mailFrom: undefined });
    expect(await transport('smtp://127.0.0.1:1').deliver(mail)).toMatchObject({
      kind: 'deferred',
      code: 'ECONNREFUSED',
    });
  });
});
