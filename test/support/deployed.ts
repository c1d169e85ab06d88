import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A machine as docs/deployment.md describes it, in a folder. */
export interface Machine {
  /** The repository: a clone that includes uncommitted changes. */
  readonly clone: string;
  readonly url: string;
  /** Returns this machine's path for a path of the document: `at('/srv/slipway')`. */
  readonly at: (path: string) => string;
  /**
   * Runs commands of the document, with paths and port replaced, and returns their output.
   * @throws If one fails.
   */
  readonly run: (commands: string, folder?: string) => Promise<string>;
  /** The output of the service. */
  readonly log: () => string;
  readonly remove: () => Promise<void>;
}

/** Paths of the document with their replacements. */
const places = [
  ['/srv/slipway', 'srv'],
  ['/var/lib/slipway', 'lib/slipway'],
  ['/var/cache/slipway', 'cache'],
  ['/var/backups/slipway', 'backups'],
  ['/etc/slipway.env', 'slipway.env'],
  ['/etc/systemd/system', 'units'],
] as const;

/** Creates a machine on which nothing is installed. */
export async function createMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-machine-'));
  // Other users must be able to traverse it to their own files.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const at = (path: string) =>
    places.reduce((text, [name, own]) => text.replaceAll(name, join(folder, own)), path);
  const translatePaths = (text: string) => at(text).replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`);
  for (const name of ['bin', 'lib', 'units']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(createStubs({ folder, port, at }))) {
    writeFileSync(join(folder, 'bin', name), text);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const clone = join(folder, 'clone');
  cloneInto(clone);
  const runCommands: Machine['run'] = async (commands, cwd = folder) => {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-euo', 'pipefail', '-c', translatePaths(commands)],
      {
        cwd,
        env: {
          PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
          HOME: process.env.HOME,
          npm_config_prefer_offline: 'true',
        },
      },
    );
    return stdout;
  };
  return {
    clone,
    at,
    run: runCommands,
    url: `http://127.0.0.1:${port}`,
    log: () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : ''),
    async remove() {
      await runCommands('systemctl stop slipway');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the commands of a document that a fence marks for a purpose: "```sh for=upgrade".
 * @throws If there is no such fence.
 */
export function readDocumentCommands(document: string, purpose: string): string {
  const text = readFileSync(join(repository, document), 'utf8');
  const [, commands] = new RegExp(`\`\`\`sh for=${purpose}\n([^]*?)\`\`\``).exec(text) ?? [];
  if (commands === undefined) throw new Error(`${document} has no commands for "${purpose}"`);
  return commands;
}

function cloneInto(clone: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: clone, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  copyRepository(clone);
  git('init', '--quiet');
  git('add', '.');
  commitAll(clone);
  linkPackages(clone);
}

/** Copies the repository with uncommitted changes, without its packages. */
export function copyRepository(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    const from = join(repository, file);
    if (file === '' || !existsSync(from)) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(from, join(folder, file));
  }
}

export function linkPackages(folder: string): void {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

export function commitAll(clone: string): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, 'commit', '--quiet', '--all', '--message', 'A release'], { cwd: clone });
}

/**
 * Stubs of system commands: the service manager starts the command of the unit in the environment of the
 * unit, and there is one user only.
 */
function createStubs({
  folder,
  port,
  at,
}: {
  readonly folder: string;
  readonly port: number;
  readonly at: (path: string) => string;
}): Readonly<Record<string, string>> {
  const unit = join(folder, 'units/slipway.service');
  const pid = join(folder, 'pid');
  const translate = places.map(([name]) => `-e 's#${name}#${at(name)}#g'`).join(' ');
  return {
    useradd: '#!/bin/sh\n',
    runuser: '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n',
    install: `#!/bin/bash
args=()
while [ $# -gt 0 ]; do case "$1" in -o|-g) shift 2;; *) args+=("$1"); shift;; esac; done
exec /usr/bin/install "\${args[@]}"
`,
    systemctl: `#!/bin/bash
value() { sed -n "s/^$1=//p" ${unit} | sed ${translate}; }
stop() {
  [ -e ${pid} ] || return 0
  kill -TERM "$(cat ${pid})"
  while kill -0 "$(cat ${pid})" 2>/dev/null; do sleep 0.1; done
  rm ${pid}
}
start() {
  cd "$(value WorkingDirectory)"
  variables=$(value Environment; grep -v '^#' "$(value EnvironmentFile)")
  mkdir -p ${at('/var/lib/slipway')} ${at('/var/cache/slipway')}
  umask "$(value UMask)"
  setsid env -i PATH=/usr/bin:/bin PORT=${port} $variables $(value ExecStart) </dev/null >>${join(folder, 'log')} 2>&1 &
  echo $! > ${pid}
}
case "$1" in
  daemon-reload) ;;
  enable|start) start ;;
  stop) stop ;;
  restart) stop; start ;;
  *) echo "systemctl $1 is not played here" >&2; exit 1 ;;
esac
`,
  };
}
