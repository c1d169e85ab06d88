import { expect, it } from 'vitest';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

/**
 * Starts a mail server without TLS that requires a login and records it, at an address that is not
 * `localhost`.
 */
async function plainServer() {
  const logins: string[] = [];
  const { url, received } = await startMailServer({
    authOptional: false,
    onAuth({ username = '' }, _session, callback) {
      logins.push(username);
      callback(null, { user: username });
    },
  });
  const withPassword = url.replace('smtp://127.0.0.1', 'smtp://ann:secret@127.1');
  return { logins, received, url: withPassword };
}

async function serverFor(smtpUrl: string) {
  return startServer({ env: { SMTP_URL: smtpUrl, SLIPWAY_PUBLIC_URL: 'https://www.example.com' } });
}

it('a password is never sent to a mail server that has no TLS; the mail waits', async () => {
  const { url, logins } = await plainServer();
  const server = await serverFor(url);
  await postEnquiry(server.url, sampleEnquiry);
  const mail = async () => (await server.enquiries())[0]?.mail;
  await expect.poll(mail).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(logins).toEqual([]);
  await server.stop();
});

it('it is where the URL says so itself', async () => {
  const { url, logins, received } = await plainServer();
  const server = await serverFor(`${url}?requireTLS=false`);
  await postEnquiry(server.url, sampleEnquiry);
  expect((await server.mailsDone())[0]?.mail.state).toBe('sent');
  expect([logins, received.length]).toEqual([['ann'], 1]);
  await server.stop();
});
