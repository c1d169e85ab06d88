import { describe, expect, it } from 'vitest';
import type { SituationInputs } from '#engine';
import { checkedSituationOf } from './checked-situation.ts';

const whole: SituationInputs = {
  site: { id: 1, domain: 'www.yard.example' },
  enquiryTypes: [{ id: 3, name: 'general' }],
  eventTitles: { state: 'ready', titles: [] },
  locale: 'en',
  today: '2026-11-23',
  entered: {},
};

describe('checkedSituationOf', () => {
  it.each<[string, unknown, RegExp]>([
    [
      'nothing',
      undefined,
      /"site", "enquiryTypes", "eventTitles", "locale", "today", "entered" missing\. Give them/,
    ],
    ['no inputs', {}, /"site", "enquiryTypes"/],
    ['no day', { ...whole, today: undefined }, /: "today" missing\. Give it/],
  ])('names what is missing of %s', (_what, inputs, message) => {
    expect(() => checkedSituationOf(inputs as SituationInputs)).toThrow(message);
  });

  it('needs nothing else', () => {
    expect(checkedSituationOf(whole)).toMatchObject({ site: { isInternational: false }, locale: 'en' });
  });
});
