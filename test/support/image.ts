import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Machine } from './deployed.ts';

/** What runs of an image. */
export interface Container {
  /** What the image asks whether it lives: its exit code. */
  readonly health: () => Promise<number | null>;
  /** As `docker stop`: the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly log: () => string;
}

/** The user of the image; whoever is not root cannot become another, and runs it as they are. */
const user = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};

/**
 * Runs what deploy/Dockerfile makes, without an engine: of the clone what deploy/Dockerfile.dockerignore leaves, built by its command; of that
 * what the last stage copies, beside the packages that another one installs; its command, in its environment, as its user. Only the system that
 * the image stands on is this one's.
 */
export async function runImage(machine: Machine): Promise<Container> {
  const folder = dirname(machine.clone);
  const [context, image] = [join(folder, 'context'), join(folder, 'image')];
  const dockerfile = readFileSync(join(machine.clone, 'deploy/Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
  copyContext(machine.clone, context);
  symlinkSync(join(machine.clone, 'node_modules'), join(context, 'node_modules'));
  const [, build = ''] = /^RUN (npm run build.*)$/m.exec(dockerfile) ?? [];
  await machine.run(build, context);
  const [, last = ''] = dockerfile.split(/^FROM base$/m);
  mkdirSync(image);
  await installModules(machine, { dockerfile, context, image });
  for (const [, sources = '', target = ''] of last.matchAll(/^COPY --from=build (.+) (\S+)$/gm))
    for (const source of sources.split(' ')) copyInto({ context, image }, source, target);
  const env = environmentOf(last, machine);
  for (const path of [env.SLIPWAY_DATA ?? '', env.NODE_COMPILE_CACHE ?? '']) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
  }
  const start = (instruction: RegExp) => {
    const [, words = '[]'] = instruction.exec(last) ?? [];
    const [, ...args] = JSON.parse(words) as readonly string[];
    return spawn(process.execPath, args, { cwd: image, env, ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const server = start(/^CMD (.+)$/m);
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  return {
    health: () => {
      const asking = start(/HEALTHCHECK .*?CMD (\[.+\])$/m);
      asking.stderr.resume();
      return new Promise((resolve) => asking.once('close', resolve));
    },
    stop() {
      server.kill('SIGTERM');
      return ended;
    },
    log: () => log,
  };
}

async function installModules(
  { run }: Machine,
  { dockerfile, context, image }: Readonly<Record<'dockerfile' | 'context' | 'image', string>>,
): Promise<void> {
  const [, stage = ''] = dockerfile.split(/^FROM base AS modules$/m);
  const [, files = '', install = ''] = /^COPY (.+) \.\/$\n^RUN (.+)$/m.exec(stage) ?? [];
  const folder = join(image, '../modules');
  mkdirSync(folder);
  for (const file of files.split(' ')) cpSync(join(context, file), join(folder, file));
  await run(install, folder);
  renameSync(join(folder, 'node_modules'), join(image, 'node_modules'));
}

function environmentOf(stage: string, { url, at }: Machine): Readonly<Record<string, string>> {
  const [, said = ''] = /^ENV (.+)$/m.exec(stage) ?? [];
  const entries = [...said.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, at(value)]);
  return { ...Object.fromEntries(entries), PORT: new URL(url).port, SLIPWAY_PUBLIC_URL: url };
}

function copyInto(
  { context, image }: { readonly context: string; readonly image: string },
  source: string,
  target: string,
): void {
  const files = globSync(source.replace('/srv/slipway/', ''), { cwd: context });
  for (const file of files) {
    const to = target.endsWith('/') ? join(image, target, basename(file)) : join(image, target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(context, file), to, { recursive: true });
  }
}

function copyContext(clone: string, context: string): void {
  const isLeft = ignoring(readFileSync(join(clone, 'deploy/Dockerfile.dockerignore'), 'utf8'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: clone, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((path) => existsSync(join(clone, path)) && path !== '' && !isLeft(path))) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    cpSync(join(clone, file), join(context, file));
  }
}

/** As Docker reads it: the last line that fits a path, or a folder above it, decides (Docker, ".dockerignore files"). */
function ignoring(text: string): (path: string) => boolean {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => {
    const isKept = line.startsWith('!');
    const pattern = line
      .replace('!', '')
      .replaceAll('.', '\\.')
      .replaceAll('**/', '\0')
      .replaceAll('*', '[^/]*');
    return { isKept, shape: new RegExp(`^${pattern.replaceAll('\0', '(?:.*/)?')}(?:/|$)`) };
  });
  return (path) => rules.findLast(({ shape }) => shape.test(path))?.isKept === false;
}
