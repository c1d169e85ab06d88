import { describe, expect, it } from 'vitest';
import { toSoleAddress } from './sole-address.ts';

describe('toSoleAddress', () => {
  it.each([
    ['ada@example.org', 'ada@example.org'],
    [' Ada.Lane+boats@Mail.Example.org ', 'Ada.Lane+boats@mail.example.org'],
    ["o'neil_1@example.org", "o'neil_1@example.org"],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ])('is the one mailbox of %j', (text, address) => {
    expect(toSoleAddress(text)).toBe(address);
  });

  it.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@@example.org',
    'ada@eve@example.org',
    'ada@example.org,eve@example.net',
    'ada@example.org;eve@example.net',
    'ada@example.org eve@example.net',
    'Ada <ada@example.org>',
    'ada@example.org (Ada)',
    'ada(x)@example.org',
    'yards: ada@example.org;',
    '"ada"@example.org',
    '"a,b"@example.org',
    'ada\\@eve@example.org',
    '<@relay.example:ada@example.org>',
    'eve%example.net@relay.example',
    'relay!eve@example.net',
    'ada@localhost',
    'ada@[127.0.0.1]',
    'ada@127.0.0.1',
    'ada@0x7f.1',
    'ada@example.org.',
    'ada@.example.org',
    'ada@example.org\r\nBcc: eve@example.net',
    'ada\r\n@example.org',
    'ada@example.org\u0000',
    'ada@exa mple.org',
    'ada＠example.org',
    'ada\u202e@example.org',
    'ädä@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])('is none of %j', (text) => {
    expect(toSoleAddress(text)).toBeUndefined();
  });
});
