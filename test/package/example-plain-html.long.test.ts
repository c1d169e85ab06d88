import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe } from 'vitest';
import { openHostPage } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import { loadStoredEnquiries } from '../support/server.ts';
import { buildPackage, installPackage, type PackageHost } from './installed.ts';

const it = journeysOn();
const root = fileURLToPath(new URL('../../', import.meta.url));
const example = (file: string) => readFileSync(join(root, 'examples/plain-html', file), 'utf8');

let host: PackageHost;
let server: ChildProcess;
let origin: string;
beforeAll(async () => {
  host = await installPackage(await buildPackage(), { withServer: true });
  cpSync(join(root, 'src/site/content'), join(host.folder, 'content'), { recursive: true });
  host.write('server.js', program);
  server = spawn(process.execPath, ['server.js'], { cwd: host.folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout ?? server, 'data')) as [Buffer];
  origin = line.toString().trim();
});
afterAll(async () => {
  const ended = server && once(server, 'exit');
  server?.kill();
  await ended;
  host?.remove();
});

describe('examples/plain-html', () => {
  it('shows a form of a server that was started from the package, and sends', async ({ visitor, expect }) => {
    const url = await openHostPage(visitor, origin, {
      '/': { text: example('index.html') },
      '/page.css': { text: example('page.css'), type: 'text/css' },
    });
    await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'packed@example.com', message: 'Hello' });
    await visitor.fills({ office_location: 1 });
    await visitor.sends();
    await visitor.sees('Thank you');
    const [sent] = await loadStoredEnquiries(join(host.folder, 'data'));
    expect(sent).toMatchObject({
      office: 1,
      visitor: { email: 'packed@example.com' },
      submissionUrl: `${url}/`,
    });
  });
});

/** docs/package.md, "A server from code". */
const program = `
import { startServer } from 'slipway-server';

const { origin } = await startServer({
  schemas: 'schemas',
  content: 'content',
  settings: { PORT: 0, SLIPWAY_DATA: 'data', SLIPWAY_RATE_LIMIT: 'off' },
  log: () => {},
});
console.log(origin);
`;
