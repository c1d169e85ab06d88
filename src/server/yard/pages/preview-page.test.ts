import { expect, it } from 'vitest';
import { copyExampleOffices } from './preview-page.ts';

it('copies the offices of an example alone, in an object of their own', () => {
  const offices = { Hamble: { id: 9, name: 'Hamble' } };
  const copied = copyExampleOffices({ offices, page: '/contact' } as never);
  expect(copied).toEqual({ offices });
  expect(copied.offices).not.toBe(offices);
  expect(copyExampleOffices({})).toEqual({});
});
