import { describe, expect, it } from 'vitest';
import { createCommonHeaders, createPagePolicy } from './security-headers.ts';

describe('createPagePolicy', () => {
  it('admits the origins of images from elsewhere, each once, and those that are named for calls', () => {
    const policy = createPagePolicy({
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

describe('createCommonHeaders', () => {
  const hstsOf = (publicOrigin: string | undefined, isHstsOfSubdomains = false) =>
    createCommonHeaders({ publicOrigin, isHstsOfSubdomains })['Strict-Transport-Security'];

  it('asks for https for a year where the outside has it, and only there', () => {
    expect(hstsOf('https://www.example.com')).toBe('max-age=31536000');
    expect(hstsOf('http://localhost:4000')).toBeUndefined();
    expect(hstsOf(undefined, true)).toBeUndefined();
  });

  it('says something of subdomains only where it is told to', () => {
    expect(hstsOf('https://www.example.com', true)).toBe('max-age=31536000; includeSubDomains');
  });
});
