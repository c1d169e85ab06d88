import { describe, expect, it } from 'vitest';
import { commonHeaders, pagePolicy } from './security-headers.ts';

describe('pagePolicy', () => {
  it('admits the origins of images from elsewhere, each once, and those that are named for calls', () => {
    const policy = pagePolicy({
      frameAncestors: "'none'",
      images: [
        '/art/a.svg',
        'https://images.example/a.jpg?b;c',
        'https://images.example/b.jpg',
        'data:image/png,',
      ],
      connections: ['https://bucket.example'],
    }).split('; ');
    expect(policy).toContain("img-src 'self' blob: https://images.example");
    expect(policy).toContain("connect-src 'self' https://bucket.example");
    expect(policy).toContain("frame-ancestors 'none'");
  });
});

describe('commonHeaders', () => {
  it('asks for https for good where the outside has it, and only there', () => {
    expect(commonHeaders(true)).toHaveProperty('Strict-Transport-Security');
    expect(commonHeaders(false)).not.toHaveProperty('Strict-Transport-Security');
  });
});
