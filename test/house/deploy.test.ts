import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { variables } from '../../src/server/platform/config/variables.ts';
import { createTemporaryFolder } from '../../src/server/store/testing/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', ' ');
const compose = read('deploy/compose.yaml');
const several = read('deploy/compose.several.yaml');
const unit = read('deploy/slipway.service');
const caddyfile = read('deploy/Caddyfile');
const example = read('deploy/slipway.env.example');
const manifest = JSON.parse(read('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};

/**
 * Returns the names of variables in a file without its comments: `NAME=` at the beginning of a word, or
 * `NAME:` as a key.
 */
function namesIn(text: string): readonly string[] {
  const bare = text.replaceAll(/^\s*#(?![A-Z_]+=).*$/gm, '');
  const all = bare.matchAll(/(?<![\w$])((?:SLIPWAY|SMTP|PORT|HOST|DATABASE)[A-Z\d_]*)\s?[=:]/g);
  return [...new Set([...all].map(([, name = '']) => name))];
}

const minutes = { s: 1, m: 60 } as const;
const secondsOf = (text = '') => Number.parseInt(text, 10) * minutes[text.at(-1) as 's' | 'm'];

describe('deploy/', () => {
  it.each([
    'Dockerfile',
    'compose.yaml',
    'compose.several.yaml',
    'slipway.service',
    'slipway.env.example',
    'Caddyfile',
  ])('%s names no variable that the server does not know', (file) => {
    // Variables of the proxy only, and of Compose itself.
    const others = ['SLIPWAY_UPSTREAM', 'SLIPWAY_TAG'];
    const unknown = namesIn(read(`deploy/${file}`)).filter((name) => !(name in variables));
    expect(unknown.filter((name) => !others.includes(name))).toEqual([]);
  });

  it('gives the server what it starts with', () => {
    const given = (text: string) =>
      Object.fromEntries(
        [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
      );
    const image = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=(\S+)/g)];
    const inImage = Object.fromEntries(image.map(([, name = '', value = '']) => [name, value]));
    expect(readConfig({ ...inImage, ...given(example) })).toMatchObject({
      config: { host: '0.0.0.0', port: 4000, dataFolder: '/var/lib/slipway', trustedProxies: 1 },
      warnings: [],
    });
    expect(() => readConfig(inImage)).toThrow('SLIPWAY_PUBLIC_URL');
    // Every commented-out line must be valid too; a secret is never an example.
    const more = given(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
    expect(readConfig(more)).toMatchObject({ warnings: [], config: { secret: undefined } });
  });

  it('takes longer to stop than the server, and waits longer for a body', () => {
    const { totalMs } = serverSettings.stop;
    expect(secondsOf(/stop_grace_period: (\S+)/.exec(compose)?.[1]) * 1000).toBeGreaterThan(totalMs + 5000);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1]) * 1000).toBeGreaterThan(totalMs + 5000);
    const [, requestMs = ''] =
      /requestTimeoutMs = ([\d_]+)/.exec(read('src/server/http/create-http.ts')) ?? [];
    const longest = Math.max(Number(requestMs.replaceAll('_', '')), serverSettings.photos.uploads.mostMs);
    expect(secondsOf(/read_body (\S+)/.exec(caddyfile)?.[1]) * 1000).toBeGreaterThan(longest);
  });

  it('lets through what the server takes, and uses no connection that it is closing', () => {
    const [photo = 0, any = 0] = [...caddyfile.matchAll(/max_size (\d+)MiB/g)].map(
      ([, mebibytes]) => Number(mebibytes) * 2 ** 20,
    );
    const { photos, posts } = serverSettings;
    expect(photo).toBeGreaterThan(photos.maxBytes);
    expect(any).toBeGreaterThan(posts.photos * photos.maxBytes);
    const { keepAliveTimeout } = Fastify().server;
    expect(secondsOf(/keepalive (\S+)/.exec(caddyfile)?.[1]) * 1000).toBeLessThan(keepAliveTimeout);
  });

  it('asks at the address and the port at which the server tells of its health', () => {
    expect(dockerfile).toMatch(/^HEALTHCHECK .*process\.env\.PORT \+ '\/healthz'/m);
    expect(read('src/server/http/health-routes.ts')).toContain("app.get('/healthz'");
    const port = String(variables.PORT.fallback);
    expect(dockerfile).toContain(`EXPOSE ${port}`);
    expect(caddyfile).toContain(`127.0.0.1:${port}`);
    expect(compose).toContain(`SLIPWAY_UPSTREAM: slipway:${port}`);
  });

  it('has the proxy ask whether a server is ready, and wait for as long as its checks may take', () => {
    const [, route = ''] = /health_uri (\S+)/.exec(caddyfile) ?? [];
    expect(read('src/server/http/health-routes.ts')).toContain(`app.get('${route}'`);
    const { patienceMs } = serverSettings.readiness;
    expect(secondsOf(/health_timeout (\S+)/.exec(caddyfile)?.[1]) * 1000).toBeGreaterThan(patienceMs);
    // If none is ready, the same servers are used, because the proxy would answer with its own error.
    expect([...caddyfile.matchAll(/reverse_proxy (?:@none )?(\{\$SLIPWAY_UPSTREAM:.*?\})/g)]).toHaveLength(2);
  });
});

