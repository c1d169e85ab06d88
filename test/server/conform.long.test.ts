import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { parseGraphqlAnswer } from '../../src/cli/conform/answers.ts';
import { createCaller } from '../../src/cli/conform/call.ts';
import { checkConformance, maxConformanceRequests } from '../../src/cli/conform/conform.ts';
import { testText } from '../../src/cli/conform/enquiries.ts';
import { type RequirementCode, requirements } from '../../src/cli/conform/requirements.ts';
import type { ConformanceResults } from '../../src/cli/conform/session.ts';
import { demoContentFolder, readContentFolder } from '../../src/cli/workspace/content.ts';
import { readDocsBlocks } from '../cli/docs-blocks.ts';
import { repositoryRoot, runSlipway } from '../cli/run-cli.ts';
import { faults, limitWithoutRetryAfter } from '../support/faults.ts';
import { type ProxyFault, startFaultyProxy } from '../support/faulty-proxy.ts';
import { compileTestForm } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const form = compileTestForm();
const checks = compileFormChecks(form);
const codes = Object.keys(requirements) as RequirementCode[];

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ documents: {}, env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(async () => {
  await server.stop();
});

async function heldAgainst(
  url: string,
  withLimits = false,
): Promise<ConformanceResults & { readonly requests: number }> {
  if (!checks.ok) throw new Error('The frozen forms cannot be compiled');
  const { content } = await readContentFolder(demoContentFolder);
  const [site] = content.sites;
  if (!site) throw new Error('The demonstration has no site');
  const caller = createCaller({ most: maxConformanceRequests + 80, signal: new AbortController().signal });
  const endpoints = { graphql: new URL('/graphql', url), uploads: new URL('/api/contact-upload', url) };
  const today = new Date().toISOString().slice(0, 10);
  const { judge } = checks;
  const results = await checkConformance({
    form,
    judge,
    content,
    site,
    endpoints,
    caller,
    withLimits,
    today,
  });
  return { ...results, requests: caller.countRequests() };
}

async function faulty(fault: ProxyFault): Promise<string> {
  const proxy = await startFaultyProxy(server.url, fault);
  onTestFinished(() => proxy.stop());
  return proxy.url;
}

/** Returns the violated requirements with reasons, so that a failing test shows them. */
function breachesOf({ breaches }: ConformanceResults): Readonly<Record<string, string>> {
  return Object.fromEntries([...breaches].map(([code, { why }]) => [code, why]));
}

