import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioEvent } from '../../src/api/studio.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

let server: RunningServer;
let studio: StudioClient;
beforeAll(async () => {
  server = await startServer({ content: {}, env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  studio = await openStudioClient(server);
});
afterAll(() => server.stop());

const pathOf = (file: string) => join(server.contentFolder ?? '', file);
const read = (file: string) => JSON.parse(readFileSync(pathOf(file), 'utf8'));
const write = (file: string, value: unknown) =>
  writeFileSync(pathOf(file), typeof value === 'string' ? value : JSON.stringify(value));

async function page(path = '/contact'): Promise<string> {
  return (await fetch(new URL(path, server.url), { headers: { accept: 'text/html' } })).text();
}

const reportedOffices = async () => (await studio.draft()).content.offices.map(({ name }) => name);

describe('content that is saved while the server runs, outside development', () => {
  it('is taken up: a new office is on the page, and in the studio', async () => {
    const offices = read('offices.json') as readonly { readonly id: number; readonly name: string }[];
    const [first] = offices;
    write('offices.json', [...offices, { ...first, id: 9001, name: 'Scilly', title: 'Scilly' }]);
    await expect.poll(() => page()).toContain('Scilly');
    expect(await reportedOffices()).toContain('Scilly');
  });

  it('is refused with its file and place where it is malformed; the last good content keeps serving', async () => {
    const good = readFileSync(pathOf('offices.json'), 'utf8');
    const heard: StudioEvent[] = [];
    const stream = await studio.ask('GET', 'events?page=a');
    const reading = (async () => {
      for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? [])
        for (const line of chunk.split('\n'))
          if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as StudioEvent);
    })().catch(() => undefined);
    const reported = () => heard.flatMap((event) => (event.kind === 'content' ? [event.refused] : []));

    write('offices.json', good.slice(0, -20));
    await expect.poll(server.printed).toMatch(/^Refused, .*offices\.json: line \d+, column \d+: /m);
    await expect.poll(server.logged).toMatch(/"event":"refused".*offices\.json/);
    await expect.poll(() => reported().at(-1)?.[0] ?? '').toContain('offices.json');
    expect((await studio.draft()).content.refused[0]).toContain('offices.json');
    expect(await page()).toContain('Scilly');

    const pages = read('pages.json') as readonly object[];
    write('offices.json', good);
    write('pages.json', pages.with(0, { ...pages[0], site: 'nowhere' }));
    await expect.poll(server.printed).toMatch(/^Refused, .*pages\.json \/0\/site: /m);
    expect(await page()).toContain('Scilly');

    write('pages.json', pages);
    await expect.poll(() => reported().at(-1)).toEqual([]);
    expect((await studio.draft()).content.refused).toEqual([]);
    const { printed } = server;
    const lines = printed()
      .split('\n')
      .filter((line) => line.startsWith('Refused'));
    expect(lines).toHaveLength(2);
    await server.stop();
    await reading;
    server = await startServer({ content: {}, env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
    studio = await openStudioClient(server);
  });

  it('is taken up where a file is put in the place of another', async () => {
    const text = readFileSync(pathOf('pages.json'), 'utf8');
    write('pages.json.new', text.replace('"Contact the yard"', '"Call at the yard"'));
    renameSync(pathOf('pages.json.new'), pathOf('pages.json'));
    await expect.poll(() => page()).toContain('Call at the yard');
  });

  it('says in which time zone its sites are, if there is one', async () => {
    const sites = read('sites.json') as readonly object[];
    write('sites.json', sites.with(0, { ...sites[0], timeZone: 'Europe/Lodnon' }));
    await expect
      .poll(server.printed)
      .toMatch(
        /sites\.json \/0\/timeZone: "Europe\/Lodnon" is not a time zone; the nearest is "Europe\/London"/,
      );
    write('sites.json', sites.with(0, { ...sites[0], timeZone: 'Europe/London' }));
    await expect.poll(async () => (await studio.draft()).content.sites[0]?.timeZone).toBe('Europe/London');
  });
});
