import { expect, it, onTestFinished } from 'vitest';
import { tidyText } from '#engine';
import { readEnquiryMails } from '../support/mailbox.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// Deceptive texts: foreign addresses, names that contain addresses, characters that change the direction of
// text.

const turning = /[\u0080-\u009f\u2028\u2029\p{Bidi_Control}]/u;

async function sentWith(differences: Readonly<Record<string, unknown>>) {
  const server = await startServer();
  onTestFinished(async () => {
    await server.stop();
  });
  const { isSuccess, body } = await postEnquiry(server.url, { ...sampleEnquiry, ...differences });
  expect(isSuccess, JSON.stringify(body)).toBe(true);
  const [record] = await server.mailsDone();
  const [mail] = await readEnquiryMails(server, record?.id ?? '');
  return { server, mail };
}

it('marks a page that is not ours, and makes no link of it', async () => {
  const { mail } = await sentWith({ submission_url: 'https://trevarrow.example.evil.example/contact' });
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('https[:]//trevarrow[.]example[.]evil[.]example/contact (not one of our pages)');
    expect(part).not.toContain('evil.example');
  }
});

it('leaves a page of ours as it is', async () => {
  const page = 'https://www.trevarrow.example/contact?from=mail';
  const { mail } = await sentWith({ submission_url: page });
  expect(mail?.text).toContain(page);
  expect(mail?.text).not.toContain('not one of our pages');
});

it('takes no name that looks like an address for the name of one', async () => {
  const { mail } = await sentWith({ name: 'office@trevarrow.example', email: 'eve@evil.example' });
  expect(mail?.replyTo).toEqual([{ name: '', address: 'eve@evil.example' }]);
});

it('lets nothing that turns what is read, or steers a terminal, into mail, listing or log', async () => {
  const lie = '\u202egpj.exe\u202c \u009b31m \u2066x\u2069 \u200f\u061c';
  const { server, mail } = await sentWith({
    name: `Ann ${lie}`,
    message: `Hello ${lie}`,
    submission_url: `https://www.trevarrow.example/${lie}`,
  });
  for (const part of [mail?.text, mail?.html, mail?.subject, JSON.stringify(mail?.replyTo)])
    expect(part).not.toMatch(turning);
  const env = { SLIPWAY_DATA: server.data };
  const json = await runProgram('enquiries', env, '--json');
  for (const listed of [json, await runProgram('enquiries', env)]) expect(listed).not.toMatch(turning);
  // Programs still read the values as they were sent.
  expect(JSON.parse(json)[0].values.message).toBe(tidyText(`Hello ${lie}`));

  const unknown = { [`x${lie}`]: 1 };
  const query = 'mutation { __typename }';
  await fetch(new URL('/graphql', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: unknown }),
  });
  await expect.poll(server.logged).toContain('request-refused');
  expect(server.logged()).not.toMatch(turning);
});
