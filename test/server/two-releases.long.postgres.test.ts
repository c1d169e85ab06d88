import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTemporaryDatabase,
  runStatements,
} from '../../src/server/store/postgres/testing/temporary-database.ts';
import type { EmbedData } from '../../src/site/embed/embed-data.ts';
import { type RoundRobinProxy, startRoundRobin } from '../bench/cluster/round-robin.ts';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { buildNewerRelease, type NewerRelease } from '../support/newer-release.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { postEnquiry } from '../support/send.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { changePhoneLabel, openStudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { uploadPhotoOverHttp } from '../support/uploads.ts';
import { createVisitor } from '../support/visitor.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

const endings: (() => unknown)[] = [];
let browser: Browser;
let proxy: RoundRobinProxy;
let databaseUrl: string;
/** The repository's release, and the next one, which starts beside it during the tests. */
let former: ServerProcess;
let latter: ServerProcess;
let newer: NewerRelease;
let begin: () => Promise<ServerProcess>;
beforeAll(async () => {
  newer = buildNewerRelease();
  endings.push(newer.remove);
  browser = await chromium.launch({ executablePath: findTestBrowser(), args: [...browserFlags] });
  endings.push(() => browser.close());
  proxy = await startRoundRobin();
  endings.push(proxy.stop);
  databaseUrl = await createTemporaryDatabase({ onEnd: (end) => endings.push(end) });
  const photos = mkdtempSync(join(tmpdir(), 'slipway-photos-'));
  endings.push(() => rmSync(photos, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: databaseUrl,
    SLIPWAY_SECRET: 'the same for both releases',
    SLIPWAY_PHOTOS: photos,
    SLIPWAY_PUBLIC_URL: proxy.url,
    SLIPWAY_TRUST_PROXY: '1',
    SLIPWAY_RATE_LIMIT: 'off',
    SLIPWAY_STUDIO_PASSWORD: studioPassword,
  };
  former = await startServerProcess({ env });
  endings.push(former.stop);
  begin = () => startServerProcess({ env, folder: newer.folder });
});
afterAll(async () => {
  for (const end of endings.toReversed()) await end();
});

const pages = ['/contact', '/valuation', '/service/falmouth', '/ar/contact', '/lantern-quay/contact'];

/**
 * Returns all files that a browser may request because of a server's pages: its build, and the files made for
 * these pages.
 */
async function namedBy({ url }: ServerProcess, folder: string): Promise<readonly string[]> {
  const built = readdirSync(join(folder, 'dist/client/assets')).filter((name) => !/\.(?:br|gz)$/.test(name));
  const drawn = await Promise.all(pages.map(async (path) => (await fetchFormPage(url, path)).html));
  const parts = drawn.flatMap((html) =>
    [...html.matchAll(/"(\/parts\/[^"]+)"/g)].map(([, part = '']) => part),
  );
  const { form } = (await (await fetch(`${url}/embed/v1?page=/contact`)).json()) as EmbedData;
  const { pathname, search } = new URL(form.validators);
  const modules = form.section.form.types.map(({ key }) => pathname.replace(':type', key) + search);
  return [
    ...built.map((name) => `/assets/${name}`),
    ...new Set(parts.map((part) => part.replaceAll('&amp;', '&'))),
    ...modules,
  ];
}

/** Returns the body and the relevant headers at an address. */
async function given({ url }: ServerProcess, address: string) {
  const answer = await fetch(url + address, { headers: { 'accept-encoding': 'br' } });
  // Scripts have several equivalent media types (RFC 9239, section 6).
  const message = headers.map((name) => [
    name,
    answer.headers.get(name)?.replace('application/javascript', 'text/javascript'),
  ]);
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  return { address, status: answer.status, headers: Object.fromEntries(message), body };
}

const headers = [
  'content-type',
  'cache-control',
  'content-encoding',
  'content-security-policy',
  'access-control-allow-origin',
  'cross-origin-resource-policy',
  'x-content-type-options',
];

/**
 * Visits a page of one server while the other serves all other requests. Returns the confirmation for the
 * visitor.
 */
async function crosses(from: ServerProcess, to: ServerProcess): Promise<string> {
  const { hidden } = await fetchFormPage(from.url, '/contact');
  const { slipway_ticket: ticket = '', ...others } = Object.fromEntries(hidden);
  const upload = [await uploadPhotoOverHttp(to.url, (await createSamplePhoto('bow.jpg')).buffer)];
  const idempotency = { 'slipway-ticket': ticket, 'idempotency-key': randomUUID() };
  const site = { domain: 'www.trevarrow.example', submission_url: 'https://www.trevarrow.example/contact' };
  const sendsTo = async ({ url }: ServerProcess) => {
    const { body } = await postEnquiry(
      url,
      { ...site, ...enquiry, enquiry_type: 7, upload },
      { headers: idempotency },
    );
    expect(body.errors).toBeUndefined();
    return body.extensions?.reference ?? '';
  };
  const reference = await sendsTo(to);
  expect(await sendsTo(from)).toBe(reference);
  const posted = { ...others, slipway_ticket: ticket, ...enquiry, enquiry_type: '7' };
  expect((await postForm(to.url, '/contact', Object.entries(posted))).status).toBe(303);
  return reference;
}

const enquiry = { name: 'Ann Berry', email: 'ann@example.com', message: 'Hello', office_location: '1' };

/** A visitor in a browser, on the page that a server draws. */
async function visits(url: string, { pagesOf }: { readonly pagesOf?: ServerProcess } = {}): Promise<void> {
  const visitor = await createVisitor(browser, url);
  if (pagesOf)
    await visitor.page.route('**/contact', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue();
      return route.fulfill({ response: await route.fetch({ url: `${pagesOf.url}/contact` }) });
    });
  await visitor.visits('/contact');
  await visitor.fills(enquiry);
  await visitor.sends();
  await visitor.sees('Thank you. Your message is with us');
  await visitor.leaves();
}

const references: string[] = [];

/** Both directions between the two. */
const ways = () =>
  [
    { from: former, to: latter, folder: repository, words: 'Phone, by day' },
    { from: latter, to: former, folder: newer.folder, words: 'Phone, by night' },
  ] as const;

// Each test continues with the servers of the previous one.
describe('a release beside the one before, on one database', () => {
  it('changes the database while the former one serves', async () => {
    proxy.lead([former.url]);
    references.push(await crosses(former, former));
    latter = await begin();
    endings.push(latter.stop);
    expect(await runStatements(databaseUrl, 'SELECT * FROM of_the_newer')).toEqual([]);
    for (const { url } of [former, latter]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('gives what pages of the other name, as that one does', async () => {
    const [names = [], newerNames = []] = await Promise.all(
      ways().map(({ from, folder }) => namedBy(from, folder)),
    );
    for (const [own, others] of [
      [names, newerNames],
      [newerNames, names],
    ] as const) {
      const kinds = own
        .filter((address) => !others.includes(address))
        .map((address) => address.split('/')[1]);
      expect(new Set(kinds)).toEqual(new Set(['assets', 'parts', 'forms']));
    }
    for (const address of new Set([...names, ...newerNames])) {
      const answers = await Promise.all([former, latter].map((server) => given(server, address)));
      expect(answers[0]).toMatchObject({ address, status: 200 });
      expect(answers[1]).toEqual(answers[0]);
    }
  });

  it('takes what pages of the other send, once', async () => {
    for (const { from, to } of ways()) {
      proxy.lead([to.url]);
      references.push(await crosses(from, to));
    }
    const stored = await former.enquiries();
    // One sent and one posted enquiry for each direction.
    expect(stored).toHaveLength(references.length * 2);
    for (const reference of references)
      expect(stored.filter((record) => record.reference === reference)).toHaveLength(1);
  });

  it.each([0, 1])('serves a browser that has its page from the other (%s)', async (way) => {
    const { from: pagesOf, to } = ways()[way as 0 | 1];
    proxy.lead([to.url]);
    await visits(proxy.url, { pagesOf });
  });

  it('serves a browser in turns with the other', async () => {
    proxy.lead([former.url, latter.url]);
    await visits(proxy.url);
  });

  it('shows what was published by the other', async () => {
    for (const { from, to, words } of ways()) {
      const studio = await openStudioClient(from);
      await studio.change(changePhoneLabel(words));
      expect(await studio.publish()).toMatchObject({ kind: 'published' });
      const shown = async () => (await fetchFormPage(to.url, '/contact?enquiryType=service')).html;
      await expect.poll(shown).toContain(words);
    }
  });

  it('goes on giving what pages of the former one name that visitors have open', async () => {
    const names = await namedBy(former, repository);
    await former.stop();
    for (const address of names) expect(await given(latter, address)).toMatchObject({ address, status: 200 });
  });
});
