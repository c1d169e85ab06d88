import { describe, expect, it } from 'vitest';
import { sendLaterLimits } from '#engine/editing/index.ts';
import { readConfig, readFolders, StartError } from './config.ts';
import settings from './settings.json' with { type: 'json' };

function linesOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartError) return error.lines;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      config: {
        port: 4000,
        host: '127.0.0.1',
        dataFolder: '.data',
        photosFolder: undefined,
        photosFloorBytes: 512_000_000,
        contentFolder: undefined,
        contentOrigins: [],
        schemasFolder: undefined,
        widgetsFolder: undefined,
        smtpUrl: undefined,
        mailFrom: undefined,
        isRateLimited: true,
        isChallenging: false,
        suspectedMs: 0,
        uploadTtlMs: 300_000,
        clamd: undefined,
        studioPassword: undefined,
        trustedKeys: [],
        provider: undefined,
        publicOrigin: undefined,
        isHstsOfSubdomains: false,
        trustedProxies: 0,
        secret: undefined,
        frameAncestors: "'none'",
      },
      warnings: [],
    });
  });

  it('reads every variable', () => {
    const secret = 'a secret that nobody will ever guess';
    const { config, warnings } = readConfig({
      PORT: '0',
      HOST: '::1',
      SLIPWAY_DATA: '/var/lib/slipway',
      SLIPWAY_PHOTOS: '/mnt/photos',
      SLIPWAY_PHOTOS_FLOOR_MB: '7',
      SLIPWAY_CONTENT: 'content',
      SLIPWAY_CONTENT_ORIGINS: 'https://cms.example.com private:http://cms.internal:8055',
      SLIPWAY_WIDGETS: 'widgets',
      SMTP_URL: 'smtps://user:pass@mail.example.com:465',
      SLIPWAY_MAIL_FROM: 'website@example.com',
      SLIPWAY_RATE_LIMIT: 'off',
      SLIPWAY_CHALLENGE: 'on',
      SLIPWAY_SUSPECTED_DAYS: '7',
      SLIPWAY_UPLOAD_TTL_S: '60',
      SLIPWAY_CLAMD: '127.0.0.1:3310',
      SLIPWAY_STUDIO_PASSWORD: 'four brown herons at dusk',
      SLIPWAY_TRUSTED_KEYS: `SHA256:${'a'.repeat(43)}, SHA256:${'_'.repeat(43)}`,
      SLIPWAY_OIDC_ISSUER: 'https://login.example.com/realm',
      SLIPWAY_OIDC_CLIENT_ID: 'slipway',
      SLIPWAY_OIDC_CLIENT_SECRET: 'shared',
      SLIPWAY_PUBLIC_URL: 'https://www.Example.com/',
      SLIPWAY_HSTS_SUBDOMAINS: 'on',
      SLIPWAY_TRUST_PROXY: '2',
      SLIPWAY_SECRET: secret,
      SLIPWAY_FRAME_ANCESTORS: 'self https://*.example.com:8443',
    });
    expect(config).toEqual({
      port: 0,
      host: '::1',
      dataFolder: '/var/lib/slipway',
      photosFolder: '/mnt/photos',
      photosFloorBytes: 7_000_000,
      contentFolder: 'content',
      contentOrigins: [
        { origin: 'https://cms.example.com', mayBePrivate: false },
        { origin: 'http://cms.internal:8055', mayBePrivate: true },
      ],
      widgetsFolder: 'widgets',
      smtpUrl: 'smtps://user:pass@mail.example.com:465',
      mailFrom: 'website@example.com',
      isRateLimited: false,
      isChallenging: true,
      suspectedMs: 7 * 86_400_000,
      uploadTtlMs: 60_000,
      clamd: { host: '127.0.0.1', port: 3310 },
      studioPassword: 'four brown herons at dusk',
      trustedKeys: [`SHA256:${'a'.repeat(43)}`, `SHA256:${'_'.repeat(43)}`],
      provider: { issuer: 'https://login.example.com/realm', clientId: 'slipway', clientSecret: 'shared' },
      publicOrigin: 'https://www.example.com',
      isHstsOfSubdomains: true,
      trustedProxies: 2,
      secret,
      frameAncestors: "'self' https://*.example.com:8443",
    });
    expect(warnings).toEqual([]);
  });

  it('takes an empty variable for one that is not set', () => {
    const names = ['PORT', 'HOST', 'SLIPWAY_SECRET', 'DATABASE_URL', 'SLIPWAY_RATE_LIMIT'];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', ['abc', '-1', '65536', '80.5', ' 80', '1e3', '0x50']],
    ['HOST', ['local host', 'http://localhost', '-', 'a\nb']],
    ['SLIPWAY_DATA', ['a\0b']],
    ['SLIPWAY_CONTENT_ORIGINS', ['cms.example.com', 'https://cms.example.com/path', 'ftp://cms.example.com']],
    ['SMTP_URL', ['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp:']],
    ['SLIPWAY_MAIL_FROM', ['website', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'Website <a@b>']],
    ['SLIPWAY_RATE_LIMIT', ['yes', 'ON', '1']],
    ['SLIPWAY_CHALLENGE', ['yes', '1']],
    ['SLIPWAY_SUSPECTED_DAYS', ['-1', '36501', 'never']],
    ['SLIPWAY_UPLOAD_TTL_S', ['0', '86401', '5m']],
    [
      'SLIPWAY_PUBLIC_URL',
      ['www.example.com', 'ftp://example.com', 'https://example.com/shop', 'https://a/?b'],
    ],
    ['SLIPWAY_TRUST_PROXY', ['yes', '-1', '101']],
    ['SLIPWAY_HSTS_SUBDOMAINS', ['true', '1']],
    ['SLIPWAY_FRAME_ANCESTORS', ['none self', "self; script-src 'unsafe-inline'", 'a,b', '*', 'javascript:']],
  ])('refuses a malformed %s with one line that says what it takes', (name, values) => {
    for (const value of values) {
      const [line = '', ...others] = linesOf({ [name]: value });
      expect(others).toEqual([]);
      expect(line).toContain(`Cannot start with ${name}=${JSON.stringify(value)}: it must be `);
      expect(line).not.toMatch(/[\r\n]/);
    }
  });

  it('says of a malformed public address nothing else, where one is needed', () => {
    const lines = linesOf({ HOST: '0.0.0.0', SLIPWAY_PUBLIC_URL: 'https://example.com/shop' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Cannot start with SLIPWAY_PUBLIC_URL="https://example.com/shop"');
  });

  it('says what holds where a variable is not set', () => {
    expect(linesOf({ PORT: 'abc' })).toEqual([
      'Cannot start with PORT="abc": it must be a port from 1 to 65535, or 0 for any that is free; the default is 4000',
    ]);
    expect(linesOf({ SLIPWAY_RATE_LIMIT: 'maybe' })).toEqual([
      'Cannot start with SLIPWAY_RATE_LIMIT="maybe": it must be "on" or "off"; the default is on',
    ]);
  });

  it('tells of every malformed variable at once', () => {
    const lines = linesOf({ PORT: 'x', HOST: '!', SLIPWAY_TRUST_PROXY: 'x' });
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      'Cannot start with PORT',
      'Cannot start with HOST',
      'Cannot start with SLIPWAY_TRUST_PROXY',
    ]);
  });

  it('keeps passwords to itself', () => {
    expect(linesOf({ DATABASE_URL: 'mysql://slipway:hunter2@db.example.com/slipway' })).toEqual([
      'Cannot start with DATABASE_URL="mysql://***@db.example.com/slipway": it must be a URL like postgres://user:password@db.example.com:5432/slipway',
    ]);
    for (const name of ['SMTP_URL', 'SLIPWAY_PUBLIC_URL']) {
      expect(linesOf({ [name]: 'http://user:hunter2@mail.example.com' })).toEqual([
        expect.not.stringContaining('hunter2'),
      ]);
    }
  });

  it('takes a bucket for the photos, by its endpoint and its name together', () => {
    const both = { SLIPWAY_S3_ENDPOINT: 'https://s3.example.com/', SLIPWAY_S3_BUCKET: 'photos' };
    expect(readConfig(both).config.s3).toEqual({ endpoint: 'https://s3.example.com', bucket: 'photos' });
    expect(linesOf({ SLIPWAY_S3_BUCKET: 'photos' })).toEqual([
      'Cannot start with SLIPWAY_S3_BUCKET alone: it needs SLIPWAY_S3_ENDPOINT, an address without a path, like https://s3.example.com; set it, or unset both',
    ]);
    expect(linesOf({ ...both, SLIPWAY_S3_BUCKET: 'My_Bucket' })).toHaveLength(1);
  });

  it('takes an OpenID provider whole, over TLS or on this machine', () => {
    const all = {
      SLIPWAY_OIDC_ISSUER: 'http://localhost:4400',
      SLIPWAY_OIDC_CLIENT_ID: 'slipway',
      SLIPWAY_OIDC_CLIENT_SECRET: 'shared',
    };
    expect(readConfig(all).config.provider).toMatchObject({ issuer: 'http://localhost:4400' });
    expect(linesOf({ ...all, SLIPWAY_OIDC_CLIENT_SECRET: '' })).toEqual([
      'Cannot start with SLIPWAY_OIDC_ISSUER alone: it needs SLIPWAY_OIDC_CLIENT_SECRET, the secret that the provider gave; set it, or unset all',
    ]);
    for (const SLIPWAY_OIDC_ISSUER of ['http://login.example.com', 'https://a:b@login.example.com', 'login'])
      expect(linesOf({ ...all, SLIPWAY_OIDC_ISSUER })).toHaveLength(1);
  });

  it('shows no more than the beginning of a long value', () => {
    expect(linesOf({ PORT: '1'.repeat(5000) })[0]?.length).toBeLessThan(250);
  });

  it('warns of a variable that means nothing, with the nearest one', () => {
    const { warnings } = readConfig({ SLIPWAY_DATE: 'x', SLIPWAY_COLOUR_OF_THE_HULL: 'white', PROT: '80' });
    expect(warnings).toEqual([
      'SLIPWAY_DATE is set but unknown; the nearest is SLIPWAY_DATA',
      'SLIPWAY_COLOUR_OF_THE_HULL is set but unknown',
    ]);
  });

  it('warns of nothing that the command line reads from the same file', () => {
    const env = { SLIPWAY_URL: 'https://forms.example.com', SLIPWAY_TOKEN: 'slipway_x' };
    expect(readConfig(env).warnings).toEqual([]);
  });

  it('takes no password of spaces alone', () => {
    expect(linesOf({ SLIPWAY_STUDIO_PASSWORD: ' \t ' })).toEqual([
      expect.stringContaining('Cannot start with SLIPWAY_STUDIO_PASSWORD'),
    ]);
  });

  it('takes a list of secrets, and no empty one in it', () => {
    const list = `${'a'.repeat(40)}, ${'b'.repeat(40)}`;
    expect(readConfig({ SLIPWAY_SECRET: list })).toMatchObject({ config: { secret: list }, warnings: [] });
    expect(() => readConfig({ SLIPWAY_SECRET: `${'a'.repeat(40)},` })).toThrow('SLIPWAY_SECRET');
    expect(readConfig({ SLIPWAY_SECRET: `${'a'.repeat(40)},short` }).warnings).toHaveLength(1);
  });

  it('warns of a secret that can be guessed, without showing it', () => {
    const { config, warnings } = readConfig({ SLIPWAY_SECRET: 'hunter2' });
    expect(config.secret).toBe('hunter2');
    expect(warnings).toEqual([expect.stringContaining('SLIPWAY_SECRET has only 7 characters')]);
    expect(warnings.join()).not.toContain('hunter2');
  });
});

describe('readFolders', () => {
  it('cares for nothing but the data folder', () => {
    expect(readFolders({ PORT: 'abc' })).toMatchObject({ dataFolder: '.data', contentFolder: undefined });
    expect(readFolders({ SLIPWAY_DATA: 'elsewhere' }).dataFolder).toBe('elsewhere');
    expect(readFolders({ DATABASE_URL: 'postgres://db/slipway' }).databaseUrl).toBe('postgres://db/slipway');
    expect(() => readFolders({ DATABASE_URL: 'postgres://db' })).toThrow(StartError);
  });
});

it('remembers an idempotency key for longer than an enquiry can wait in a browser to be repeated', () => {
  const longestWaitMs = sendLaterLimits.maximum * 24 * 60 * 60 * 1000;
  expect(settings.idempotency.rememberedMs).toBeGreaterThan(longestWaitMs);
});
