import { expect, it } from 'vitest';
import { pickExampleOffices } from './preview-page.ts';

it('picks the offices of an example alone, in an object of their own', () => {
  const offices = { Hamble: { id: 9, name: 'Hamble' } };
  const picked = pickExampleOffices({ offices, page: '/contact' } as never);
  expect(picked).toEqual({ offices });
  expect(picked.offices).not.toBe(offices);
  expect(pickExampleOffices({})).toEqual({});
});
