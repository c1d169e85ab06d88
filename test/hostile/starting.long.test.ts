import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readRawDemoContent } from '../support/content.ts';
import { postEnquiry } from '../support/send.ts';
import { failToStartProcess, startServerProcess } from '../support/server-process.ts';
import { sampleEnquiry } from './support/enquiry.ts';

const root = mkdtempSync(join(tmpdir(), 'slipway-starting-'));
afterAll(() => rmSync(root, { recursive: true }));
const file = join(root, 'file');
writeFileSync(file, 'text');

describe('a start that cannot be', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a content folder that there is not',
      { SLIPWAY_CONTENT: '/nonexistent' },
      /^Cannot start with SLIPWAY_CONTENT="\/nonexistent": there is no such folder; it must be a path of a folder$/,
    ],
    [
      'a content folder that is a file',
      { SLIPWAY_CONTENT: file },
      /^Cannot start with SLIPWAY_CONTENT=".+": it is not a folder; /,
    ],
    [
      'a folder of widgets that there is not',
      { SLIPWAY_WIDGETS: '/nonexistent' },
      /^Cannot start with SLIPWAY_WIDGETS="\/nonexistent": there is no such folder; /,
    ],
    [
      'a folder of documents that there is not',
      { SLIPWAY_SCHEMAS: '/nonexistent' },
      /^Cannot read the documents in "\/nonexistent": there is no such folder; name .* SLIPWAY_SCHEMAS/,
    ],
    [
      'a folder of documents without a form',
      { SLIPWAY_SCHEMAS: root },
      /^Cannot find a form in ".+": no "enquiry-types\.json" and no "forms\/…\/schema\.json" is there; /,
    ],
    [
      'a data folder that is a file',
      { SLIPWAY_DATA: file },
      /^Cannot start with SLIPWAY_DATA=".+": it is not a folder; /,
    ],
    [
      'a data folder below a file',
      { SLIPWAY_DATA: join(file, 'data') },
      /^Cannot start with SLIPWAY_DATA=".+": it is not a folder; /,
    ],
    [
      'a data folder where none can be',
      { SLIPWAY_DATA: '/proc/nope' },
      /^Cannot start with SLIPWAY_DATA="\/proc\/nope": there is no such folder, and none can be made; /,
    ],
    [
      'a port for metrics that is none',
      { SLIPWAY_METRICS_PORT: 'x' },
      /^Cannot start with SLIPWAY_METRICS_PORT="x": it must be a port/,
    ],
    [
      'a port that is another’s',
      { PORT: '1', HOST: '192.0.2.1', SLIPWAY_PUBLIC_URL: 'https://a.example' },
      /^Cannot listen on 192\.0\.2\.1:1 .*set HOST/,
    ],
  ])('says so in one line that names the variable: %s', async (_what, env, line) => {
    const { code, lines } = await failToStartProcess({ env });
    expect([code, lines]).toEqual([1, [expect.stringMatching(line)]]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an office with a service that there is not',
      { 'offices.json': changedFirst('offices.json', { services: ['general', 'sale'] }) },
      /offices\.json \/0\/services\/1: the form has no service "sale"; the nearest is "sales"/,
    ],
    [
      'a word for the id of an enquiry type',
      { 'enquiry-types.json': changedFirst('enquiry-types.json', { id: 'general' }) },
      /enquiry-types\.json \/0\/id: expected an id that can be sent: a whole number, or a text of digits, found "general"/,
    ],
  ])('says so for content: %s', async (_what, content, line) => {
    const { code, lines } = await failToStartProcess({ content });
    expect([code, lines]).toEqual([1, expect.arrayContaining([expect.stringMatching(line)])]);
  });
});

function changedFirst(name: 'offices.json' | 'enquiry-types.json', change: object): unknown {
  const [first, ...others] = readRawDemoContent()[name] as readonly object[];
  return [{ ...first, ...change }, ...others];
}

describe('a server that cannot listen', () => {
  it.each(['PORT', 'SLIPWAY_METRICS_PORT'])('has changed nothing before it says so: %s', async (variable) => {
    const running = await startServerProcess();
    onTestFinished(async () => void (await running.stop()));
    const data = join(root, `untouched-${variable}`);
    const env = { SLIPWAY_DATA: data, [variable]: new URL(running.url).port };
    const { code, lines } = await failToStartProcess({ env });
    expect([code, lines]).toEqual([1, [expect.stringMatching(new RegExp(`already; .* set ${variable}$`))]]);
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([]);
  });
});

describe('folders that the server makes', () => {
  it('are for its owner alone, whatever the umask', async () => {
    const data = join(root, 'a', 'b', 'data');
    const before = process.umask(0);
    const server = await startServerProcess({ env: { SLIPWAY_DATA: data } });
    process.umask(before);
    await postEnquiry(server.url, sampleEnquiry);
    await server.mailsDone();
    const below = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(below.length).toBeGreaterThan(4);
    const folders = [data, join(data, '..'), ...below.map(({ parentPath, name }) => join(parentPath, name))];
    expect(folders.filter((folder) => (statSync(folder).mode & 0o777) !== 0o700)).toEqual([]);
    await server.stop();
  });
});
