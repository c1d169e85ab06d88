import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getPointerField,
  isFieldPointer,
  setInnerValue,
  toControlId,
  toControlName,
  toPointer,
  type ValuePath,
} from './pointer.ts';

describe('a pointer', () => {
  it('names the control and the field of a value', () => {
    const pointer = toPointer(['guests', 0, 'name']);
    expect(pointer).toBe('guests/0/name');
    expect(toControlName(['guests', 0, 'name'])).toBe('guests[0][name]');
    expect(toControlName(['timbers', 'a/b'])).toBe('timbers[a/b]');
    expect(toControlName(['name'])).toBe('name');
    expect(toControlId('form', pointer)).toBe('form-guests-0-name');
    expect(getPointerField(pointer)).toBe('guests');
    expect([isFieldPointer(pointer), isFieldPointer('guests')]).toEqual([false, true]);
  });
});

describe('setInnerValue', () => {
  it('puts a value in its place and leaves everything else the same', () => {
    const former = { boat: { make: 'A' }, guests: [{ name: 'Ada' }, { name: 'Grace' }] };
    const next = setInnerValue(former, ['guests', 1, 'name'], 'Jean') as typeof former;
    expect(next).toEqual({ boat: { make: 'A' }, guests: [{ name: 'Ada' }, { name: 'Jean' }] });
    expect(next.boat).toBe(former.boat);
    expect(next.guests[0]).toBe(former.guests[0]);
  });

  it('makes the lists and objects that are missing', () => {
    expect(setInnerValue(undefined, ['guests', 1, 'name'], 'Ada')).toEqual({
      guests: [undefined, { name: 'Ada' }],
    });
  });

  it('takes a property away where it is emptied', () => {
    expect(setInnerValue({ make: 'A', model: 'B' }, ['make'], undefined)).toEqual({ model: 'B' });
  });

  it('is found again where it was put', () => {
    const step = fc.oneof(fc.constantFrom('a', 'b', 'toString'), fc.nat({ max: 3 }));
    const path = fc.array(step, { maxLength: 4 });
    const found = (value: unknown, at: ValuePath): unknown =>
      at.reduce<unknown>(
        (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
        value,
      );
    fc.assert(
      fc.property(fc.jsonValue(), path, fc.string(), (value, at, inner) => {
        const former = JSON.stringify(value);
        expect(found(setInnerValue(value, at, inner), at)).toBe(inner);
        expect(JSON.stringify(value)).toBe(former);
      }),
    );
  });
});
