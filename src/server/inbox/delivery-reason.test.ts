import { describe, expect, it } from 'vitest';
import { explainDeliveryFailure } from './delivery-reason.ts';

describe('explainDeliveryFailure', () => {
  it.each(['en', 'de', 'fr', 'ar'])(
    'advises otherwise for a visitor than for a recipient of the content: %s',
    (locale) => {
      const reply = '550 5.1.1 no such user';
      const [first] = explainDeliveryFailure(reply, locale).split('.');
      const ofVisitor = explainDeliveryFailure(reply, locale, 'visitor');
      expect(ofVisitor.split('.')[0]).toBe(first);
      expect(ofVisitor).not.toBe(explainDeliveryFailure(reply, locale));
    },
  );

  it('has one message for both where nothing depends on the addressee', () => {
    expect(explainDeliveryFailure('452 4.2.2', 'en', 'visitor')).toBe('The mailbox is full.');
  });
});
