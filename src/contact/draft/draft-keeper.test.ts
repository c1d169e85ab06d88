import { describe, expect, it } from 'vitest';
import type { Form } from '#engine';
import { createDraftKeeper } from './draft-keeper.ts';
import type { Draft, DraftStore } from './draft-store.ts';

describe('createDraftKeeper', () => {
  it('brings back what an earlier visit entered, under what this one did', () => {
    const store = memory();
    keeperOn(store).note({ name: 'Ann', email: 'ann@example.com', guests: [{ name: 'Bo' }] });
    const next = keeperOn(store);
    expect(next.values()).toEqual({ name: 'Ann', email: 'ann@example.com', guests: [{ name: 'Bo' }] });
    next.note({ name: 'Anne', guests: undefined });
    expect(next.values()).toEqual({ name: 'Anne', email: 'ann@example.com' });
    expect(store.draft?.values).toEqual({ name: 'Anne', email: 'ann@example.com' });
  });

  it('notes over what was kept, also where nobody asked for that yet', () => {
    const keeper = keeperOn(memory({ values: { name: 'Ann', email: 'ann@example.com' } }));
    keeper.note({ name: 'Anne' });
    expect(keeper.values()).toEqual({ name: 'Anne', email: 'ann@example.com' });
  });

  it('keeps neither photos nor passwords, nor what the form does not know', () => {
    const store = memory();
    keeperOn(store).note({ name: 'Ann', upload: ['a.png'], secret: 'x', website: 'spam' });
    expect(store.draft?.values).toEqual({ name: 'Ann' });
  });

  it('brings back nothing that a field cannot hold', () => {
    const values = { name: { first: 'Ann' }, guests: 'two', accept_term: 1, length: '12', stranger: 'x' };
    expect(keeperOn(memory({ values })).values()).toEqual({ length: '12' });
  });

  it('keeps the key of an unchanged retry, over a reload too, and has a new one for other words', () => {
    const store = memory();
    const first = keeperOn(store).keyFor('said');
    const reloaded = keeperOn(store);
    expect(reloaded.keyFor('said')).toBe(first);
    expect(reloaded.keyFor('said otherwise')).not.toBe(first);
  });

  it('has written the key before it is used', () => {
    const store = memory();
    const key = keeperOn(store).keyFor('said');
    expect(store.flushed?.attempt?.key).toBe(key);
  });

  it('keeps nothing after success, the key neither', () => {
    const store = memory();
    const keeper = keeperOn(store);
    keeper.note({ name: 'Ann' });
    const key = keeper.keyFor('said');
    keeper.forget();
    expect(keeper.values()).toEqual({});
    expect(keeper.keyFor('said')).not.toBe(key);
    keeper.note({ name: 'late' });
    expect(store.draft).toBe(undefined);
  });
});

let made = 0;

function keeperOn(store: DraftStore) {
  const newKey = () => {
    made += 1;
    return `key-${made}`;
  };
  return createDraftKeeper({ form, store, newKey });
}

function memory(draft?: Draft) {
  return {
    draft,
    flushed: undefined as Draft | undefined,
    read() {
      return this.draft;
    },
    write(next: Draft) {
      this.draft = next;
    },
    flush() {
      this.flushed = this.draft;
    },
    clear() {
      this.draft = undefined;
    },
  };
}

/** What a keeper reads of a form: names, kinds and widgets. */
const form = {
  wire: [
    { name: 'enquiry_type', kind: 'integer', empty: null },
    { name: 'upload', kind: 'json', empty: [] },
    { name: 'name', kind: 'string', empty: null },
    { name: 'email', kind: 'string', empty: null },
    { name: 'secret', kind: 'string', empty: null },
    { name: 'guests', kind: 'json', empty: null },
    { name: 'accept_term', kind: 'boolean', empty: false },
    { name: 'length', kind: 'number', empty: null },
  ],
  types: [{ fields: [{ name: 'secret', widget: 'password' }] }],
} as unknown as Form;
