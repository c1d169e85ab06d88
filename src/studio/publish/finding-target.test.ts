import { describe, expect, it } from 'vitest';
import type { Finding } from '#engine/check/index.ts';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import { createFindingTargets } from './finding-target.ts';

describe('createFindingTargets', () => {
  const placeOf = createFindingTargets(readShippedDocuments(), String);
  const addressOf = (file: string, pointer: string) =>
    placeOf({ severity: 'error', code: 'planted', reason: '', file, pointer } as unknown as Finding).address;

  it.each([
    ['forms/service/schema.json', '/properties/message/maxLength', '/studio/forms/service?field=message'],
    ['forms/service/schema.json', '/required', '/studio/forms/service'],
    ['texts/de.json', '/send-message', '/studio/texts?key=send-message&language=de'],
  ])('leads to the part of the studio that mends it: %s %s', (file, pointer, address) => {
    expect(addressOf(file, pointer)).toBe(address);
  });

  it.each([
    ['scenarios.json', '/scenarios/3/expect'],
    ['forms/service/schema.json', '/examples'],
    ['forms/service/schema.json', '/allOf/0/then'],
    ['settings.json', '/failureField'],
    ['rules.json', '/rules/999'],
    ['texts/xx.json', '/send-message'],
  ])('leads to the line of the document that no other part mends: %s %s', (file, pointer) => {
    expect(addressOf(file, pointer)).toBe(`/studio/json?${new URLSearchParams({ file, at: pointer })}`);
  });
});