describe('deploy/Dockerfile', () => {
  it('has the Node of the lock file, and runs no script of a package', () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image);
    expect(images).toEqual([`node:${manifest.dependencies.node}-trixie-slim`]);
    // `--ignore-scripts` only omits Node, which is in the image.
    expect(Object.keys(manifest.allowScripts)).toEqual(['node']);
    for (const [line] of dockerfile.matchAll(/npm ci.*/g)) expect(line).toContain('--ignore-scripts');
  });

  it('copies what there is', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?:--from=\w+ )?(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(sources.length).toBeGreaterThan(10);
    const missing = sources
      .map((path) => path.replace('/srv/slipway/', ''))
      .filter(
        (path) => !/^(?:\.|dist|node_modules)$/.test(path) && globSync(path, { cwd: root }).length === 0,
      );
    expect(missing).toEqual([]);
  });

  it('runs the server as a user of its own, and holds no secret', () => {
    const [, last = ''] = dockerfile.split(/^FROM base$/m);
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/useradd --uid 10001 /);
    // An image builds nothing when it starts.
    expect(last).toContain('CMD ["node", "src/server/main.ts"]');
    expect(dockerfile).not.toMatch(/^ARG |(?:SECRET|PASSWORD|SMTP_URL)=/m);
  });
});

describe('deploy/compose.yaml', () => {
  it('gives write access to volumes alone, to the user of the image', () => {
    const [, server = ''] = /^ {2}slipway:\n([\s\S]*?)\n\n/m.exec(compose) ?? [];
    expect(server).toContain('read_only: true');
    expect(server).toContain('cap_drop: [ALL]');
    expect(server).toContain('no-new-privileges:true');
    const mounted = [...server.matchAll(/^ {6}- \w+:(\S+)$/gm)].map(([, path = '']) => path);
    expect(mounted.toSorted()).toEqual(['/var/backups/slipway', '/var/cache/slipway', '/var/lib/slipway']);
    const [, made = ''] = /install -d -o slipway -g slipway -m 0700 (.*)$/m.exec(dockerfile) ?? [];
    expect(made.trim().split(' ').toSorted()).toEqual(mounted.toSorted());
  });
});

describe('deploy/compose.several.yaml', () => {
  const [, services = ''] = /^services:\n([\s\S]*?)^volumes:$/m.exec(several) ?? [];
  const servers = [...services.matchAll(/^ {2}(slipway-\d+):$/gm)].map(([, name = '']) => name);

  it('has servers like that of compose.yaml, each with its own data, all of which the proxy asks', () => {
    expect(servers.length).toBeGreaterThan(1);
    const port = String(variables.PORT.fallback);
    const all = ['slipway', ...servers].map((name) => `${name}:${port}`);
    expect(services).toContain(`SLIPWAY_UPSTREAM: ${all.join(' ')}\n`);
    const volumes = servers.map((name) => {
      const server = services.split('\n\n').find((block) => block.startsWith(`  ${name}:\n`)) ?? '';
      expect(server).toContain('extends: { file: compose.yaml, service: slipway }');
      return /^ {4}volumes: \["([\w-]+):\/var\/lib\/slipway"\]$/m.exec(server)?.[1];
    });
    expect(new Set([...volumes, 'data']).size).toBe(servers.length + 1);
    const [, declared = ''] = /^volumes:\n([\s\S]*)$/m.exec(several) ?? [];
    expect([...declared.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name)).toEqual(volumes);
  });

  it('is what docs/deployment.md starts, stops and brings up to a new version', () => {
    const [, section = ''] = /^### Several servers\n([\s\S]*?)^## /m.exec(read('docs/deployment.md')) ?? [];
    const [, files = ''] = /alias several='docker compose (.*?)'/.exec(section) ?? [];
    for (const [, file = ''] of files.matchAll(/--(?:env-)?file (\S+)/g))
      expect([file, existsSync(join(root, file.replace('.env', '.env.example')))]).toEqual([file, true]);
    const named = [...section.matchAll(/\bslipway-\d+\b/g)].map(([name]) => name);
    expect([...new Set(named)].toSorted()).toEqual(servers.toSorted());
    for (const [, name = ''] of section.matchAll(/^(?:#)?((?:SLIPWAY|DATABASE|SMTP)[A-Z\d_]*)=/gm))
      expect([name, name in variables || name === 'SLIPWAY_TAG']).toEqual([name, true]);
  });
});

describe('deploy/slipway.service', () => {
  it('starts what there is, and keeps its data to itself', () => {
    expect(unit).toMatch(
      /^ExecStart=\/srv\/slipway\/current\/node_modules\/\.bin\/node src\/server\/main\.ts$/m,
    );
    expect(unit).toMatch(/^WorkingDirectory=\/srv\/slipway\/current$/m);
    expect(existsSync(join(root, 'src/server/main.ts'))).toBe(true);
    for (const [variable, setting] of [
      ['SLIPWAY_DATA=/var/lib', 'StateDirectory'],
      ['NODE_COMPILE_CACHE=/var/cache', 'CacheDirectory'],
    ]) {
      expect(unit).toContain(`Environment=${variable}/slipway`);
      expect(unit).toMatch(new RegExp(`^${setting}=slipway$`, 'm'));
      expect(unit).toMatch(new RegExp(`^${setting}Mode=0700$`, 'm'));
    }
    for (const line of ['User=slipway', 'UMask=0077', 'ProtectSystem=strict', 'NoNewPrivileges=yes'])
      expect(unit.split('\n')).toContain(line);
  });

  it('is a unit to systemd', ({ skip }) => {
    skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'there is no systemd-analyze');
    const file = join(createTemporaryFolder(), 'slipway.service');
    writeFileSync(file, unit.replaceAll('/srv/slipway/current', root.replace(/\/$/, '')));
    expect(execFileSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toBe('');
  });
});