describe('slipway conform', () => {
  it('finds nothing to complain of in our own server', async () => {
    const results = await heldAgainst(server.url);
    expect(breachesOf(results)).toEqual({});
    expect([...results.skipped.keys()]).toEqual(['limit', 'retry-after']);
    expect(results.held.size).toBe(codes.length - 2);
    expect(results.requests).toBeLessThanOrEqual(maxConformanceRequests);
  });

  it('marks every enquiry that it sends, and counts those that are taken', async () => {
    const before = (await server.enquiries()).length;
    const results = await heldAgainst(server.url);
    const sent = (await server.enquiries()).slice(before);
    expect(sent).toHaveLength(results.countAccepted());
    for (const { values } of sent) expect(Object.values(values)).toContain(testText);
  });

  it('finds nothing through a proxy without a fault', async () => {
    const url = await faulty((_request, forward) => forward());
    expect(breachesOf(await heldAgainst(url))).toEqual({});
  });

  it.each(faults)(
    'finds of a back end that $does that "$breaks" does not hold, and nothing else',
    async (seeded) => {
      const found = breachesOf(await heldAgainst(await faulty(seeded.make())));
      expect(Object.keys(found), JSON.stringify(found)).toEqual([seeded.breaks]);
    },
  );

  it('finds that there is no limit, where it is asked to look for one', async () => {
    expect(Object.keys(breachesOf(await heldAgainst(server.url, true)))).toEqual(['limit']);
  });

  it('finds that a limit does not say until when', async () => {
    const found = await heldAgainst(await faulty(limitWithoutRetryAfter(40)), true);
    expect(Object.keys(breachesOf(found))).toEqual(['retry-after']);
  });

  it('holds our own limits for well told', async () => {
    const limited = await startServer({ documents: {} });
    onTestFinished(async () => void (await limited.stop()));
    const results = await heldAgainst(limited.url, true);
    expect(breachesOf(results)).toEqual({});
    expect(results.skipped.size).toBe(0);
  });

  it('cites sentences that stand in docs/own-back-end.md, each in its section', () => {
    const page = readFileSync(join(repositoryRoot, 'docs/own-back-end.md'), 'utf8');
    const sections = new Map(
      page.split(/^## /m).map((text) => [text.split('\n', 1)[0]?.toLowerCase().replaceAll(' ', '-'), text]),
    );
    for (const [code, { section, sentence }] of Object.entries(requirements))
      expect(sections.get(section), `${code} in ${section}`).toContain(sentence);
  });
});

describe('the examples of docs/own-back-end.md', () => {
  const [enquiry, refusal, target] = readDocsBlocks('own-back-end.md')
    .filter(({ language }) => language === 'js')
    .map(({ text }) => JSON.parse(JSON.stringify(runInNewContext(`(${text})`))));

  it('send what our server takes, but for its office and path', async () => {
    const variables = {
      ...enquiry.variables,
      domain: 'www.trevarrow.example',
      office_location: '1',
      upload: [],
    };
    expect(await postEnquiry(server.url, variables)).toMatchObject({ isSuccess: true });
  });

  it('refuse as it is required', () => {
    const answer = parseGraphqlAnswer(
      {
        sent: { method: 'POST', url: new URL('http://localhost'), headers: {} },
        status: 200,
        headers: {},
        text: JSON.stringify(refusal),
      },
      'sendContactUs',
    );
    expect(answer).toMatchObject({ isAccepted: false, refusalShapeError: undefined, code: 'BAD_USER_INPUT' });
    expect(Object.keys(target)).toEqual(['path', 'method', 'url']);
  });
});

describe('the command slipway conform', () => {
  it('says first what it sends, and then that all is well, with code 0', async () => {
    const { code, out, err } = await runSlipway(['conform', '--url', server.url]);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(err).toContain('Sending at most 90 requests');
    expect(err).toContain(testText);
    expect(out).toMatch(
      /39 of 41 requirements are met, 2 were not tested\. \d+ requests were sent; \d+ test enquiries/,
    );
  });

  it('tells a finding with what was sent, what came and the sentence, with code 1', async () => {
    const seeded = faults.find(({ breaks }) => breaks === 'refusal-status');
    const url = await faulty(seeded?.make() ?? ((_request, forward) => forward()));
    const { code, out } = await runSlipway(['conform', '--url', url]);
    expect(code).toBe(1);
    expect(out).toContain('✗ refusal-status: the status is 422');
    expect(out).toContain(
      `contract  ${requirements['refusal-status'].sentence} (docs/own-back-end.md#refusals)`,
    );
    expect(out).toMatch(/sent {6}POST http:\/\/localhost:\d+\/graphql/);
    expect(out).toMatch(/received {2}422 \{"errors"/);
    const reported = await runSlipway(['conform', '--url', url, '--json']);
    expect(JSON.parse(reported.out)).toMatchObject({
      ok: false,
      findings: [{ code: 'refusal-status', came: { status: 422 }, at: 'docs/own-back-end.md#refusals' }],
    });
  });

  it.each([
    ['no address', ['conform'], 2, /Cannot find the back end/],
    ['what is no address', ['conform', '--url', 'forms'], 2, /Cannot use "forms"/],
    [
      'a site that the content lacks',
      ['conform', '--url', 'http://localhost:9', '--domain', 'x.example'],
      3,
      /Cannot find the site "x.example"/,
    ],
    [
      'nobody listening',
      ['conform', '--url', 'http://127.0.0.1:9'],
      3,
      /Cannot reach http:\/\/127.0.0.1:9: nothing listens there/,
    ],
  ])('ends in one line with %s', async (_what, words, code, line) => {
    const run = await runSlipway(words);
    expect(run.code).toBe(code);
    expect(run.err).toMatch(line);
  });
});
