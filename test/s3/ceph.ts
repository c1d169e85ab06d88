import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface S3Server {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly stop: () => Promise<void>;
}

const cephPackages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'];

/** Installs missing programs if possible (Debian, as root). Returns the reason if they are still missing. */
export function installCeph(): string | undefined {
  if (spawnSync('radosgw', ['--version']).status === 0) return undefined;
  console.log(`Installing ${cephPackages.join(', ')} ...`);
  const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...cephPackages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0 ? undefined : `${cephPackages.join(', ')} cannot be installed here`;
}

const user = { accessKey: 'slipway-test-access', secretKey: 'slipway-test-secret-of-forty-characters.' };

/**
 * Starts Ceph's object gateway with one store in memory, in a temporary folder: a real S3 server with S3's
 * errors. It starts in a few seconds.
 */
export async function startCeph(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-ceph-'));
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const configuration = writeConfiguration(folder, { monitorPort, gatewayPort });
  const runCommand = (program: string, ...args: readonly string[]) =>
    execFileSync(program, ['-c', configuration, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const daemons: ChildProcess[] = [];
  const startDaemon = (program: string, ...args: readonly string[]) => {
    const child = spawn(program, ['-c', configuration, '-f', ...args], { stdio: 'ignore' });
    daemons.push(child);
  };
  const stopAll = async () => {
    for (const child of daemons.reverse()) await awaitExit(child);
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const [cluster, disk] = [randomUUID(), randomUUID()];
    const map = join(folder, 'monmap');
    execFileSync('monmaptool', [
      '--create',
      '--fsid',
      cluster,
      '--addv',
      'a',
      `[v2:127.0.0.1:${monitorPort}]`,
      map,
    ]);
    runCommand('ceph-mon', '--fsid', cluster, '--mkfs', '-i', 'a', '--monmap', map);
    startDaemon('ceph-mon', '--fsid', cluster, '-i', 'a');
    runCommand('ceph', '--connect-timeout', '20', 'osd', 'new', disk);
    runCommand('ceph-osd', '--fsid', cluster, '-i', '0', '--mkfs', '--osd-uuid', disk);
    startDaemon('ceph-osd', '--fsid', cluster, '-i', '0');
    const keys = ['--access-key', user.accessKey, '--secret-key', user.secretKey];
    runCommand('radosgw-admin', 'user', 'create', '--uid', 'slipway', '--display-name', 'Slipway', ...keys);
    startDaemon('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${gatewayPort}`;
    await acceptsRequests(endpoint);
    return { endpoint, ...user, stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

function writeConfiguration(
  folder: string,
  { monitorPort, gatewayPort }: { readonly monitorPort: number; readonly gatewayPort: number },
): string {
  for (const name of ['mon', 'osd', 'run', 'log']) mkdirSync(join(folder, name));
  const file = join(folder, 'ceph.conf');
  writeFileSync(
    file,
    `[global]
mon host = [v2:127.0.0.1:${monitorPort}]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
crash dir = ${folder}/run
mon data = ${folder}/mon/$id
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
mon data avail crit = 1
setuser match path = ${folder}
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw data = ${folder}/run
ms mon client mode = crc
`,
  );
  return file;
}

async function acceptsRequests(endpoint: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const status = await fetch(endpoint).then(
      ({ status }) => status,
      () => 0,
    );
    if (status === 200) return;
    if (Date.now() > deadline) throw new Error(`No S3 server answers at ${endpoint}`);
    await wait(100);
  }
}

function awaitExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    // No data is needed any more.
    child.kill('SIGKILL');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
