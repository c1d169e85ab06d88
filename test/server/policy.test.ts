import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDemoPages } from '../support/content.ts';
import { type FormEntries, type FormPage, fetchFormPage, parseFormPage, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const dealer = {
  path: '/with-image',
  site: 101,
  title: 'Plymouth',
  placement: 'inline',
  contactForm: { dealerHeading: 'Plymouth', dealerImage: 'https://images.example/a.jpg' },
  locale: 'en',
} as const;
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    content: withDemoPages([dealer]),
    env: { SLIPWAY_FRAME_ANCESTORS: 'self https://partner.example', SLIPWAY_RATE_LIMIT: 'off' },
  });
});
afterAll(() => server.stop());

const ann: FormEntries = Object.entries({
  enquiry_type: '3',
  office_location: '1',
  name: 'Ann',
  email: 'ann@example.com',
  message: 'Hello',
});
const nobody: FormEntries = [['enquiry_type', '3']];

/** Every kind of page, with a request for it. */
const kinds: Readonly<Record<string, (url: string) => Promise<FormPage>>> = {
  'the index': (url) => fetchFormPage(url, '/'),
  'the privacy policy': (url) => fetchFormPage(url, '/privacy-policy'),
  'the page that clears a device': (url) => fetchFormPage(url, '/clear-device'),
  'a form on a page': (url) => fetchFormPage(url, '/contact'),
  'a form in a dialog': (url) => fetchFormPage(url, '/visit'),
  'the form of a dialog on its own': (url) => fetchFormPage(url, '/visit?contact-form'),
  'a form on a landing page': (url) => fetchFormPage(url, '/launch/steren-52'),
  'a form with an image from elsewhere': (url) => fetchFormPage(url, '/with-image'),
  'a form from right to left': (url) => fetchFormPage(url, '/ar/contact'),
  'a page whose form is hidden': (url) => fetchFormPage(url, '/offices/winter'),
  'the answer to a post, with problems': (url) => postForm(url, '/valuation', nobody),
  'the answer to a post, with another type': (url) =>
    postForm(url, '/contact', [...nobody, ['change-type', 'x']]),
  'the thanks for a post': async (url) =>
    fetchFormPage(url, (await postForm(url, '/contact', ann)).headers.get('location') ?? ''),
  'an unknown address': (url) => fetchFormPage(url, '/nowhere'),
  'an unknown script': (url) => fetchFormPage(url, '/assets/none.js'),
  'a post that is too large': (url) => postForm(url, '/contact', [['message', 'x'.repeat(4_000_000)]]),
  'a post that cannot be read': async (url) =>
    parseFormPage(
      await fetch(new URL('/contact', url), {
        method: 'POST',
        headers: { accept: 'text/html', 'content-type': 'multipart/form-data' },
        body: 'x',
      }),
    ),
};

describe('the security policy', () => {
  it.each(Object.entries(kinds))('is the strict one, and nothing is inline: %s', async (kind, open) => {
    const { headers, html } = await open(server.url);
    expect(html).toMatch(/^<!doctype html>/);
    const images = kind === 'a form with an image from elsewhere' ? ' https://images.example' : '';
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src 'self' blob:${images}`,
      "connect-src 'self'",
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self' https://partner.example",
      "require-trusted-types-for 'script'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).not.toMatch(
      /<[^>]+\s(?:style|on[a-z]+|srcdoc)=|<style|href="javascript:|<base\b|<object\b/i,
    );
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    for (const script of scripts)
      expect(script).toMatch(
        /^<script type="(?:module"(?: async="")? src="\/assets\/boot-[\w-]+\.js"(?: fetchPriority="high")?|application\/json" id="slipway-data")>$/,
      );
    expect(scripts).toHaveLength(/^(?:a form|the form)/.test(kind) ? 3 : 0);
  });

  it('lets what is no page load nothing', async () => {
    const graphql = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    for (const [path, init] of [
      ['/healthz', {}],
      ['/graphql', graphql],
      ['/api/contact-upload', graphql],
      ['/favicon.svg', {}],
    ] as const) {
      const { headers } = await fetch(new URL(path, server.url), init);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "default-src 'none'; frame-ancestors 'none'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('what a page loads', () => {
  it('never changes where its name has a hash, and is asked for again where it has none', async () => {
    const files = readdirSync(new URL('../../dist/client/', import.meta.url), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => /\.\w+$/.test(file) && !/^\.|\.(?:br|gz)$/.test(file));
    expect(files.filter((file) => file.startsWith('assets/')).length).toBeGreaterThan(5);
    for (const file of files) {
      const { status, headers } = await fetch(new URL(file, `${server.url}/`), { method: 'HEAD' });
      const isHashed = /^assets\/.*-[\w-]{8}\.\w+$/.test(file);
      expect([file, status, headers.get('cache-control')]).toEqual([
        file,
        200,
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      ]);
    }
  });
});

describe('SLIPWAY_FRAME_ANCESTORS', () => {
  it('is nobody where it is not set', async () => {
    const other = await startServer();
    const { headers } = await fetchFormPage(other.url, '/contact');
    await other.stop();
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
