import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copySmallForm, createScratchFolder, editDocument, repositoryRoot, runSlipway } from './run-cli.ts';

/** A folder with a small form that offers events in `schemas`, and the content of the demonstration with a type for it. */
async function folderWithContent(): Promise<string> {
  const folder = copySmallForm();
  await editDocument(folder, 'forms/sample/schema.json', () =>
    JSON.stringify({
      type: 'object',
      properties: { name: { type: 'string', maxLength: 60 }, event: { type: 'string' } },
    }),
  );
  await editDocument(folder, 'forms/sample/ui.json', () =>
    JSON.stringify({ event: { 'ui:widget': 'event-select', 'ui:optionSet': 'futureEvents' } }),
  );
  cpSync(join(repositoryRoot, 'src/site/content'), join(folder, 'content'), { recursive: true });
  const enquiryTypes = [{ id: 1, name: 'sample' }];
  await writeFile(join(folder, 'content/enquiry-types.json'), JSON.stringify(enquiryTypes));
  await writeFile(join(folder, 'content/pages.json'), '[]');
  return folder;
}

/** Starts examples/back-end-node on a port that the system gives. */
async function startExample(forms: string) {
  const source = await readFile(join(repositoryRoot, 'examples/back-end-node/server.ts'), 'utf8');
  // Inside the project, so that imports find its packages.
  await mkdir(join(repositoryRoot, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(repositoryRoot, '.cache/own-back-end-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const text = source.replace("console.log('listening')", 'console.log(Object(server.address()).port)');
  await writeFile(join(folder, 'server.ts'), text);
  expect(
    await runSlipway(['graphql', '--out', join(folder, 'schema.graphql')], { cwd: forms }),
  ).toMatchObject({
    code: 0,
  });
  const server = spawn(process.execPath, [join(folder, 'server.ts')], { env: { ...process.env, PORT: '0' } });
  onTestFinished(() => void server.kill());
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), server };
}

async function answerOf(port: number, init: RequestInit): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, init);
  const { errors } = (await answer.json()) as { readonly errors?: readonly unknown[] };
  return [answer.status, errors?.length];
}

describe('examples/back-end-node', () => {
  it('refuses whatever cannot be read, goes on, and is looked at by "slipway conform" to the end', async () => {
    const folder = await folderWithContent();
    const { port, server } = await startExample(folder);
    const bodies = ['', '{', 'null', '[]', '"x"', '{"query": 1}', '{"query": "{ x }", "variables": "y"}'];
    for (const body of [...bodies, `{"query": "${'{a'.repeat(100_000)}"}`])
      expect(await answerOf(port, { method: 'POST', body }), body.slice(0, 40)).toEqual([400, 1]);
    expect(await answerOf(port, {})).toEqual([405, 1]);
    const cut = connect(port, '127.0.0.1');
    cut.end('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"query"');
    cut.resume();
    await once(cut, 'close');
    const tooMuch = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      body: ' '.repeat(1_000_001),
    });
    expect(tooMuch.status).toBe(413);
    const { code, out } = await runSlipway(
      ['conform', '--url', `http://127.0.0.1:${port}`, '--content', 'content', '--json'],
      { cwd: folder },
    );
    const { held, findings, brokenOff } = JSON.parse(out);
    expect({ code, brokenOff, exitCode: server.exitCode }).toEqual({ code: 1, exitCode: null });
    expect(held).toEqual(
      expect.arrayContaining([
        'json',
        'send',
        'titles',
        'nullable',
        'unknown-argument',
        'get',
        'malformed',
        'repeat',
      ]),
    );
    // It validates nothing, as the page explains.
    const found = findings.map((finding: { readonly code: string }) => finding.code);
    expect(found).toContain('unknown-domain');
  });
});

