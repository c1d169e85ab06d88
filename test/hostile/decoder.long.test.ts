import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createPicture, createTruncatedJpeg } from '../photos/support/pictures.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { createPhonePhoto, uploadPhotoOverHttp } from '../support/uploads.ts';

// Photos that are expensive to decode but cheap to send, and photos that cannot be decoded.

async function started(): Promise<RunningServer> {
  const server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

async function enquired(
  server: RunningServer,
  upload: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { isSuccess, body } = await postEnquiry(
    server.url,
    {
      domain: 'www.trevarrow.example',
      submission_url: 'https://www.trevarrow.example/contact',
      upload,
      enquiry_type: 7,
      office_location: '1',
      name: 'Ada Marsh',
      email: 'ada@example.com',
      message: 'The bow thruster cuts out under load.',
    },
    { headers },
  );
  expect(isSuccess, JSON.stringify(body)).toBe(true);
  return body.extensions?.reference ?? '';
}

async function statesOf({ data }: RunningServer, paths: readonly string[]): Promise<readonly string[]> {
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  const found = (await store?.findPhotos(paths)) ?? [];
  await store?.close();
  return found.map(({ state }) => state);
}

const recordOf = async (server: RunningServer, reference: string) =>
  (await server.enquiries()).find((record) => record.reference === reference);

it('makes no photo that nobody has named, so that none holds up a genuine enquiry', async () => {
  const server = await started();
  const large = await createPicture(10_000, 10_000, { plain: true }).jpeg().toBuffer();
  const unnamed: string[] = [];
  for (let count = 0; count < 8; count += 1) unnamed.push(await uploadPhotoOverHttp(server.url, large));
  const reference = await enquired(server, [await uploadPhotoOverHttp(server.url, await createPhonePhoto())]);
  await expect.poll(async () => (await recordOf(server, reference))?.mail.state).toBe('sent');
  const [mail] = await readEnquiryMails(server, (await recordOf(server, reference))?.id ?? '');
  expect(mail?.attachments).toHaveLength(1);
  expect(await statesOf(server, unnamed)).toEqual(unnamed.map(() => 'stored'));
});

it('makes large photos that enquiries name after all others', async () => {
  const server = await started();
  const large = await createPicture(10_000, 10_000, { plain: true }).jpeg().toBuffer();
  const paths: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const path = await uploadPhotoOverHttp(server.url, large);
    await enquired(server, [path]);
    paths.push(path);
  }
  const genuine = await enquired(server, [await uploadPhotoOverHttp(server.url, await createPhonePhoto())]);
  await expect.poll(async () => (await recordOf(server, genuine))?.mail.state).toBe('sent');
  const isMade = (state: string) => state === 'ready';
  // One was being processed when the genuine photo arrived, and one may have started since that was ready.
  expect((await statesOf(server, paths)).filter(isMade).length).toBeLessThanOrEqual(2);
  await expect.poll(async () => (await statesOf(server, paths)).every(isMade)).toBe(true);
});

it('makes none of an enquiry that is suspected, until it is released', async () => {
  const server = await started();
  const path = await uploadPhotoOverHttp(server.url, await createPhonePhoto());
  const suspected = await enquired(server, [path], { 'slipway-trap': '1' });
  // A genuine later photo is processed meanwhile.
  const genuine = await enquired(server, [await uploadPhotoOverHttp(server.url, await createPhonePhoto())]);
  await expect.poll(async () => (await recordOf(server, genuine))?.mail.state).toBe('sent');
  expect(await statesOf(server, [path])).toEqual(['stored']);
  await runProgram('enquiries', { SLIPWAY_DATA: server.data }, '--release', suspected);
  await expect.poll(async () => (await recordOf(server, suspected))?.mail.state).toBe('sent');
  expect(await statesOf(server, [path])).toEqual(['ready']);
});

it('keeps the original of what it cannot make, tells the office, and hands it out when somebody releases it', async () => {
  const server = await started();
  const original = await createTruncatedJpeg();
  const path = await uploadPhotoOverHttp(server.url, original);
  const reference = await enquired(server, [path]);
  await expect.poll(async () => (await recordOf(server, reference))?.mail.state).toBe('sent');
  const mailText = async () => {
    const [mail] = await readEnquiryMails(server, (await recordOf(server, reference))?.id ?? '');
    return mail?.text ?? '';
  };
  expect(await mailText()).toContain('One photo could not be read and was left out.');

  const env = { SLIPWAY_DATA: server.data };
  expect(await runProgram('photos', env)).toContain(`${path} of ${reference}: damaged`);
  await runProgram('photos', env, '--release', path);
  await expect.poll(() => statesOf(server, [path])).toEqual(['ready']);
  await runProgram('enquiries', env, '--resend', reference);
  const photoLink = /\S+\/api\/photos\/\S+/;
  await expect.poll(mailText).toMatch(photoLink);
  const link = photoLink.exec(await mailText())?.[0] ?? '';
  expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(original)).toBe(true);
});
