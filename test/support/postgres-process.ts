import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

// Runs a PostgreSQL server until the parent process closes this process's standard input, then stops it and
// removes its data. Prints the server's address, and a line after each completed command: `restart`, `kill`,
// `start`.

const [bin = ''] = process.argv.slice(2);
const port = await findFreePort();
const folder = mkdtempSync(join(tmpdir(), 'slipway-postgres-'));
const owner = findServerOwner();
if (owner) chownSync(folder, owner.uid, owner.gid);
const data = join(folder, 'data');
const setpriv = '/usr/bin/setpriv';
let server: ChildProcess | undefined;

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, () => removeCluster());

try {
  createCluster();
  await startCluster();
  console.log(`postgres://slipway@127.0.0.1:${port}/postgres`);
} catch (error) {
  console.log(`Cannot start PostgreSQL: ${String(error).replaceAll(/\s+/g, ' ')}`);
  await removeCluster();
}

const asked = createInterface({ input: process.stdin });
asked.on('close', () => removeCluster());
for await (const line of asked) {
  if (line === 'restart') await stopCluster('SIGINT').then(startCluster);
  if (line === 'kill') await stopCluster('SIGKILL');
  if (line === 'start') await startCluster();
  console.log(line);
}

function createCluster(): void {
  // The cluster itself need not survive a power cut; later writes wait for the disk.
  const options = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions', '--auth=trust'];
  execFileSync(join(bin, 'initdb'), [...options, '--username=slipway', `--pgdata=${data}`], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Passwords are checked for the roles that tests create. Checking the one of our own role would take longer
  // than most queries.
  const roles = ['slipway trust', 'all scram-sha-256'].map(
    (rule) => `host all ${rule.replace(' ', ' 127.0.0.1/32 ')}`,
  );
  writeFileSync(join(data, 'pg_hba.conf'), `${roles.join('\n')}\n`);
}

async function startCluster(): Promise<void> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    // Tests create and drop databases all the time, and each checkpoint would write them to disk.
    max_wal_size: '4GB',
    checkpoint_timeout: '1h',
    autovacuum_naptime: '5min',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // If this process is killed, the kernel ends the server too, but its data stays.
  const command = [...(existsSync(setpriv) ? [setpriv, '--pdeathsig', 'KILL'] : []), join(bin, 'postgres')];
  const child = spawn(command[0] ?? '', [...command.slice(1), '-D', data, ...args], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  let message = '';
  child.stderr.on('data', (text) => {
    message = `${message}${text}`.slice(-2000);
  });
  while (!(await acceptsConnections(child))) {
    if (child.exitCode !== null) {
      // Processes of a killed server may hold its memory and its port a moment longer.
      if (!/still in use|already in use/i.test(message)) throw new Error(message);
      await wait(100);
      return startCluster();
    }
    await wait(20);
  }
}

/**
 * True if it accepts connections. Its answer to a start packet that only requests TLS (PostgreSQL 15,
 * "SSLRequest") is not enough.
 */
async function acceptsConnections(child: ChildProcess): Promise<boolean> {
  const isOpen = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)));
    socket.on('error', () => resolve(false));
  });
  return isOpen && isReady(child);
}

function isReady({ pid }: ChildProcess): boolean {
  try {
    // The first line is the process: a killed server leaves its file, which still says that it is ready. The
    // eighth line is the status (PostgreSQL's miscadmin.h, "LOCK_FILE_LINE_PM_STATUS").
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

async function stopCluster(signal: NodeJS.Signals): Promise<void> {
  const child = server;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

/** An immediate shutdown: no data is needed any more. */
async function removeCluster(): Promise<void> {
  await stopCluster('SIGQUIT');
  process.exit();
}

/** PostgreSQL refuses to run as root. */
function findServerOwner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
