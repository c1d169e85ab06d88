import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DevServer, startDevServer } from '../../src/cli/dev/dev-server.ts';
import { describeMissingWidgets } from '../../src/cli/dev/own-widgets.ts';
import type { ServedFiles } from '../../src/cli/dev/served-files.ts';
import { createScratchFolder, runSlipway } from './run-cli.ts';

const form = '{"schema":{"type":"object","properties":{"name":{"type":"string","title":"Name"}}}}';

/** Starts a server of a form in a scratch folder. It is closed when the test ends. */
async function startForm(): Promise<{ readonly folder: string; readonly server: DevServer }> {
  const folder = createScratchFolder();
  const path = join(folder, 'form.json');
  writeFileSync(path, form);
  const readFiles = async (): Promise<ServedFiles> => ({
    form: 'form.json',
    texts: { 'form.json': readFileSync(path, 'utf8') },
  });
  const source = { kind: 'file', path } as const;
  const server = await startDevServer({ source, readFiles, port: 0, assets: noAssets });
  onTestFinished(server.close);
  return { folder, server };
}

const noAssets = {
  serve: (_request: unknown, response: { readonly end: (text: string) => void }) => response.end('page'),
  close: async () => {},
};

describe('slipway dev', () => {
  it('gives the page the files, and tells it of changes', async () => {
    const { folder, server } = await startForm();
    const read = async () => (await fetch(`${server.origin}/live/files`)).json();
    expect(await read()).toEqual({ form: 'form.json', texts: { 'form.json': form } });
    const { body } = await fetch(`${server.origin}/live/events`);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('retry');
    writeFileSync(join(folder, 'form.json'), form.replace('Name', 'Full name'));
    expect((await reader?.read())?.value).toBe('data: changed\n\n');
    expect((await read()).texts['form.json']).toContain('Full name');
  });

  it('writes the files of the form, and no other', async () => {
    const { folder, server } = await startForm();
    const write = async (file: string) =>
      (await fetch(`${server.origin}/live/files?file=${file}`, { method: 'PUT', body: '{}' })).status;
    expect(await write('form.json')).toBe(204);
    expect(readFileSync(join(folder, 'form.json'), 'utf8')).toBe('{}');
    expect([await write('package.json'), await write('../form.json'), await write('toString')]).toEqual([
      404, 404, 404,
    ]);
  });

  it('accepts what is sent', async () => {
    const { server } = await startForm();
    const answer = await fetch(`${server.origin}/live/graphql`, { method: 'POST', body: '{}' });
    expect(await answer.json()).toEqual({ data: { sendContactUs: { success: true } } });
  });

  it('accepts uploaded files', async () => {
    const { server } = await startForm();
    const { path, method, url } = await (
      await fetch(`${server.origin}/live/upload`, { method: 'POST', body: '{}' })
    ).json();
    expect(path).toBeTruthy();
    const stored = await fetch(new URL(url, server.origin), { method, body: new Uint8Array(100_000) });
    expect([stored.status, await stored.text()]).toEqual([200, '']);
  });

  it('serves the modules of own widgets, and no other files', async () => {
    const folder = createScratchFolder();
    const widgetsFolder = join(folder, 'widgets');
    mkdirSync(join(widgetsFolder, 'more'), { recursive: true });
    for (const file of ['widgets/stars.js', 'widgets/more/a b.mjs', 'widgets/.secret.js', 'private.js'])
      writeFileSync(join(folder, file), 'export {}');
    const source = { kind: 'folder', path: folder } as const;
    const readFiles = async () => ({ texts: {} });
    const server = await startDevServer({ source, readFiles, port: 0, assets: noAssets, widgetsFolder });
    onTestFinished(server.close);
    for (const path of ['/own/stars.js', '/own/more/a%20b.mjs']) {
      const answer = await fetch(server.origin + path);
      expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
      expect(await answer.text()).toBe('export {}');
    }
    for (const path of [
      '..%2Fprivate.js',
      '.secret.js',
      'more',
      'none.js',
      '%',
      'more%2f..%2f..%2fprivate.js',
    ])
      expect(await (await fetch(`${server.origin}/own/${path}`)).text()).toBe('page');
  });

  it('says which widgets are text inputs, in the terminal and to the page', async () => {
    const folder = createScratchFolder();
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own/stars.js'), '');
    const settings = {
      widgets: ['Gauge'],
      fields: ['Position'],
      widgetModules: { Stars: '/own/stars.js', Dial: '/own/dial.js' },
    };
    const files = { form: 'form.json', texts: { 'form.json': JSON.stringify({ settings }) } };
    expect(describeMissingWidgets(files, join(folder, 'own'))).toEqual([
      'Text inputs are drawn in place of Gauge and Position, which only your program has.',
      expect.stringMatching(
        /^Text inputs are drawn in place of Dial \(\/own\/dial\.js\): they are not in .*own\.$/,
      ),
    ]);
    writeFileSync(join(folder, 'form.json'), JSON.stringify({ ...JSON.parse(form), settings }));
    const interruption = new AbortController();
    interruption.abort();
    const { out } = await runSlipway(['dev', '--port=0'], { cwd: folder, signal: interruption.signal });
    expect(out).toMatch(
      /^Text inputs .* Gauge .*\nText inputs .* Stars \(\/own\/stars\.js\) and Dial .*: name the folder of the modules with --widgets or SLIPWAY_WIDGETS\.\nThe form is at/,
    );
    const missing = await runSlipway(['dev', '--widgets', 'nowhere'], { cwd: folder });
    expect(missing).toMatchObject({ code: 3, err: expect.stringContaining('there is no such folder') });
  });

  it('answers this machine alone', async () => {
    const { server } = await startForm();
    const { port } = new URL(server.origin);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      request({ port, path: '/live/files', headers: { Host: 'evil.example' } }, ({ statusCode }) =>
        resolve(statusCode),
      ).end();
    });
    expect(status).toBe(403);
  });

  it('names a port that is in use', async () => {
    const { folder, server } = await startForm();
    const { port } = new URL(server.origin);
    const source = { kind: 'folder', path: folder } as const;
    const options = { source, readFiles: async () => ({ texts: {} }), assets: noAssets };
    await expect(startDevServer({ ...options, port: Number(port) })).rejects.toThrow(
      /Cannot listen on port \d+: .*EADDRINUSE.*; name another with --port/,
    );
  });

  it('reads the port', async () => {
    const { folder } = await startForm();
    for (const port of ['x', '70000', '-1'])
      expect(await runSlipway(['dev', `--port=${port}`], { cwd: folder })).toMatchObject({
        code: 2,
        err: expect.stringContaining('write a number from 0 to 65535'),
      });
  });
});
