import { describe, expect, it } from 'vitest';
import { createRandomKey, getSendAttempt } from './idempotency-key.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('getSendAttempt', () => {
  let made = 0;
  const newKey = () => {
    made += 1;
    return `key-${made}`;
  };

  it('keeps the key of the same words and makes a new one for others', () => {
    const first = getSendAttempt(undefined, '{"name":"Ann"}', newKey);
    expect(getSendAttempt(first, '{"name":"Ann"}', newKey)).toEqual(first);
    const second = getSendAttempt(first, '{"name":"Anne"}', newKey);
    expect(second.key).not.toBe(first.key);
    expect(second.fingerprint).not.toBe(first.fingerprint);
  });

  it('keeps nothing of the words themselves', () => {
    expect(JSON.stringify(getSendAttempt(undefined, 'ann@example.com', newKey))).not.toContain('example');
  });
});

describe('createRandomKey', () => {
  it('is a UUID, also without crypto.randomUUID', () => {
    expect(createRandomKey()).toMatch(uuid);
    const insecure = { getRandomValues: crypto.getRandomValues.bind(crypto) };
    const keys = new Set(Array.from({ length: 100 }, () => createRandomKey(insecure)));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(uuid);
  });
});