describe('examples/back-end-node of a form in one file', () => {
  it('answers the operation that the form names, and logs no field that it need not have', async () => {
    const cwd = createScratchFolder();
    await runSlipway(['init', '--template', 'feedback'], { cwd });
    const { port, server } = await startExample(cwd);
    const { out: query } = await runSlipway(['graphql', '--operations'], { cwd });
    const { operation } = JSON.parse(await readFile(join(cwd, 'form.json'), 'utf8')).settings;
    const submission_url = 'https://school.example/feedback';
    const variables = { domain: 'school.example', submission_url, enquiry_type: 1, rating: 5 };
    const logged = once(server.stdout, 'data');
    const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      body: JSON.stringify({ query, operationName: operation, variables }),
    });
    expect(await answer.json()).toEqual({ data: { [operation]: { success: true } } });
    expect(String((await logged)[0])).toBe(`enquiry of type 1 from ${submission_url}\n`);
  });
});

async function listening(listener: RequestListener) {
  const server = createServer(listener);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const answers = {
  titles: { data: { getFutureEventTitles: [] } },
  taken: { data: { sendContactUs: { success: true } } },
};

describe('slipway conform', () => {
  const words = (url: string) => ['conform', '--url', url, '--content', 'content'];

  it('needs no content for a form in one file', async () => {
    const cwd = createScratchFolder();
    await runSlipway(['init'], { cwd });
    const domains = new Set<string>();
    const { url } = await listening(async (request, response) => {
      const call = JSON.parse((await request.toArray()).join('') || '{}');
      if (call.variables?.domain) domains.add(call.variables.domain);
      response.setHeader('Content-Type', 'application/json');
      response.end('{"data":{"sendContactUs":{"success":true}}}');
    });
    const { code, err, out } = await runSlipway(['conform', '--url', url, '--domain', 'www.school.example'], {
      cwd,
    });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('for www.school.example') });
    expect(out).toMatch(/requirements are met/);
    expect(domains).toContain('www.school.example');
  });

  it('tells what is known of a back end that has gone meanwhile, and the last request that it had', async () => {
    const cwd = await folderWithContent();
    const start = async () => {
      const { url, stop } = await listening(async (request, response) => {
        const text = (await request.toArray()).join('');
        // Like a program that crashes on malformed JSON.
        if (text === '' || !text.endsWith('}')) return stop();
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify(text.includes('getFuture') ? answers.titles : answers.taken));
      });
      return url;
    };
    const { code, out } = await runSlipway(words(await start()), { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^✗ Cannot reach http:\/\/127\.0\.0\.1:\d+: nothing listens there\n {2}The last request that reached/m,
    );
    expect(out).toMatch(/sent {6}(GET|POST) http.*[\s\S]* received {2}nothing/);
    expect(out).toMatch(/\d+ of \d+ requirements are met, .* test enquiries were accepted\.\n$/);
    const reported = await runSlipway([...words(await start()), '--json'], { cwd });
    expect(reported.code).toBe(1);
    expect(JSON.parse(reported.out)).toMatchObject({
      ok: false,
      held: expect.arrayContaining(['send', 'titles']),
      brokenOff: { reason: expect.stringContaining('nothing listens there'), came: { status: 0 } },
    });
  });

  it('tells what is known where its requests are limited from some point on', async () => {
    let requests = 0;
    const { url } = await listening((_request, response) => {
      requests += 1;
      response.writeHead(requests > 2 ? 429 : 200, {
        'Content-Type': 'application/json',
        'Retry-After': '60',
      });
      response.end(JSON.stringify(requests === 1 ? answers.titles : answers.taken));
    });
    const { code, out } = await runSlipway(words(url), { cwd: await folderWithContent() });
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ Cannot continue: the back end refuses further requests from this machine \(429\); try again in 60 seconds/,
    );
    expect(out).toMatch(/[1-9]\d* of \d+ requirements are met/);
  });

  it('says of a back end that accepts nothing why its limits were not looked for, where that was asked', async () => {
    let requests = 0;
    const { url } = await listening((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(requests === 1 ? answers.titles : { errors: [{ message: 'No.' }] }));
    });
    const { out } = await runSlipway([...words(url), '--limits'], { cwd: await folderWithContent() });
    expect(out).toContain('no enquiry is accepted');
    expect(out).not.toContain('only with --limits');
  });
});
