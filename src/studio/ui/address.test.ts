import { describe, expect, it } from 'vitest';
import { decodeAddressPart } from './address.ts';

describe('decodeAddressPart', () => {
  it.each([
    ['rule-caf%C3%A9', 'rule-café'],
    ['%', '%'],
    ['100%25%', '100%25%'],
    ['', ''],
  ])('reads %j as %j', (part, decoded) => {
    expect(decodeAddressPart(part)).toBe(decoded);
  });
});
