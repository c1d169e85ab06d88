import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedContentFolder } from '../../src/server/forms/content/shipped-content.ts';
import { failToStart, startServer } from '../support/server.ts';

describe('the start', () => {
  it('prints one line for each thing that a person can open', async () => {
    const server = await startServer();
    const addresses = server.printed().match(/http:\S+/g);
    expect(addresses).toEqual(
      expect.arrayContaining([`${server.url}/`, `${server.url}/contact`, `${server.url}/studio`]),
    );
    for (const address of addresses ?? []) expect((await fetch(address)).status).toBeLessThan(500);
    expect(await server.stop()).toBe(0);
  });

  it('says of a site that its enquiries reach nobody, and goes on', async () => {
    const [sites, offices] = ['sites.json', 'offices.json'].map((file) =>
      JSON.parse(readFileSync(join(shippedContentFolder, file), 'utf8')).map((each: object) =>
        Object(each).site?.id === 305 || Object(each).id === 305 ? { ...each, email: undefined } : each,
      ),
    );
    const server = await startServer({ content: { 'sites.json': sites, 'offices.json': offices } });
    expect(server.printed().match(/^Starts, but .*$/gm)).toEqual([
      expect.stringMatching(
        /nobody receives the enquiries of "www\.lanternquay\.example": .*; give the site an "email"/,
      ),
    ]);
    expect(server.logged()).toMatch(/"level":"warn","event":"site-without-recipient","site":305/);
    expect(await server.stop()).toBe(0);
  });

  it.each<[string, object, string[], RegExp]>([
    [
      'a document that is not JSON',
      { documents: { 'rules.json': '{\n  "rules": [\n    {"id": }\n  ]\n}' } },
      ['schemas/rules.json:3:12'],
      /expected a value/,
    ],
    [
      'a rule with an unknown fact',
      { documents: { 'rules.json': rulesWith({ when: { '==': [{ var: 'site.idd' }, '1'] } }) } },
      ['schemas/rules.json'],
      /unknown fact "site\.idd"; the nearest is "site\.id"/,
    ],
    [
      'a page of a site that there is not',
      { content: { 'pages.json': [{ path: '/a', site: 102, title: 'A', placement: 'inline' }] } },
      ['pages.json /0/site'],
      /no site has the id 102/,
    ],
    ['a port that is none', { env: { PORT: 'http' } }, ['PORT="http"'], /it must be a port/],
    [
      'a database that nothing answers for',
      { env: { DATABASE_URL: 'postgres://slipway:hunter2@127.0.0.1:1/slipway' } },
      ['DATABASE_URL'],
      /^Cannot use the database in DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1; check that PostgreSQL runs and can be reached at DATABASE_URL$/m,
    ],
    [
      'a data folder that is none',
      { env: { SLIPWAY_DATA: '/dev/null/data' } },
      ['SLIPWAY_DATA="/dev/null/data"'],
      /it is not a folder; it must be a path of a folder; the default is \.data/,
    ],
  ])('stops for %s, with a line that says where and why', async (_what, options, places, reason) => {
    const { code, lines } = await failToStart(options);
    expect(code).toBe(1);
    for (const place of places) expect(lines.join('\n')).toContain(place);
    expect(lines.join('\n')).toMatch(reason);
    expect(lines.join('\n')).not.toMatch(/^\s+at /m);
  });

  it('tells every problem at once, one line each', async () => {
    const { lines } = await failToStart({
      documents: { 'rules.json': '{', 'ui.json': '[' },
      content: { 'events.json': [{}], 'sites.json': '{' },
    });
    const files = ['schemas/rules.json', 'schemas/ui.json', 'events.json /0', 'sites.json'];
    for (const file of files) expect(lines.some((line) => line.includes(file))).toBe(true);
  });

  it('says when something else listens on the port', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { code, lines } = await failToStart({ env: { PORT: String(port) } });
    expect([code, lines.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^Cannot listen on 127\.0\.0\.1:\d+: another program listens there already/),
    ]);
    other.close();
  });
});

function rulesWith(rule: object): unknown {
  return { rules: [{ id: 'one', description: 'A rule.', ...rule, then: { hideSection: true } }] };
}
